package import PolicyLanguage

/// The JSON Schema of a test file, in draft 7, which editors support best.
///
/// The schema is made from the table of facts. It accepts some wrong files: a schema cannot check which accounts the
/// facts name, or whether the policy has a requirement.
package enum TestSchema {
    package static var schema: SchemaValue {
        [
            "$schema": "http://json-schema.org/draft-07/schema#",
            "title": "A test of a policy of Warrant",
            "description":
                "Hosts, and the answers of a policy on them. See policy-testing.md in /usr/share/doc/warrant/docs.",
            "type": "object",
            "additionalProperties": false,
            "required": ["warrant", "cases"],
            "properties": [
                "warrant": [
                    "description": "The version of the format.",
                    "enum": [1, "1"],
                ],
                "policy": described(
                    FactSchema.anyText,
                    "The policy, from the directory of the test. By default the one of this name."
                ),
                "given": described(given, "Facts that all cases share."),
                "set": described(settings, "Values of parameters in all cases."),
                "cases": [
                    "description": "At least one case.",
                    "type": "array", "minItems": 1,
                    "items": testCase,
                ],
            ],
            "definitions": [
                "text": [
                    "anyOf": [
                        ["type": "number"], ["type": "boolean"],
                        ["type": "string", "minLength": 1],
                    ]
                ],
                "process": CredentialCodec.schema,
                "credentials": CredentialCodec.credentials,
                "given": FactSchema.mapping(
                    FactTable.codecs.flatMap { codec in
                        codec.keys.map { ($0, codec.schema(of: $0)) }
                    }
                ),
            ],
        ]
    }

    private static let given: SchemaValue = ["$ref": "#/definitions/given"]

    private static let settings: SchemaValue = [
        "type": "object",
        "additionalProperties": ["type": ["string", "number", "boolean"]],
    ]

    private static var testCase: SchemaValue {
        FactSchema.mapping(
            [
                ("case", described(FactSchema.anyText, "What the case shows; a name of its own.")),
                ("given", described(given, "Changes of the shared facts.")),
                ("set", described(settings, "Values of parameters.")),
                (
                    "expect",
                    described(
                        FactSchema.words(outcomes.filter { $0 != "not-applicable" }),
                        "The outcome of the policy."
                    )
                ),
                (
                    "requirements",
                    described(
                        ["type": "object", "additionalProperties": expectation],
                        "The outcome of single requirements. All others hold or do not apply."
                    )
                ),
            ],
            required: ["case", "expect"]
        )
    }

    private static let outcomes = TestCaseSyntax.Outcome.allCases.map(\.rawValue)

    /// The schema of an outcome with an optional reason code.
    private static var expectation: SchemaValue {
        let codes = ReasonCodes.known.sorted().joined(separator: "|")
        let outcomes = outcomes.joined(separator: "|")
        return [
            "anyOf": [
                FactSchema.words(Self.outcomes),
                FactSchema.text(
                    matching: " *(?:\(outcomes))(?: +(?:\(codes)))? *",
                    "an outcome, and the code of the reason that decides"
                ),
            ]
        ]
    }

    private static func described(_ value: SchemaValue, _ summary: String) -> SchemaValue {
        // In draft 7, a `$ref` ignores all keys beside it.
        .object([("description", .text(summary)), ("allOf", [value])])
    }
}
