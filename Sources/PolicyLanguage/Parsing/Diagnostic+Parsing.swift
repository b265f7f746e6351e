import Text

// Messages about a policy.
extension Diagnostic {
    static func missingKey(_ key: String, at place: SourceLocation, help: String) -> Self {
        Self(.missingKey, at: place, "the key \(key.quoted) is missing", help: help)
    }

    static func unknownVersion(_ version: Located<String>) -> Self {
        let known = PolicySyntax.knownVersions.map(String.init)
        // A known version in another spelling, such as `v1` or `1.0`.
        let meant = known.first { ["v\($0)", "\($0).0", "v\($0).0"].contains(version.value) }
        return Self(
            .unknownVersion,
            at: version.location,
            "version \(version.value.quoted) of the policy format is unknown",
            help: meant.map { "write `warrant: \($0)`" } ?? "this program knows \(listed(known))"
        )
    }

    static func unknownKey(_ key: Located<String>, of owner: String, known: [String]) -> Self {
        Self(
            .unknownKey,
            at: key.location,
            "unknown key \(key.value.quoted) of \(owner)",
            help: advice(for: key.value, among: known)
        )
    }

    static func misplacedKey(
        _ key: Located<String>,
        belongsTo owners: [String],
        not word: String,
        whichHas own: [String] = []
    ) -> Self {
        // Many words own the file keys, and three names show which kind of word is meant.
        let named =
            owners.count > 3
            ? owners.prefix(3).map(\.quoted).joined(separator: ", ") + " and others"
            : listed(owners)
        let target = owners.count == 1 ? "where \(named) is" : "the requirement that it is for"
        return Self(
            .misplacedKey,
            at: key.location,
            "\(key.value.quoted) is a key of \(named), not of \(word.quoted)"
                + (own.isEmpty ? "" : ", which has \(listed(own))"),
            help: "remove it, or move it to \(target)"
        )
    }

    /// Reports a command of a unit that is asked about as it runs.
    static func commandOfRunningUnit(_ command: Located<String>) -> Self {
        Self(
            .misplacedKey,
            at: command.location,
            "`command` is for a unit as systemd would start it",
            help: "add `restarted: true`, or remove `command`"
        )
    }

    static func invalidNamespace(_ name: Located<String>) -> Self {
        Self(
            .invalidNamespace,
            at: name.location,
            "\(name.value.quoted) cannot name what is included",
            help: "use letters, digits, `-` and `_`"
        )
    }

    /// Reports a test file that was given in place of a policy.
    static func isTest(at place: SourceLocation) -> Self {
        Self(
            .wrongType,
            at: place,
            "this is a test, not a policy",
            help: "give it to `warrant test`, or give its policy here"
        )
    }

    static func requiresNothing(at place: SourceLocation) -> Self {
        Self(
            .requiresNothing,
            at: place,
            "the policy requires nothing",
            help: "list at least one requirement under `require` or `forbid`"
        )
    }
}

