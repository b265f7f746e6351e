import PolicyLanguage

/// The parts of which the schemas of facts are made.
enum FactSchema {
    /// A text, also one that YAML reads as a number or a Boolean.
    static let anyText: SchemaValue = ["$ref": "#/definitions/text"]

    /// A text, or a list of them; `unknown` is a text.
    static let texts = list(anyText).orText

    static func list(_ item: SchemaValue) -> SchemaValue { ["type": "array", "items": item] }

    static func words(_ words: [String]) -> SchemaValue { ["enum": .texts(words)] }

    /// - Parameters:
    ///   - pattern: Of the whole text.
    ///   - summary: For whoever writes a test.
    static func text(matching pattern: String, _ summary: String) -> SchemaValue {
        [
            "description": .text(summary), "type": "string",
            "pattern": .text("^(?:\(pattern))$(?!\\n)"),
        ]
    }

    /// A value that a case may take back.
    static func orUnknown(_ value: SchemaValue) -> SchemaValue {
        ["anyOf": [["enum": ["unknown"]], value]]
    }

    /// A mapping from names that the test chooses.
    static func named(_ value: SchemaValue, _ summary: String) -> SchemaValue {
        let mapping: SchemaValue = ["type": "object", "additionalProperties": orUnknown(value)]
        return orUnknown(mapping).preceded(by: [("description", .text(summary))])
    }

    /// A mapping with these keys and no other. Within facts none is required: a case may change one of them.
    static func mapping(
        _ keys: [(String, SchemaValue)],
        required: [String] = []
    ) -> SchemaValue {
        let members: [(String, SchemaValue)] = [
            ("type", "object"), ("additionalProperties", false), ("properties", .object(keys)),
        ]
        return .object(required.isEmpty ? members : members + [("required", .texts(required))])
    }
}

extension SchemaValue {
    var orText: SchemaValue { ["anyOf": [FactSchema.anyText, self]] }
}
