extension Vocabulary {
    /// The JSON Schema of a policy that uses these words, in draft 7, which editors know best.
    ///
    /// What it takes the parser takes, but for what no schema can say: the page on the format lists that.
    package var schema: SchemaValue {
        [
            "$schema": "http://json-schema.org/draft-07/schema#",
            "title": "A policy of Warrant",
            "description": "What a host must grant, and what it must not. See warrant-policy(5).",
            "type": "object",
            "additionalProperties": false,
            "required": .texts(LanguageKey.policy.filter(\.isNeeded).map(\.name)),
            "properties": .properties(LanguageKey.policy),
            // A policy that requires nothing is none.
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
                ] + forms.map { ($0.name, $0.schema) }
            ),
        ]
    }

    /// The forms of texts that are referred to, each once.
    private var forms: [TextForm] {
        let language: [TextForm] = [
            .any, .boolean, .mode, .duration, .pid, .requirementID, .userName, .userAndGroups,
        ]
        let all = language + [capability, unit] + words.flatMap { [$0.form] + $0.keys.map(\.form) }
        var seen: Set<String> = []
        return all.filter { seen.insert($0.name).inserted }
    }

    private static let subject: SchemaValue = [
        "type": "object",
        "additionalProperties": false,
        "properties": .properties(LanguageKey.subject + LanguageKey.user),
        "oneOf": .list(LanguageKey.subject.map { .requiring($0.name) }),
        "dependencies": .object(LanguageKey.user.map { ($0.name, ["user"]) }),
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
    /// An empty text is one, too.
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
