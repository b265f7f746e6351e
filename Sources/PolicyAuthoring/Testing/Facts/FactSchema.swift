import PolicyLanguage

/// The building blocks of the schemas of facts.
enum FactSchema {
    /// A text, or a value that YAML reads as a number or a Boolean.
    static let anyText: SchemaValue = ["$ref": "#/definitions/text"]

    /// A text, or a list of texts; `unknown` is a text.
    static let texts = list(anyText).orText

    static func list(_ item: SchemaValue) -> SchemaValue { ["type": "array", "items": item] }

    static func words(_ words: [String]) -> SchemaValue { ["enum": .texts(words)] }

    /// - Parameters:
    ///   - pattern: The pattern of the whole text.
    ///   - summary: The description for test authors.
    static func text(matching pattern: String, _ summary: String) -> SchemaValue {
        [
            "description": .text(summary), "type": "string",
            "pattern": .text("^(?:\(pattern))$(?!\\n)"),
        ]
    }

    /// Returns the schema of a value that a case may withdraw.
    static func orUnknown(_ value: SchemaValue) -> SchemaValue {
        ["anyOf": [["enum": ["unknown"]], value]]
    }

    /// Returns the schema of a mapping whose keys the test chooses.
    static func named(_ value: SchemaValue, _ summary: String) -> SchemaValue {
        let mapping: SchemaValue = ["type": "object", "additionalProperties": orUnknown(value)]
        return orUnknown(mapping).preceded(by: [("description", .text(summary))])
    }

    /// Returns the schema of a mapping with these keys only. Facts require no key: a case may change one of them.
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
