import Text

extension PolicySyntax {
    /// Reads a policy without the policies that it includes.
    ///
    /// - Parameters:
    ///   - sources: The sources of the values of the policy's parameters.
    ///   - allowance: The limits that this policy shares with the policy that includes it.
    ///   - more: Finds problems in the words of a policy that is already wrong elsewhere, as in its subject.
    /// - Throws: ``Diagnostics`` with all problems, up to ``Limits/diagnostics``.
    package static func parse(
        _ root: Node,
        vocabulary: Vocabulary,
        parametersFrom sources: ParameterSources = .none,
        within allowance: Allowance = Allowance(),
        alsoFinding more: (PolicySyntax) -> Diagnostics? = { _ in nil }
    ) throws(Diagnostics) -> PolicySyntax {
        let parser = PolicyParser(vocabulary: vocabulary, within: allowance)
        let policy = parser.policy(root, parametersFrom: sources)
        if let found = parser.problems.found {
            let words = policy.flatMap(more)?.all ?? []
            let room = max(0, Limits.diagnostics - found.all.count)
            throw Diagnostics(found.all + words.prefix(room)) ?? found
        }
        // Fails closed if the parser ever returns nil without a diagnostic.
        guard let policy else { throw Diagnostics(.requiresNothing(at: root.location)) }
        return policy
    }
}

/// Turns a tree into a policy and collects every problem that it finds.
///
/// Each function returns nil only after it reports the reason.
final class PolicyParser {
    private static let beginning = "begin with `warrant: 1`"

    let vocabulary: Vocabulary
    let problems = Problems()
    var substitution: Substitution
    /// The place of each `id`.
    var identifiers: [String: SourceLocation] = [:]

    init(vocabulary: Vocabulary, within allowance: Allowance) {
        self.vocabulary = vocabulary
        substitution = Substitution(within: allowance)
    }

    func policy(_ root: Node, parametersFrom sources: ParameterSources) -> PolicySyntax? {
        guard let fields = problems.keep(try Fields(root, of: "a policy", help: Self.beginning)),
            isPolicy(fields, root), let version = version(fields, root)
        else { return nil }
        fields.reportUnknown(except: LanguageKey.policy, to: problems)
        let name = required("name", in: fields, at: root.location, help: "write `name: …`")
        let summary = fields["summary"].flatMap { text($0, of: "summary") }
        let parameters = parameters(fields, from: sources, at: root.location)
        let subject = fields["subject"].flatMap { subjectOrUser($0, of: "subject") }
        let includes = includes(fields["include"])
        let require = requirements(fields["require"], of: "require")
        let forbid = requirements(fields["forbid"], of: "forbid")
        guard let name, let includes, let require, let forbid else { return nil }
        if require.isEmpty, forbid.isEmpty, includes.isEmpty { reportRequiresNothing(fields, root) }
        return PolicySyntax(
            version: version,
            name: name.value,
            summary: summary?.value ?? "",
            subject: subject,
            parameters: parameters,
            includes: includes,
            require: require,
            forbid: forbid,
            location: root.location
        )
    }

    private func isPolicy(_ fields: Fields, _ root: Node) -> Bool {
        guard fields["cases"] != nil, fields["require"] == nil, fields["forbid"] == nil else {
            return true
        }
        problems.report(.isTest(at: root.location))
        return false
    }

    private func reportRequiresNothing(_ fields: Fields, _ root: Node) {
        // A misspelt key may be the one that was meant to hold the requirements.
        guard fields.areKnown(LanguageKey.policy) else { return }
        let place = (fields["require"] ?? fields["forbid"] ?? root).location
        problems.report(.requiresNothing(at: place))
    }

    private func version(_ fields: Fields, _ root: Node) -> Int? {
        let place = root.location
        guard let text = required("warrant", in: fields, at: place, help: Self.beginning) else {
            return nil
        }
        guard let version = PolicySyntax.knownVersions.first(where: { "\($0)" == text.value })
        else {
            problems.report(.unknownVersion(text))
            return nil
        }
        return version
    }

    private func required(
        _ key: String,
        in fields: Fields,
        at place: SourceLocation,
        help: String
    ) -> Located<String>? {
        guard let node = fields[key] else {
            problems.report(.missingKey(key, at: place, help: help))
            return nil
        }
        return text(node, of: key)
    }

