extension Diagnostic {
    static func invalidParameterName(_ name: Located<String>) -> Self {
        Self(
            .invalidParameter,
            at: name.location,
            "\(name.value.quoted) cannot name a parameter",
            help: "use letters, digits, `-` and `_`"
        )
    }

    static func invalidVariableName(_ name: Located<String>) -> Self {
        Self(
            .invalidParameter,
            at: name.location,
            "\(name.value.quoted) cannot name a variable of the environment",
            help: "use letters, digits and `_`"
        )
    }

    /// - Parameter place: where the policy is included.
    static func missingValue(_ name: Located<String>, includedAt place: SourceLocation?) -> Self {
        let setting = place.map { "at \($0)" } ?? "by \("--set \(name.value)=…".quoted)"
        return Self(
            .missingValue,
            at: name.location,
            "the parameter \(name.value.quoted) has no value",
            help: "set it \(setting), or give it a `default`"
        )
    }

    static func notOfType(
        _ value: String,
        _ origin: ParameterValue.Origin,
        _ type: ParameterSyntax.ValueType,
        parameter: String,
        at place: SourceLocation
    ) -> Self {
        Self(
            origin.rule,
            at: place,
            "\(value.quoted)\(origin.phrase) is not \(type.noun), "
                + "as the parameter \(parameter.quoted) must be",
            help: type.help
        )
    }

    static func notText(
        _ value: String,
        _ origin: ParameterValue.Origin,
        parameter: String,
        at place: SourceLocation
    ) -> Self {
        Self(
            origin.rule,
            at: place,
            "\(value.quoted)\(origin.phrase) is not UTF-8, "
                + "as the parameter \(parameter.quoted) must be",
            help: "name what has a name in UTF-8"
        )
    }

    static func refusedEnvironment(_ variable: Located<String>, parameter: String) -> Self {
        Self(
            .refusedEnvironment,
            at: variable.location,
            "the environment variable \(variable.value.quoted) is not read, since this program has "
                + "more privilege than its caller",
            help: "set the parameter \(parameter.quoted) where the policy is used"
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
