extension Diagnostic {
    package static func unknownValue(_ value: Located<String>, of key: String, known: [String])
        -> Self
    {
        Self(
            .unknownValue,
            at: value.location,
            "\(value.value.quoted) is not a value of \(key.quoted)",
            help: advice(for: value.value, among: known)
        )
    }

    static func invalidBoolean(_ value: Located<String>, of key: String, likely: String?) -> Self {
        Self(
            .invalidBoolean,
            at: value.location,
            "\(value.value.quoted) is neither true nor false, which \(key.quoted) takes",
            help: likely.map { "write `\($0)`" } ?? "write `true` or `false`"
        )
    }

    static func unquotedMode(_ value: Located<String>, of key: String) -> Self {
        Self(
            .unquotedMode,
            at: value.location,
            "the mode \(value.value.quoted) of \(key.quoted) is not in quotes",
            help: "write `\"\(value.value)\"`, as YAML would read a bare one as a number"
        )
    }

    static func invalidMode(_ value: Located<String>, of key: String) -> Self {
        Self(
            .invalidMode,
            at: value.location,
            "\(value.value.quoted) is not a file mode, which \(key.quoted) takes",
            help: "write it in octal digits and quotes, such as `\"0640\"`"
        )
    }

    static func invalidDuration(_ value: Located<String>) -> Self {
        Self(
            .invalidDuration,
            at: value.location,
            "\(value.value.quoted) is not a time limit",
            help: Duration.writtenForm
        )
    }
}
