import Capabilities

/// What a part asks, so that two that ask the same are equal, however and wherever they are written.
///
/// How long looking may take, and what reports say, is no part of it.
enum Meaning: Hashable {
    case question(AnyHashable)
    case all([Meaning])
    case any([Meaning])
    indirect case not(Meaning)
    indirect case conditional(Meaning, when: Meaning)
}

extension Policy.Part {
    var meaning: Meaning {
        guard let condition = when.first else { return unconditionalMeaning }
        return .conditional(unconditionalMeaning, when: condition.meaning)
    }

    /// Without its `when`.
    var unconditionalMeaning: Meaning {
        switch kind {
        case .question(let capability): .question(AnyHashable(capability))
        case .all(let parts): .all(parts.map(\.meaning))
        case .any(let parts): .any(parts.map(\.meaning))
        case .not(let part): .not(part.meaning)
        }
    }
}
