extension PolicyParser {
    /// Reads the parameters, and sets out what the rest of the policy may fill in.
    func parameters(
        _ fields: Fields,
        from sources: ParameterSources,
        at place: SourceLocation
    ) -> [ParameterSyntax] {
        let node = fields["parameters"]
        var entries: [Node.Entry] = []
        let help = "write `NAME: { default: … }` for each"
        if let node {
            entries = problems.keep(try node.entries(of: "parameters", help: help)) ?? []
        }
        let names = entries.map(\.key.value)
        // A parameter that is wrong in itself is known all the same: one problem, one message.
        for name in names { substitution.values.updateValue(nil, forKey: name) }
        substitution.names = names.sorted()
        if !sources.areShared {
            reportUnknown(sources.settings, known: names, at: node?.location ?? place)
        }
        let parameters = entries.compactMap { parameter($0, from: sources) }
        for parameter in parameters {
            let (name, isOpen) = (parameter.name, parameter.isOpen)
            substitution.values[name.value] =
                Located(parameter.value, at: name.location, isOpen: isOpen)
        }
        return parameters
    }

    private func reportUnknown(
        _ settings: [String: Setting],
        known: [String],
        at place: SourceLocation
    ) {
        let names = Set(known)
        for (name, setting) in settings.sorted(by: { $0.key < $1.key })
        where !names.contains(name) {
            let place = setting.place?.name ?? place
            problems.report(.unknownParameter(name, at: place, known: known))
        }
    }

    private func parameter(_ entry: Node.Entry, from sources: ParameterSources) -> ParameterSyntax?
    {
        guard let fields = parameterFields(entry) else { return nil }
        let typeName = fields["type"].flatMap { text($0, of: "type") }
        let type = typeName.flatMap { choice($0, of: "type") } ?? ParameterSyntax.ValueType.text
        let summary = fields["summary"].flatMap { text($0, of: "summary") }
        let standard = fields["default"].flatMap(defaultValue)
        let variable = fields["environment"].flatMap(variableName)
        // What is wrong with these was told.
        guard standard != nil || fields["default"] == nil,
            variable != nil || fields["environment"] == nil
        else { return nil }
        let value = ParameterValue(
            name: entry.key,
            type: type,
            standard: standard,
            variable: variable
        )
        return problems.keep(try value.found(in: sources)).map {
            ParameterSyntax(
                name: entry.key,
                type: type,
                summary: summary?.value ?? "",
                defaultValue: standard?.value,
                environment: variable?.value,
                value: $0.value,
                isOpen: $0.isOpen
            )
        }
    }

    private func parameterFields(_ entry: Node.Entry) -> Fields? {
        let name = entry.key.value
        guard name.isIdentifier else {
            problems.report(.invalidParameterName(entry.key))
            return nil
        }
        let help = "write \("\(name): { default: … }".quoted)"
        let owner = "the parameter \(name.quoted)"
        let fields = problems.keep(try Fields(entry.value, of: owner, help: help))
        fields?.reportUnknown(except: LanguageKey.parameter, to: problems)
        return fields
    }

    /// Empty quotes are a value like any other here.
    private func defaultValue(_ node: Node) -> Located<String>? {
        if node.kind == .scalar("", style: .quoted) { return Located("", at: node.location) }
        return text(node, of: "default")
    }

    private func variableName(_ node: Node) -> Located<String>? {
        guard let name = text(node, of: "environment") else { return nil }
        guard name.value.isIdentifier, !name.value.contains("-") else {
            problems.report(.invalidVariableName(name))
            return nil
        }
        return name
    }
}

extension String {
    /// Letters, digits, `-` and `_`.
    var isIdentifier: Bool {
        !isEmpty
            && unicodeScalars.allSatisfy {
                switch $0 {
                case "a"..."z", "A"..."Z", "0"..."9", "-", "_": true
                default: false
                }
            }
    }
}