// Messages about parameters.
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

    /// - Parameter place: The place of the include, or nil if the caller named the policy.
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
            help: "use a UTF-8 value"
        )
    }

    static func refusedEnvironment(_ variable: Located<String>, parameter: String) -> Self {
        Self(
            .refusedEnvironment,
            at: variable.location,
            "the environment variable \(variable.value.quoted) is not read, since this program has "
                + "more privilege than its caller",
            help: "set \(parameter.quoted) with --set, or where the policy is included"
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

// Messages about subjects.
extension Diagnostic {
    static func subjectForm(_ given: [String], at place: SourceLocation) -> Self {
        Self(
            .invalidSubject,
            at: place,
            "a subject has exactly one of `unit`, `container`, `user` and `pid`, but this one has "
                + (given.isEmpty ? "none" : "\(listed(given))"),
            help: given.isEmpty ? "write one" : "keep one"
        )
    }

    static func invalidUser(_ text: Located<String>) -> Self {
        Self(
            .invalidSubject,
            at: text.location,
            "\(text.value.quoted) is not a user with groups",
            help: "write `USER`, or `USER:GROUP,GROUP` with the primary group first"
        )
    }

    /// Reports a name that ends like a unit's where a user is expected. A unit must not silently be taken for a user.
    static func unitAsUser(_ text: Located<String>) -> Self {
        Self(
            .invalidSubject,
            at: text.location,
            "\(text.value.quoted) looks like a unit, but this key takes a user",
            help: "write `{ unit: … }`, or `{ user: … }` for a user of that name"
        )
    }

    static func groupsInUser(_ text: Located<String>) -> Self {
        Self(
            .invalidSubject,
            at: text.location,
            "\(text.value.quoted) is not the name of a user",
            help: "write groups as `groups: [ … ]` beside `user`"
        )
    }

    static func emptyGroups(at place: SourceLocation) -> Self {
        Self(
            .emptyList,
            at: place,
            "`groups` is empty, but a user has a primary group",
            help: "list it first, or remove `groups` to use those that the system knows"
        )
    }

    static func invalidPid(_ text: Located<String>) -> Self {
        Self(
            .invalidSubject,
            at: text.location,
            "\(text.value.quoted) is not a process id",
            help: "write a whole number from 1 to \(Int32.max)"
        )
    }
}

// Messages about requirements.
extension Diagnostic {
    static func unknownWord(_ word: Located<String>, in vocabulary: Vocabulary) -> Self {
        // The author may have meant a key, but a word is missing.
        let keys = Vocabulary.commonKeys + vocabulary.words.flatMap(\.keys).map(\.name)
        let likely =
            vocabulary.synonyms()[word.value.lowercased()]
            ?? nearest(to: word.value, among: vocabulary.names + keys)
        let others = { advice(for: word.value, among: vocabulary.names, listedIn: Vocabulary.page) }
        return Self(
            .unknownWord,
            at: word.location,
            "unknown word \(word.value.quoted)",
            help: likely.map { "did you mean \($0.quoted)?" } ?? others()
        )
    }

    static func missingWord(
        at place: SourceLocation,
        likely: String?
    ) -> Self {
        Self(
            .missingWord,
            at: place,
            "this requirement has no word, such as `read`",
            help: likely.map { "did you leave out \($0.quoted)?" }
                ?? "add one, such as `read`; \(Vocabulary.page) lists all"
        )
    }

    static func severalWords(_ second: Located<String>, first: String) -> Self {
        Self(
            .severalWords,
            at: second.location,
            "\(second.value.quoted) is a second word beside \(first.quoted)",
            help: [second.value, first].contains("user")
                ? "to ask about a user, write `as: NAME` beside the other word"
                : "write it as a requirement of its own, after `- `"
        )
    }

    static func emptyGroup(_ word: String, at place: SourceLocation) -> Self {
        Self(
            .emptyList,
            at: place,
            "\(word.quoted) is empty, and an empty group never holds",
            help: "list at least one requirement"
        )
    }

    static func listUnderNot(at place: SourceLocation) -> Self {
        Self(
            .wrongType,
            at: place,
            "`not` takes one requirement, not a list",
            help: "write `not: { any: [ … ] }`, or one `not` for each requirement"
        )
    }

    static func invalidIdentifier(_ id: Located<String>) -> Self {
        Self(
            .invalidIdentifier,
            at: id.location,
            "the id \(id.value.quoted) has a space or a `/` in it",
            help: "write `-` there"
        )
    }

    static func duplicateIdentifier(_ id: Located<String>, first: SourceLocation) -> Self {
        Self(
            .duplicateIdentifier,
            at: id.location,
            "the id \(id.value.quoted) is given twice, "
                + "first at line \(first.line), column \(first.column)",
            help: "choose another"
        )
    }
}

// Messages about values.
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
            "\(key.quoted) takes true or false, not \(value.value.quoted)",
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
            "\(key.quoted) takes a file mode, and \(value.value.quoted) is not one",
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
