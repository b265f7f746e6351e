extension Vocabulary {
    /// The JSON Schema of a policy that uses these words, in draft 7, which editors support best.
    ///
    /// The parser accepts every policy that the schema accepts, except where a schema cannot express a rule. The page
    /// on the format lists these exceptions.
    package var schema: SchemaValue {
        [
            "$schema": "http://json-schema.org/draft-07/schema#",
            "title": "A policy of Warrant",
            "description": "What a host must grant, and what it must not. See warrant-policy(5).",
            "type": "object",
            "additionalProperties": false,
            "required": .texts(LanguageKey.policy.filter(\.isNeeded).map(\.name)),
            "properties": .properties(LanguageKey.policy),
            // A policy must require something.
            "anyOf": .list(
                [("require", "minItems"), ("forbid", "minItems"), ("include", "minProperties")]
                    .map { key, least in
                        .object([
                            ("required", .texts([key])),
                            ("properties", .object([(key, .object([(least, 1)]))])),
                        ])
                    }
            ),
            "definitions": .object(
                [
                    ("requirement", requirement), ("subject", Self.subject),
                    ("parameter", Self.parameter), ("include", Self.include),
                    ("text", TextForm.any.details().plainSchema),
                    ("subject-capability", capability.reference),
                    ("subject-unit", unit.reference),
                    ("subject-container", container.reference),
                ] + forms.map { ($0.name, $0.schema) }
            ),
        ]
    }

    /// The text forms that the schema refers to, each once.
    private var forms: [TextForm] {
        let language: [TextForm] = [
            .any, .boolean, .mode, .duration, .pid, .requirementID, .userName, .userAndGroups,
        ]
        let all =
            language + [capability, unit, container]
            + words.flatMap { [$0.form] + $0.keys.map(\.form) }
        var seen: Set<String> = []
        return all.filter { seen.insert($0.name).inserted }
    }

    private static let subject: SchemaValue = [
        "type": "object",
        "additionalProperties": false,
        "properties": .properties(
            LanguageKey.subject + LanguageKey.user + LanguageKey.unit + LanguageKey.restarted
        ),
        "oneOf": .list(LanguageKey.subject.map { .requiring($0.name) }),
        "dependencies": .object(
            LanguageKey.user.map { ($0.name, ["user"]) }
                + LanguageKey.unit.map { ($0.name, ["unit"]) }
                + LanguageKey.restarted.map { ($0.name, ["restarted"]) }
        ),
    ]

    private static let parameter: SchemaValue = [
        "type": "object",
        "additionalProperties": false,
        "properties": .properties(LanguageKey.parameter),
        "allOf": .list(
            ParameterSyntax.ValueType.allCases.map { type in
                [
                    "if": [
                        "required": ["type"],
                        "properties": ["type": ["enum": .texts([type.rawValue])]],
                    ],
                    "then": ["properties": ["default": type.defaultSchema]],
                ]
            }
        ),
    ]

    private static let include: SchemaValue = [
        "type": "object",
        "additionalProperties": false,
        "required": .texts(LanguageKey.include.filter(\.isNeeded).map(\.name)),
        "properties": .properties(LanguageKey.include),
    ]
}

extension ParameterSyntax.ValueType {
    /// The schema of a default value. An empty text is a valid default.
    fileprivate var defaultSchema: SchemaValue {
        self == .text ? ["type": ["string", "number", "boolean"]] : details.plainSchema
    }
}

extension SchemaValue {
    static func properties(_ keys: [LanguageKey]) -> Self {
        .object(keys.map { ($0.name, $0.schema) })
    }

    static func requiring(_ key: String) -> Self { ["required": .texts([key])] }
}

