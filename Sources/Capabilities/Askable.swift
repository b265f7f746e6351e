package import Procedures

/// A capability for which asking does more than looking again.
package protocol Askable: Capability {
    /// True if this capability can be asked for, with its subject.
    var canBeAskedFor: Bool { get }
}

extension Capability {
    package var canBeAskedForHere: Bool { (self as? any Askable)?.canBeAskedFor ?? false }

    /// Looks, and asks if the look is not enough and the capability can be asked for.
    ///
    /// Everything that asking began has ended when this returns, including a question on the terminal.
    ///
    /// - Parameters:
    ///   - limit: The longest time for each look.
    ///   - remedy: The longest time to ask and to look again, in all.
    ///   - context: The context of the asking gate, if any.
    ///   - tell: Called before asking starts.
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

/// The combined result of looking and asking.
package struct AskedVerdict: Sendable {
    package let verdict: Verdict
    /// The verdict of a look, if asking led to another one.
    package var otherwise: Verdict?
}
