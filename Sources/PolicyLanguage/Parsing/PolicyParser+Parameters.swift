extension PolicyParser {
    /// Reads the parameters, and sets out what the rest of the policy may fill in.
    func parameters(
        _ fields: Fields,
        settings: [String: String],
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
        for name in settings.keys.sorted() where !names.contains(name) {
            let place = node?.location ?? place
            problems.report(.unknownParameter(name, at: place, known: names))
        }
        let parameters = entries.compactMap { parameter($0, setting: settings[$0.key.value]) }
        for parameter in parameters {
            substitution.values[parameter.name.value] = parameter.value
        }
        return parameters
    }

    private func parameter(_ entry: Node.Entry, setting: String?) -> ParameterSyntax? {
        guard let fields = parameterFields(entry) else { return nil }
        let name = entry.key
        let typeName = fields["type"].flatMap { text($0, of: "type") }
        let type: ParameterSyntax.ValueType? = typeName.flatMap { choice($0, of: "type") }
        let summary = fields["summary"].flatMap { text($0, of: "summary") }
        let standard = fields["default"].flatMap(defaultValue)
        if setting == nil, fields["default"] == nil { problems.report(.missingValue(name)) }
        guard let value = setting.map({ Located($0, at: name.location) }) ?? standard,
            isValue(value, of: type ?? .text, for: name.value)
        else { return nil }
        return ParameterSyntax(
            name: name,
            type: type ?? .text,
            summary: summary?.value ?? "",
            defaultValue: standard?.value,
            value: value.value
        )
    }

    private func parameterFields(_ entry: Node.Entry) -> Fields? {
        let name = entry.key.value
        guard name.isParameterName else {
            problems.report(.invalidParameterName(entry.key))
            return nil
        }
        let help = "write `\(name): { default: … }`"
        let owner = "the parameter \(name.quoted)"
        let fields = problems.keep(try Fields(entry.value, of: owner, help: help))
        fields?.reportUnknown(except: ["default", "type", "summary"], to: problems)
        return fields
    }

    private func isValue(
        _ value: Located<String>,
        of type: ParameterSyntax.ValueType,
        for name: String
    ) -> Bool {
        guard type == .number, !value.value.isNumber else { return true }
        problems.report(.notNumber(value, parameter: name))
        return false
    }

    /// Empty quotes are a value like any other here.
    private func defaultValue(_ node: Node) -> Located<String>? {
        if node.kind == .scalar("", style: .quoted) { return Located("", at: node.location) }
        return text(node, of: "default")
    }
}

extension String {
    fileprivate var isNumber: Bool { !isEmpty && utf8.allSatisfy { (0x30...0x39).contains($0) } }

    /// Letters, digits, `-` and `_`.
    fileprivate var isParameterName: Bool {
        !isEmpty
            && unicodeScalars.allSatisfy {
                switch $0 {
                case "a"..."z", "A"..."Z", "0"..."9", "-", "_": true
                default: false
                }
            }
    }
}
