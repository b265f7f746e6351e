import Capabilities
import Policies

/// The meaning of a part. Two parts that ask the same have equal meanings, however and wherever they are written.
///
/// Time limits and texts for reports are not part of the meaning.
package enum Meaning: Hashable, Sendable {
    case question(Question)
    case all([Meaning])
    case any([Meaning])
    indirect case not(Meaning)
    indirect case conditional(Meaning, when: Meaning)

    /// A capability of any type.
    package struct Question: Hashable, Sendable {
        private let capability: any Capability
        // Computed once: a dictionary compares neighbouring entries, and rehashes all entries when it grows.
        private let digest: Int

        init(_ capability: any Capability) {
            self.capability = capability
            digest = capability.hashValue
        }

        package static func == (one: Self, other: Self) -> Bool {
            one.digest == other.digest && one.capability.isSame(as: other.capability)
        }

        package func hash(into hasher: inout Hasher) { hasher.combine(digest) }
    }

    static func asking(_ capability: any Capability) -> Self { .question(Question(capability)) }
}

extension Capability {
    fileprivate func isSame(as other: any Capability) -> Bool { (other as? Self) == self }
}

extension Policy.Part {
    var meaning: Meaning {
        guard let condition = when.first else { return unconditionalMeaning }
        return .conditional(unconditionalMeaning, when: condition.meaning)
    }

    /// The meaning without the `when`.
    var unconditionalMeaning: Meaning {
        switch kind {
        case .question(let capability): .asking(capability)
        case .all(let parts): .all(parts.map(\.meaning))
        case .any(let parts): .any(parts.map(\.meaning))
        case .not(let part): .not(part.meaning)
        }
    }
}