    /// - Returns: An empty list if there is no such key; nil if an item is wrong.
    private func requirements(_ node: Node?, of key: String) -> [RequirementSyntax]? {
        guard let node else { return [] }
        let help = "write each requirement on a line of its own, after `- `"
        let items = problems.keep(try node.items(of: key, help: help))
        guard let items else { return nil }
        let requirements = items.compactMap(requirement)
        return requirements.count == items.count ? requirements : nil
    }

    /// Returns a text of the policy itself, in which `${…}` has no meaning.
    func text(_ node: Node, of key: String) -> Located<String>? {
        problems.keep(try node.text(of: key))
    }

    /// Returns a text with its parameters filled in.
    ///
    /// - Parameter help: The text to write in place of a list.
    func filled(_ node: Node, of key: String, ofList help: String? = nil) -> Located<String>? {
        // A search for the nearest of many names is expensive, and its diagnostic would be dropped.
        guard !problems.isFull else { return nil }
        return problems.keep(try substitution.fill(node.text(of: key, ofList: help))) ?? nil
    }

    /// Returns a value that must be one of a few words.
    func choice<Choice: RawRepresentable<String> & CaseIterable>(
        _ text: Located<String>,
        of key: String
    ) -> Choice? {
        if let choice = Choice(rawValue: text.value) { return choice }
        let known = Choice.allCases.map(\.rawValue)
        problems.report(.unknownValue(text, of: key, known: known))
        return nil
    }
}

extension PolicyParser {
    /// Reads the parameters, and records the values that the rest of the policy may use.
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
        // An invalid parameter still counts as known: one problem, one message.
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
        // Problems with these are already reported.
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

    /// Returns the default. Empty quotes are a valid value here.
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
    /// True if the text is not empty and holds only ASCII letters, ASCII digits, `-` and `_`.
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

extension PolicyParser {
    /// Returns a subject written as a mapping with exactly one of `unit`, `container`, `user` and `pid`.
    func subject(_ node: Node) -> SubjectSyntax? {
        let help = "write `{ user: … }`, `{ unit: … }`, `{ container: … }` or `{ pid: … }`"
        let fields = problems.keep(try Fields(node, of: "a subject", help: help))
        guard let fields else { return nil }
        let own = [
            ("user", LanguageKey.user), ("unit", LanguageKey.unit + LanguageKey.restarted),
        ]
        let known = LanguageKey.subject + own.flatMap(\.1)
        fields.reportUnknown(except: known, to: problems)
        let given = fields.entries.filter { $0.isAny(of: LanguageKey.subject) }
        guard let entry = given.first, given.count == 1 else {
            // A misspelt key may be the one that was meant to name the subject.
            if !given.isEmpty || fields.areKnown(known) {
                problems.report(.subjectForm(given.map(\.key.value), at: node.location))
            }
            return nil
        }
        for (owner, keys) in own where owner != entry.key.value {
            reportKeys(keys, of: owner, among: fields, not: entry.key.value)
        }
        return subjectKind(entry, fields).map { SubjectSyntax(kind: $0, location: node.location) }
    }

    /// Returns the value of `subject` or `as`: a subject, or `USER[:GROUP[,GROUP…]]`.
    func subjectOrUser(_ node: Node, of key: String) -> SubjectSyntax? {
        guard case .scalar = node.kind else { return subject(node) }
        guard let text = filled(node, of: key) else { return nil }
        let parts = text.value.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
        let groups = parts.dropFirst().first?.split(
            separator: ",",
            omittingEmptySubsequences: false
        )
        guard parts.first != "", groups?.contains(where: { $0.isEmpty || $0.contains(":") }) != true
        else {
            problems.report(.invalidUser(text))
            return nil
        }
        if SubjectSyntax.isUnitName(parts[0]) {
            problems.report(.unitAsUser(text))
            return nil
        }
        let user = SubjectSyntax.User(
            name: Located(String(parts[0]), at: text.location, isOpen: text.isOpen),
            groups: groups?.map { Located(String($0), at: text.location) },
            capabilities: nil
        )
        return SubjectSyntax(kind: .user(user), location: node.location)
    }

    private func subjectKind(_ entry: Node.Entry, _ fields: Fields) -> SubjectSyntax.Kind? {
        let key = entry.key.value
        guard let text = filled(entry.value, of: key) else { return nil }
        switch key {
        case "unit": return unit(text, fields)
        case "container": return .container(text)
        // An open process id stands for an unknown process, like a unit with an open name.
        case "pid" where text.isOpen: return .unit(text)
        case "pid": return pid(text).map { .process($0) }
        default: return user(text, fields).map { .user($0) }
        }
    }

