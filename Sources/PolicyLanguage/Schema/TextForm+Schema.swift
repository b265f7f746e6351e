extension TextForm {
    var reference: SchemaValue { ["$ref": .text("#/definitions/\(name)")] }

    /// The schema of a text with parameters filled in.
    var schema: SchemaValue { details().schema(Pattern.filled(details().pattern)) }
}

extension TextForm.Details {
    /// The schema of a text taken as written: `${…}` has no meaning in it.
    var plainSchema: SchemaValue {
        schema(pattern.map { Pattern.whole($0) })
    }

    /// Returns the schema of one of several forms: proposed words, a text, and unquoted values.
    fileprivate func schema(_ pattern: String?) -> SchemaValue {
        var text: [(String, SchemaValue)] = [("type", "string")]
        text.append(pattern.map { ("pattern", .text($0)) } ?? ("minLength", 1))
        if let help { text.append(("patternErrorMessage", .text(help))) }
        var forms: [SchemaValue] = proposals.isEmpty ? [] : [["enum": .texts(proposals)]]
        forms += bare.map(\.schema)
        forms.append(.object(text))
        return forms.count == 1 ? forms[0] : ["anyOf": .list(forms)]
    }
}

extension TextForm.Bare {
    fileprivate var schema: SchemaValue {
        switch self {
        case .integers(let least, let most?):
            ["type": "integer", "minimum": .number(least), "maximum": .number(most)]
        case .integers(let least, nil): ["type": "integer", "minimum": .number(least)]
        case .numbers: ["type": "number"]
        case .booleans: ["type": "boolean"]
        }
    }
}

extension ParameterSyntax.ValueType {
    /// The form of a value of the type.
    var details: TextForm.Details {
        switch self {
        case .text: .init(nil, bare: .anything)
        case .number: .init("[0-9]+", bare: [.integers(from: 0, upTo: nil)], help: help)
        case .boolean: .init("true|false", bare: [.booleans], help: help)
        case .path: .init("/[\\s\\S]*", help: help)
        case .port:
            .init(
                Pattern.positive(upTo: 65535),
                bare: [.integers(from: 1, upTo: 65535)],
                help: help
            )
        }
    }
}
