extension LanguageKey {
    /// The schema of the key's value, with the key's description.
    var schema: SchemaValue {
        form.schema.preceded(by: [("description", .text(summary))])
    }
}

extension LanguageKey.Form {
    fileprivate var schema: SchemaValue {
        switch self {
        case .version:
            let versions = PolicySyntax.knownVersions
            return ["enum": .list(versions.flatMap { [.number($0), .text("\($0)")] })]
        case .text: return definition("text")
        case .filled: return definition("filled")
        case .choice(let words, let standard):
            return ["enum": .texts(words), "default": .text(standard)]
        case .filledChoice(let words, let standard):
            return .choice(words).preceded(by: [("default", .text(standard))])
        case .duration: return TextForm.duration.reference
        case .pid: return TextForm.pid.reference
        case .unitName: return definition("subject-unit")
        case .containerName: return definition("subject-container")
        case .id: return TextForm.requirementID.reference
        case .userName: return TextForm.userName.reference
        case .variable:
            let bare: [TextForm.Bare] = [.integers(from: 0, upTo: nil), .booleans]
            return TextForm.Details("[A-Za-z0-9_]+", bare: bare).plainSchema
        case .boolean: return TextForm.boolean.reference
        case .setting: return ["type": ["string", "number", "boolean"]]
        case .groups: return .array(of: definition("filled"), 1)
        case .capabilities: return .array(of: definition("subject-capability"), 0)
        case .subjectOrUser:
            return ["anyOf": [TextForm.userAndGroups.reference, definition("subject")]]
        case .parameters: return .named(definition("parameter"))
        case .includes: return .named(["anyOf": [definition("text"), definition("include")]])
        case .settings: return .settings
        case .requirement: return definition("requirement")
        case .requirements(let least): return .array(of: definition("requirement"), least)
        }
    }

    private func definition(_ name: String) -> SchemaValue {
        ["$ref": .text("#/definitions/\(name)")]
    }
}

extension SchemaValue {
    /// Returns the schema of one of some words, or of a text that contains a parameter.
    static func choice(_ words: [String]) -> Self {
        [
            "anyOf": [
                ["enum": .texts(words)], ["type": "string", "pattern": .text(Pattern.reference)],
            ]
        ]
    }

    fileprivate static func array(of item: SchemaValue, _ least: Int) -> Self {
        let list: Self = ["type": "array", "items": item]
        return least == 0 ? list : list.preceded(by: [("minItems", .number(least))])
    }

    /// Returns the schema of a mapping whose keys the policy chooses.
    fileprivate static func named(_ value: SchemaValue) -> Self {
        [
            "type": "object",
            "propertyNames": ["pattern": .text(Pattern.whole(Pattern.identifier))],
            "additionalProperties": value,
        ]
    }

    /// The schema of settings for an include. The included policy decides which names are known. An empty value is
    /// valid.
    fileprivate static let settings: Self = [
        "type": "object",
        "additionalProperties": ["anyOf": [["enum": [""]], ["$ref": "#/definitions/filled"]]],
    ]
}