    private func unit(_ name: Located<String>, _ fields: Fields) -> SubjectSyntax.Kind? {
        let restarted = fields["restarted"].flatMap { value($0, of: "restarted", .boolean, nil) }
        let isRestarted = restarted?.value == "true"
        let command = fields["command"].flatMap { filled($0, of: "command") }
        if let command, !isRestarted {
            problems.report(.commandOfRunningUnit(command))
            return nil
        }
        return .unit(name, isRestarted: isRestarted, command: command)
    }

    private func user(_ name: Located<String>, _ fields: Fields) -> SubjectSyntax.User? {
        let groups = fields["groups"].flatMap { names($0, of: "groups") }
        let capabilities = fields["capabilities"].flatMap { names($0, of: "capabilities") }
        if name.value.contains(":") {
            problems.report(.groupsInUser(name))
            return nil
        }
        if let node = fields["groups"], node.kind == .sequence([]) {
            problems.report(.emptyGroups(at: node.location))
        }
        return SubjectSyntax.User(name: name, groups: groups, capabilities: capabilities)
    }

    private func names(_ node: Node, of key: String) -> [Located<String>]? {
        let items = problems.keep(try node.items(of: key, help: "write `\(key): [ … ]`"))
        return items?.compactMap { filled($0, of: key) }
    }

    private func pid(_ text: Located<String>) -> Located<Int32>? {
        guard let pid = Int32(text.value), pid > 0, text.value.first != "+" else {
            problems.report(.invalidPid(text))
            return nil
        }
        return Located(pid, at: text.location)
    }

    private func reportKeys(
        _ keys: [LanguageKey],
        of owner: String,
        among fields: Fields,
        not word: String
    ) {
        for entry in fields.entries where entry.isAny(of: keys) {
            problems.report(.misplacedKey(entry.key, belongsTo: [owner], not: word))
        }
    }
}

extension Node.Entry {
    fileprivate func isAny(of keys: [LanguageKey]) -> Bool {
        keys.contains { $0.name == key.value }
    }
}

extension PolicyParser {
    /// Returns the policies to include: for each namespace a path, or a mapping with the settings for it.
    ///
    /// - Returns: An empty list if there is no such key; nil if an include is wrong.
    func includes(_ node: Node?) -> [IncludeSyntax]? {
        guard let node else { return [] }
        let help = "write `NAMESPACE: PATH` for each"
        let entries = problems.keep(try node.entries(of: "include", help: help))
        guard let entries else { return nil }
        let includes = entries.compactMap(include)
        return includes.count == entries.count ? includes : nil
    }

    private func include(_ entry: Node.Entry) -> IncludeSyntax? {
        let namespace = entry.key
        guard namespace.value.isIdentifier else {
            problems.report(.invalidNamespace(namespace))
            return nil
        }
        guard case .mapping = entry.value.kind else {
            // The path is taken as written: a parameter's value must not choose the requirements.
            let path = text(entry.value, of: namespace.value)
            return path.map { IncludeSyntax(namespace: namespace, path: $0) }
        }
        let owner = "the include \(namespace.value.quoted)"
        let help = "write \("\(namespace.value): PATH".quoted)"
        let fields = problems.keep(try Fields(entry.value, of: owner, help: help))
        guard let fields else { return nil }
        fields.reportUnknown(except: LanguageKey.include, to: problems)
        let settings = fields["set"].map(settings) ?? [:]
        guard let node = fields["policy"] else {
            let place = entry.value.location
            problems.report(.missingKey("policy", at: place, help: "write `policy: PATH`"))
            return nil
        }
        return text(node, of: "policy").map {
            IncludeSyntax(namespace: namespace, path: $0, settings: settings)
        }
    }

    private func settings(_ node: Node) -> [String: Setting] {
        let help = "write `set: { NAME: VALUE }`"
        let entries = problems.keep(try node.entries(of: "set", help: help)) ?? []
        var settings: [String: Setting] = [:]
        for entry in entries {
            guard let value = value(entry) else { continue }
            let place = Setting.Place(name: entry.key.location, value: value.location)
            settings[entry.key.value] = Setting(value.value, at: place, isOpen: value.isOpen)
        }
        return settings
    }

    /// Returns the value of a setting. Empty quotes are a valid value here.
    private func value(_ entry: Node.Entry) -> Located<String>? {
        let node = entry.value
        if node.kind == .scalar("", style: .quoted) { return Located("", at: node.location) }
        return filled(node, of: entry.key.value)
    }
}

extension PolicyParser {
    /// Returns a requirement: a mapping with exactly one word, the keys of that word, and common keys.
    func requirement(_ node: Node) -> RequirementSyntax? {
        requirement(node, hint: hint(for: node) { $0 })
    }

