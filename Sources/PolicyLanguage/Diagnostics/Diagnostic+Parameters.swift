extension Diagnostic {
    static func invalidParameterName(_ name: Located<String>) -> Self {
        Self(
            .invalidParameter,
            at: name.location,
            "\(name.value.quoted) cannot name a parameter",
            help: "use letters, digits, `-` and `_`"
        )
    }

    static func missingValue(_ name: Located<String>) -> Self {
        Self(
            .invalidParameter,
            at: name.location,
            "the parameter \(name.value.quoted) has no value",
            help: "give it a `default`, or a setting from outside"
        )
    }

    static func notNumber(_ value: Located<String>, parameter: String) -> Self {
        Self(
            .invalidParameter,
            at: value.location,
            "\(value.value.quoted) is not a number, as the parameter \(parameter.quoted) must be",
            help: "write a whole number in digits"
        )
    }

    static func unknownParameter(_ name: String, at place: SourceLocation, known: [String]) -> Self
    {
        Self(
            .unknownParameter,
            at: place,
            "unknown parameter \(name.quoted)",
            help: known.isEmpty
                ? "declare it under `parameters`, or write `$${` for a plain `${`"
                : advice(for: name, among: known)
        )
    }

    static func endlessSubstitution(at place: SourceLocation) -> Self {
        Self(
            .invalidSubstitution,
            at: place,
            "here is `${` without `}`",
            help: "close it, or write `$${` for a plain `${`"
        )
    }

    static func textTooLarge(at place: SourceLocation) -> Self {
        Self(
            .textTooLarge,
            at: place,
            "the policy grows past 16 MiB when its parameters are filled in",
            help: "use shorter values"
        )
    }
}
