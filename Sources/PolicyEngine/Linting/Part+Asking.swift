import Capabilities

extension Policy.Part {
    /// Whether it is asked for with `--authorize` where it is required: never what stands under `not`.
    var canBeAskedFor: Bool {
        switch kind {
        case .question(let capability): capability is any Askable
        case .all(let parts), .any(let parts): parts.contains(where: \.canBeAskedFor)
        case .not: false
        }
    }
}
