public import Capabilities

/// A promise that a capability does not keep, and what to mend.
public struct ContractViolation: Hashable, Sendable {
    /// What every capability promises.
    public enum Rule: String, Hashable, Sendable, CaseIterable {
        /// Equal capabilities have equal hashes, names and requirements; those made alike are equal, and
        /// those that ask something else are not. Whoever asks for an equal one shares the answer.
        case equality
        /// The name is one line, which a report shows.
        case name
        /// Two looks agree while nothing changes.
        case repetition
        /// Looking changes nothing, and does not ask.
        case looking
        /// What is unavailable is not authorized.
        case availability
        /// Everything ends within the limit.
        case deadline
        /// A cancelled look ends too, lets nobody in who would not be let in else, and does no harm to
        /// the next.
        case cancellation
        /// What throws is no answer: no other way to look makes a yes of it.
        case errors
        /// The verdict is what the status comes to by the requirement, each time it is asked.
        case verdict
        /// A no, and no answer, say why: a code, an object, and a message in one line that reads on after
        /// the object, without a full stop.
        case reasons
        /// The look for a permit says what any look says.
        case permit
        /// Nothing is held for work that is not let in.
        case holding
        /// What asking returns is what the next look finds, but for a yes or no that is meant for this once.
        case asking
        /// Updates begin with what a look finds, end with the task that waits for them, and tell of what
        /// changes, unless they say that something may change unreported.
        case updates
        /// The capability is what the test has arranged.
        case situation
    }

    public let rule: Rule
    /// The name of the capability.
    public let capability: String
    /// What the test had arranged it to be.
    public let situation: Verdict.Answer?
    /// The problem, then what to do about it.
    public let message: String

    init(_ rule: Rule, _ name: String, _ situation: Verdict.Answer?, _ message: String) {
        self.rule = rule
        capability = name
        self.situation = situation
        self.message = message
    }

    /// The same, whatever the test had arranged.
    var anywhere: Self { Self(rule, capability, nil, message) }
}

extension ContractViolation: CustomStringConvertible {
    /// The rule, the capability, what the test had arranged, and what to mend, in one line.
    public var description: String {
        let when = situation.map { ", when \($0)," } ?? ""
        return "\(rule): `\(capability)`\(when) \(message)"
    }
}

extension ContractViolation.Rule {
    /// Whether it is about the capability alone, and not about what is found.
    var isOfEverySituation: Bool { self == .equality || self == .name }
}
