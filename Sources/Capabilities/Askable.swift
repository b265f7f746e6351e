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
        let asking = canBeAskedForHere ? asking : .never
        let asker = Asker(capability: self, asking: asking, limit: limit, holds: false)
        let found = await asker.found(
            forUpTo: remedy,
            in: context ?? ConditionContext(procedure: name, mayAsk: true),
            awaitingEnd: true,
            telling: tell
        )
        return AskedVerdict(verdict: found.verdict, otherwise: found.otherwise)
    }
}

/// What looking and asking came to together.
package struct AskedVerdict: Sendable {
    package let verdict: Verdict
    /// The verdict of a look, if asking came to another.
    package var otherwise: Verdict?
}