    /// Returns a requirement that is the value of a key. On the same line, its mapping stands in braces.
    func requirementInLine(_ node: Node) -> RequirementSyntax? {
        requirement(node, hint: hint(for: node) { "{ \($0) }" })
    }

    private func requirement(_ node: Node, hint: String) -> RequirementSyntax? {
        guard !problems.isFull else { return nil }
        let fields = problems.keep(try Fields(node, of: "a requirement", help: hint))
        guard let fields, let word = word(in: fields, at: node.location) else { return nil }
        let kind = kind(word, fields)
        let id = fields["id"].flatMap(identifier)
        let because = fields["because"].flatMap { filled($0, of: "because") }
        let when = fields["when"].flatMap(requirementInLine)
        let within = fields["within"].flatMap(duration)
        let level = fields["severity"].flatMap { filled($0, of: "severity") }
        let severity: RequirementSeverity? = level.flatMap {
            $0.isOpen ? nil : choice($0, of: "severity")
        }
        let subject = fields["as"].flatMap { subjectOrUser($0, of: "as") }
        return kind.map {
            RequirementSyntax(
                $0,
                id: id,
                because: because?.value,
                when: when,
                within: within,
                severity: severity ?? .failure,
                as: subject,
                at: node.location
            )
        }
    }

    /// Returns the one entry whose key is a word, after it checks every other key.
    private func word(in fields: Fields, at place: SourceLocation) -> Node.Entry? {
        let words = fields.entries.filter { isWord($0.key.value) }
        guard let word = words.first else {
            reportMissingWord(fields, at: place)
            return nil
        }
        for second in words.dropFirst() {
            problems.report(.severalWords(second.key, first: word.key.value))
        }
        let own = vocabulary[word.key.value]?.keys.map(\.name) ?? []
        for entry in fields.entries where !isWord(entry.key.value) {
            reportUnlessKnown(entry.key, of: word.key.value, own: own)
        }
        return words.count == 1 ? word : nil
    }

    private func isWord(_ name: String) -> Bool {
        vocabulary[name] != nil || Vocabulary.groups.contains(name)
    }

    private func reportUnlessKnown(_ key: Located<String>, of word: String, own: [String]) {
        let known = own + Vocabulary.commonKeys
        guard !known.contains(key.value) else { return }
        let owners = vocabulary.owners(ofKey: key.value)
        problems.report(
            owners.isEmpty
                ? .unknownKey(key, of: word.quoted, known: known)
                : .misplacedKey(key, belongsTo: owners, not: word, whichHas: own)
        )
    }

    private func reportMissingWord(_ fields: Fields, at place: SourceLocation) {
        let keys = fields.entries.map(\.key)
        let unknown = keys.filter {
            !Vocabulary.commonKeys.contains($0.value) && vocabulary.owners(ofKey: $0.value).isEmpty
        }
        for key in unknown { problems.report(.unknownWord(key, in: vocabulary)) }
        guard unknown.isEmpty else { return }
        let owners = keys.flatMap { vocabulary.owners(ofKey: $0.value) }
        let likely = owners.count == 1 ? owners.first : nil
        problems.report(.missingWord(at: place, likely: likely))
    }

    /// Returns a suggestion for a requirement that is a plain text: `read /etc/shadow`.
    ///
    /// - Parameter mapping: Writes a word and its value in the form for that place.
    private func hint(for node: Node, as mapping: (String) -> String) -> String {
        guard case .scalar(let text, _) = node.kind,
            let end = text.firstIndex(where: \.isSeparator), isWord(String(text[..<end]))
        else { return "write one word and its value, such as \(mapping("read: /x").quoted)" }
        let value = text[end...].drop(while: \.isSeparator)
        // YAML accepts only the plain space here, though other spaces look alike.
        let isPlain = text[end..<value.startIndex].allSatisfy(\.isASCII)
        return "write \(mapping("\(text[..<end]): \(value)").quoted), with "
            + (isPlain ? "`: `" : "`:` and a plain space") + " after the word"
    }

