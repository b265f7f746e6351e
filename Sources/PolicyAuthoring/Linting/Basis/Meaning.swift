import Capabilities
import Policies

/// What a part asks, so that two that ask the same are equal, however and wherever they are written.
///
/// How long looking may take, and what reports say, is no part of it.
package enum Meaning: Hashable, Sendable {
    case question(Question)
    case all([Meaning])
    case any([Meaning])
    indirect case not(Meaning)
    indirect case conditional(Meaning, when: Meaning)

    /// A capability of whatever type.
    package struct Question: Hashable, Sendable {
        private let capability: any Capability
        // Once: a dictionary compares with whatever lies near, and hashes all again when it grows.
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

    /// Without its `when`.
    var unconditionalMeaning: Meaning {
        switch kind {
        case .question(let capability): .asking(capability)
        case .all(let parts): .all(parts.map(\.meaning))
        case .any(let parts): .any(parts.map(\.meaning))
        case .not(let part): .not(part.meaning)
        }
    }
}
