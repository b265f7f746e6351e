package import Capabilities
package import PolicyLanguage

/// A policy, read and bound: the requirements that must be authorized, and those that must be denied.
///
/// ``init(path:setting:words:)`` reads one from a file; ``Satisfies`` lets it guard a procedure.
public struct Policy: Sendable {
    public let name: String
    public let summary: String
    /// The name of the subject in reports; nil for this process.
    public let subject: String?
    /// The requirements in the order written, `require` before `forbid`.
    package let requirements: [Requirement]
    package let location: SourceLocation

    /// The verdict that a requirement needs.
    public enum Rule: String, Hashable, Sendable, Encodable {
        /// It must be authorized.
        case require
        /// It must be denied.
        case forbid
    }

    package struct Requirement: Sendable {
        package let rule: Rule
        package let part: Part
        package let location: SourceLocation
    }

    /// A requirement, or a part of one.
    package struct Part: Sendable {
        package indirect enum Kind: Sendable {
            case question(any Capability)
            case all([Part])
            case any([Part])
            case not(Part)
        }

        package internal(set) var kind: Kind
        package let id: String?
        /// The reason for the requirement, for reports.
        package let because: String?
        /// The severity of the requirement. The severity of a nested part has no effect.
        package let severity: RequirementSeverity
        /// The subject in place of the policy's subject, as written.
        package let asked: String?
        /// The name of the subject in reports; nil if the part has the subject of the policy or of its group.
        package let subject: String?
        /// The condition: unless it holds, the part is not applicable. The array has at most one element, because a
        /// structure cannot contain itself.
        package internal(set) var when: [Part]
        /// The time limit of the check; nil for the checker's default.
        package let limit: Duration?

        /// True if the part, or a part of it, has its own subject.
        package var asksOfAnother: Bool {
            subject != nil || (when + kind.parts).contains(where: \.asksOfAnother)
        }
    }
}

extension Policy {
    /// Returns the policy with only one of its requirements.
    package func only(_ index: Int) -> Policy {
        Policy(
            name: name,
            summary: summary,
            subject: subject,
            requirements: [requirements[index]],
            location: location
        )
    }
}

extension Policy.Part.Kind {
    /// The parts of a group.
    package var parts: [Policy.Part] {
        switch self {
        case .question: []
        case .all(let parts), .any(let parts): parts
        case .not(let part): [part]
        }
    }
}
