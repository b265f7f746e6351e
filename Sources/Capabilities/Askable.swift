import Procedures

/// A capability for which to ask is more than to look again.
package protocol Askable: Capability {
    /// Whether that is so of this one, for whom it is about.
    var canBeAskedFor: Bool { get }
}

extension Capability {
    package var canBeAskedForHere: Bool { (self as? any Askable)?.canBeAskedFor ?? false }

    /// Looks, and asks once where that is not enough and can be.
    ///
    /// What asking has begun has ended when this returns, a question on the terminal too.
    /// - Parameters:
    ///   - limit: How long the first look may take.
    ///   - remedy: How long to ask, and to look again, in all.
    ///   - tell: Called before it is asked.
    /// - Returns: The verdict, and whether it was given to this request alone.
    package func verdictAsking(
        within limit: Duration,
        asking remedy: Duration,
        telling tell: @Sendable () -> Void
    ) async -> (verdict: Verdict, isForThisOnce: Bool) {
        let asking = Asking(capability: self, maximum: 1, holds: false)
        let answers = asking.watch()
        defer { answers.end() }
        let look = await withDeadline(limit) { await asking.look() }
        guard let first = look else { return (.undetermined([late(limit)]), false) }
        guard !first.verdict.isAuthorized, canBeAskedForHere, await isAvailable() == .available
        else { return (first.verdict, false) }
        tell()
        let context = ConditionContext(procedure: name, mayAsk: true)
        let asked = Task { await asking.found(after: first, answers, in: context) }
        let isLate = await withDeadline(remedy) { await asked.value } == nil
        if isLate { asked.cancel() }
        let found = await asked.value
        guard !isLate || found.verdict.isAuthorized else {
            return (.undetermined([late(remedy)] + first.verdict.reasons), false)
        }
        return (found.verdict, found.look?.status.isForThisOnce ?? false)
    }

    func late(_ limit: Duration) -> Reason {
        Reason("deadline-passed", name, "gave no answer within \(limit.inWords)")
    }
}
