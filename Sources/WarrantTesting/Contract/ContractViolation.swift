public import Capabilities

/// A rule that a capability breaks, and the correction.
public struct ContractViolation: Hashable, Sendable {
    /// The rules that every capability must keep.
    public enum Rule: String, Hashable, Sendable, CaseIterable {
        /// Equal capabilities have equal hashes, names and requirements. Capabilities made alike are equal, and those
        /// that ask something else are not. Callers that ask for an equal capability share the answer.
        case equality
        /// The name is one line, which reports show.
        case name
        /// Two looks agree while nothing changes.
        case repetition
        /// Looking changes nothing, and does not ask.
        case looking
        /// An unavailable capability is not authorized.
        case availability
        /// Every call ends within the limit.
        case deadline
        /// A cancelled look also ends. It does not authorize unless an ordinary look would, and does not affect the
        /// next look.
        case cancellation
        /// A thrown error is no answer: no other kind of look turns it into a yes.
        case errors
        /// The verdict is the status judged by the requirement, on every call.
        case verdict
        /// A denied or undetermined verdict has reasons. Each has a code, an object, and a one-line message without a
        /// full stop that continues a sentence after the object.
        case reasons
        /// The look for a permit agrees with an ordinary look.
        case permit
        /// Nothing is held for work that is not let in.
        case holding
        /// The result of a request agrees with the next look, except for a yes or no that applies only once.
        case asking
        /// Updates begin with the result of a look, and end with the task that waits for them. They report every
        /// change, unless `unreported` states that some changes are not reported.
        case updates
        /// The capability is in the situation that the test has arranged.
        case situation
    }

    public let rule: Rule
    /// The name of the capability.
    public let capability: String
    /// The answer that the test has arranged.
    public let situation: Verdict.Answer?
    /// The problem, then what to do about it.
    public let message: String

    init(_ rule: Rule, _ name: String, _ situation: Verdict.Answer?, _ message: String) {
        self.rule = rule
        capability = name
        self.situation = situation
        self.message = message
    }

    /// The same violation without its situation.
    var anywhere: Self { Self(rule, capability, nil, message) }
}

extension ContractViolation: CustomStringConvertible {
    /// The rule, the capability, the situation and the correction, in one line.
    public var description: String {
        let when = situation.map { ", when \($0)," } ?? ""
        return "\(rule): `\(capability)`\(when) \(message)"
    }
}

extension ContractViolation.Rule {
    /// True if the rule concerns the capability alone, in every situation.
    var isOfEverySituation: Bool { self == .equality || self == .name }
}
