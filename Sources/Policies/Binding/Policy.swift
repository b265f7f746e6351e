package import Capabilities
package import PolicyLanguage

/// A policy, read and bound: what must be authorized, and what must be denied.
///
/// ``init(path:setting:)`` reads one from a file; ``Satisfies`` lets it guard a procedure.
public struct Policy: Sendable {
    public let name: String
    public let summary: String
    /// Who is asked about, for people; nil for this process.
    public let subject: String?
    /// In the order written, what is required before what is forbidden.
    package let requirements: [Requirement]
    package let location: SourceLocation

    /// What a requirement wants.
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
        /// Why it is wanted, for people.
        package let because: String?
        /// Of a requirement: one within another has no say.
        package let severity: RequirementSeverity
        /// Who is asked about in place of the policy's subject, as it was written.
        package let asked: String?
        /// Who is asked about, for people; nil where that is whom the policy, or the group around it, is about.
        package let subject: String?
        /// Unless this holds, the part is not applicable. At most one: a structure holds itself only so.
        package internal(set) var when: [Part]
        /// How long looking may take; nil for the checker's default.
        package let limit: Duration?

        /// Whether it, or a part of it, has a subject of its own.
        package var asksOfAnother: Bool {
            subject != nil || (when + kind.parts).contains(where: \.asksOfAnother)
        }
    }
}

extension Policy.Part.Kind {
    /// Those of a group.
    package var parts: [Policy.Part] {
        switch self {
        case .question: []
        case .all(let parts), .any(let parts): parts
        case .not(let part): [part]
        }
    }
}