    private func identifier(_ node: Node) -> String? {
        guard let id = filled(node, of: "id") else { return nil }
        if !id.isOpen, id.value.unicodeScalars.contains(where: \.isBarredFromIDs) {
            problems.report(.invalidIdentifier(id))
        }
        if let first = identifiers.updateValue(id.location, forKey: id.value) {
            problems.report(.duplicateIdentifier(id, first: first))
        }
        return id.value
    }
}

extension Unicode.Scalar {
    /// True if an id may not contain the character. In reports a slash follows the name of an include, and every name
    /// of a requirement without an id contains a space. An id must not look like either.
    fileprivate var isBarredFromIDs: Bool {
        self == "/" || self == " " || ("\t"..."\r").contains(self)
    }
}

extension Character {
    /// True if the author may have meant the character to separate a word from its value.
    fileprivate var isSeparator: Bool { self == ":" || isWhitespace }
}

extension PolicyParser {
    func kind(_ entry: Node.Entry, _ fields: Fields) -> RequirementSyntax.Kind? {
        switch entry.key.value {
        case "all": group(entry).map { .all($0) }
        case "any": group(entry).map { .any($0) }
        case "not": negated(entry.value).map { .not($0) }
        default: wordUse(entry, fields).map { .word($0) }
        }
    }

    private func group(_ entry: Node.Entry) -> [RequirementSyntax]? {
        let word = entry.key.value
        let help = "write each requirement on a line of its own, after `- `"
        let items = problems.keep(try entry.value.items(of: word, help: help))
        guard let items else { return nil }
        if items.isEmpty { problems.report(.emptyGroup(word, at: entry.value.location)) }
        return items.compactMap(requirement)
    }

    private func negated(_ node: Node) -> RequirementSyntax? {
        if case .sequence = node.kind {
            problems.report(.listUnderNot(at: node.location))
            return nil
        }
        return requirementInLine(node)
    }

    private func wordUse(_ entry: Node.Entry, _ fields: Fields) -> WordUse? {
        guard let word = vocabulary[entry.key.value] else { return nil }
        let each = "write a requirement for each, `- \(word.name): …`"
        let value = value(entry.value, of: word.name, word.value, nil, ofList: each)
        var keys: [String: Located<String>] = [:]
        for key in word.keys {
            guard let node = fields[key.name] else { continue }
            let value = self.value(node, of: key.name, key.shape, key.values)
            // An invalid value is already reported. It counts as present and open, so that no further message follows.
            keys[key.name] = value ?? Located("", at: node.location, isOpen: true)
        }
        return value.map {
            WordUse(name: word.name, nameLocation: entry.key.location, value: $0, keys: keys)
        }
    }

    private func value(
        _ node: Node,
        of key: String,
        _ shape: Vocabulary.ValueShape,
        _ values: [String]?,
        ofList help: String? = nil
    ) -> Located<String>? {
        guard let text = filled(node, of: key, ofList: help) else { return nil }
        if text.isOpen { return text }
        return problems.keep(try text.checked(node, of: key, shape, values))
    }

    /// Returns the time limit of a check: `500ms`, `2s`, `1m`.
    func duration(_ node: Node) -> Duration? {
        guard let text = filled(node, of: "within"), !text.isOpen else { return nil }
        if let duration = Duration(written: text.value) { return duration }
        problems.report(.invalidDuration(text))
        return nil
    }
}

extension Located<String> {
    fileprivate func checked(
        _ node: Node,
        of key: String,
        _ shape: Vocabulary.ValueShape,
        _ values: [String]?
    ) throws(Diagnostic) -> Self {
        switch shape {
        case .text: break
        case .boolean: try checkBoolean(of: key)
        case .mode: try checkMode(of: key, writtenAs: node)
        }
        if let values, !values.contains(value) {
            throw .unknownValue(self, of: key, known: values)
        }
        return self
    }

    private func checkBoolean(of key: String) throws(Diagnostic) {
        guard value != "true", value != "false" else { return }
        let meant = ["yes": "true", "on": "true", "no": "false", "off": "false"]
        let likely =
            value.utf8.count > 8
            ? nil : meant[value.lowercased()] ?? nearest(to: value, among: ["true", "false"])
        throw .invalidBoolean(self, of: key, likely: likely)
    }

    private func checkMode(of key: String, writtenAs node: Node) throws(Diagnostic) {
        let digits = value.hasPrefix("0") ? value.dropFirst() : value[...]
        guard digits.utf8.count <= 4, digits.utf8.allSatisfy({ (0x30...0x37).contains($0) }) else {
            throw .invalidMode(self, of: key)
        }
        if case .scalar(_, .plain) = node.kind { throw .unquotedMode(self, of: key) }
    }
}
