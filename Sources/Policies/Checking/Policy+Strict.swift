import Capabilities

extension Policy {
    /// The same policy, in which an `authorized` that rests on an assumption becomes `undetermined`. This applies under
    /// `require` and `forbid`, and in every `when`.
    ///
    /// ```swift
    /// .condition(Satisfies(policy.strict))
    /// ```
    public var strict: Policy { with(requirements.map { $0.with($0.part.strict) }) }
}

extension Policy.Part {
    fileprivate var strict: Self {
        var part = with(kind.strict)
        part.when = when.map(\.strict)
        return part
    }
}

extension Policy.Part.Kind {
    fileprivate var strict: Self {
        switch self {
        case .question(let capability): .question(capability.strict)
        case .all(let parts): .all(parts.map(\.strict))
        case .any(let parts): .any(parts.map(\.strict))
        case .not(let part): .not(part.strict)
        }
    }
}
