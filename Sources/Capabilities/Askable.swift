package import Procedures

/// A capability for which to ask is more than to look again.
package protocol Askable: Capability {
    /// Whether that is so of this one, for whom it is about.
    var canBeAskedFor: Bool { get }
}

extension Capability {
    package var canBeAskedForHere: Bool { (self as? any Askable)?.canBeAskedFor ?? false }

    /// Looks, and asks where that is not enough and can be.
    ///
    /// What asking has begun has ended when this returns, a question on the terminal too.
    /// - Parameters:
    ///   - limit: How long each look may take.
    ///   - remedy: How long to ask, and to look again, in all.
    ///   - context: Of the gate that asks, if any.
    ///   - tell: Called before it is asked.
    package func verdictAsking(
        _ asking: Asking = .once,
        within limit: Duration,
        forUpTo remedy: Duration,
        in context: ConditionContext? = nil,
        telling tell: @Sendable () -> Void
    ) async -> AskedVerdict {
        let asker = Asker(capability: self, asking: asking, limit: limit, holds: false)
        let context = context ?? ConditionContext(procedure: name, mayAsk: true)
        let answers = asker.watch()
        defer { answers.end() }
        let first = await asker.look(in: context)
        guard !first.verdict.isAuthorized, canBeAskedForHere else {
            return AskedVerdict(verdict: first.verdict)
        }
        tell()
        let asked = Task { await asker.found(after: first, answers, in: context) }
        let isLate = await withDeadline(remedy) { await asked.value } == nil
        if isLate { asked.cancel() }
        let found = await asked.value
        guard !isLate || found.verdict.isAuthorized else {
            let late = NoAnswer.late(remedy).reason(of: name)
            let verdict = Verdict.undetermined([late]).following(first.verdict)
            return AskedVerdict(verdict: verdict, otherwise: first.verdict)
        }
        return AskedVerdict(verdict: found.verdict, otherwise: found.otherwise)
    }
}

/// What looking and asking came to together.
package struct AskedVerdict: Sendable {
    package let verdict: Verdict
    /// The verdict of a look, if asking came to another.
    package var otherwise: Verdict?
}