extension Vocabulary {
    /// The schema of a requirement: exactly one word, its own keys, and the common keys.
    var requirement: SchemaValue {
        let owned = ownedKeys
        return [
            "type": "object",
            "additionalProperties": false,
            "properties": .object(
                words.map { ($0.name, $0.schema) }
                    + LanguageKey.groups.map { ($0.name, $0.schema) }
                    + owned.map { ($0.name, $0.schema) }
                    + LanguageKey.common.map { ($0.name, $0.schema) }
            ),
            "oneOf": .list(names.map { .requiring($0) }),
            "dependencies": .object(owned.map { ($0.name, $0.dependency) } + neededKeys),
            "allOf": .list(owned.flatMap(\.alternatives) + words.flatMap(\.choices)),
        ]
    }

    /// The words' own keys, grouped by name.
    private var ownedKeys: [OwnedKey] {
        var found: [OwnedKey] = []
        for word in words {
            for key in word.keys {
                let use = OwnedKey.Use(words: [word.name], key: key)
                if let index = found.firstIndex(where: { $0.name == key.name }) {
                    found[index].add(use)
                } else {
                    found.append(OwnedKey(name: key.name, uses: [use]))
                }
            }
        }
        return found
    }

    private var neededKeys: [(String, SchemaValue)] {
        words.compactMap { word in
            let needed = word.keys.filter(\.isNeeded).map(\.name)
            return needed.isEmpty ? nil : (word.name, .texts(needed))
        }
    }
}

/// A key that belongs to one or more words. Its form may differ between them.
private struct OwnedKey {
    struct Use {
        var words: [String]
        let key: Vocabulary.Key
    }

    let name: String
    var uses: [Use]

    mutating func add(_ use: Use) {
        if let index = uses.firstIndex(where: { $0.key.schema == use.key.schema }) {
            uses[index].words += use.words
        } else {
            uses.append(use)
        }
    }

    /// The schema of the key for all words. If forms differ, ``alternatives`` has the rest.
    var schema: SchemaValue {
        guard uses.count > 1 else { return uses[0].key.schema }
        let lines = uses.map { "\($0.words.joined(separator: ", ")): \($0.key.summary)" }
        return ["description": .text(lines.joined(separator: "\n"))]
    }

    var dependency: SchemaValue {
        ["anyOf": .list(uses.flatMap(\.words).map { .requiring($0) })]
    }

    /// The form of the key beside each word.
    var alternatives: [SchemaValue] {
        guard uses.count > 1 else { return [] }
        return uses.map { use in
            [
                "if": ["anyOf": .list(use.words.map { .requiring($0) })],
                "then": ["properties": .object([(name, use.key.schema)])],
            ]
        }
    }
}

extension Vocabulary.Word {
    fileprivate var schema: SchemaValue {
        value.form(form).reference.preceded(by: [("description", .text(summary))])
    }
}

extension Vocabulary.Word {
    /// The keys that the word needs.
    fileprivate var choices: [SchemaValue] {
        let isUsed: SchemaValue = .requiring(name)
        switch choice {
        case .any: return []
        case .one(let keys):
            return [["if": isUsed, "then": ["oneOf": .list(keys.map { .requiring($0) })]]]
        case .withPath(let key):
            return [
                ["if": valued(["type": "string", "pattern": "^/"]), "then": .requiring(key)],
                // A parameter may be a path. `pattern` does not apply to a boolean, which counts as a name.
                ["if": valued(["pattern": "^[^/$]"]), "then": ["not": .requiring(key)]],
            ]
        }
    }

    /// Returns the schema of a requirement in which the word's value matches.
    private func valued(_ value: SchemaValue) -> SchemaValue {
        ["required": .texts([name]), "properties": .object([(name, value)])]
    }
}

extension Vocabulary.Key {
    fileprivate var schema: SchemaValue {
        var members: [(String, SchemaValue)] = [("description", .text(summary))]
        if let standard { members.append(("default", .text(standard))) }
        if let values { return .choice(values).preceded(by: members) }
        return shape.form(form).reference.preceded(by: members)
    }
}

extension Vocabulary.ValueShape {
    /// Returns the form of a value. The parser's own forms take precedence over the word's.
    fileprivate func form(_ own: TextForm) -> TextForm {
        switch self {
        case .text: own
        case .boolean: .boolean
        case .mode: .mode
        }
    }
}
