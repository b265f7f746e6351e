/// The value of a parameter for this run. A setting takes precedence over the environment, and the environment over the
/// default.
struct ParameterValue {
    let name: Located<String>
    let type: ParameterSyntax.ValueType
    let standard: Located<String>?
    let variable: Located<String>?

    /// - Throws: A ``Diagnostic`` if there is no value, or if one has the wrong type. A default is checked even if it
    ///   is not used this time.
    func found(in sources: ParameterSources) throws(Diagnostic) -> Located<String> {
        if let standard { try check(standard.value, .written, at: standard.location) }
        if let setting = sources.settings[name.value] {
            let place = setting.place?.value
            let text = Located(setting.value, at: place ?? name.location, isOpen: setting.isOpen)
            guard !text.isOpen else { return text }
            try check(text.value, place == nil ? .set : .written, at: text.location)
            return text
        }
        if let variable, let value = try value(of: variable, in: sources.environment) {
            try check(value, .variable(variable.value), at: variable.location)
            return Located(value, at: variable.location)
        }
        if let standard { return standard }
        // In an included policy, only the including policy and the environment can give the parameter a value.
        guard sources.areLeftOpen, sources.includedAt == nil || variable != nil else {
            throw .missingValue(name, includedAt: sources.includedAt)
        }
        return Located("${\(name.value)}", at: name.location, isOpen: true)
    }

    private func value(
        of variable: Located<String>,
        in environment: ParameterSources.Environment
    ) throws(Diagnostic) -> String? {
        switch environment {
        case .variables(let value): return value(variable.value)
        case .refused: throw .refusedEnvironment(variable, parameter: name.value)
        case .unknown: return nil
        }
    }

    private func check(
        _ value: String,
        _ origin: Origin,
        at place: SourceLocation
    ) throws(Diagnostic) {
        // Bytes from outside that are not UTF-8 arrive as U+FFFD, and would name another file.
        if origin != .written, value.unicodeScalars.contains("\u{FFFD}") {
            throw .notText(value, origin, parameter: name.value, at: place)
        }
        guard type.takes(value) else {
            throw .notOfType(value, origin, type, parameter: name.value, at: place)
        }
    }

    /// The origin of a value.
    enum Origin: Equatable {
        /// Written in a policy.
        case written
        /// Set by the caller.
        case set
        case variable(String)

        var rule: LanguageRule { self == .set ? .invalidSetting : .invalidParameter }

        /// The phrase that follows the value in a sentence.
        var phrase: String {
            switch self {
            case .written: ""
            case .set: ", which was set,"
            case .variable(let name): " of the environment variable \(name.quoted)"
            }
        }
    }
}
