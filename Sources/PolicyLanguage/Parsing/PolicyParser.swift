/// Turns a tree into a policy, keeping every problem that it meets on the way.
///
/// Each function returns nil only after it has reported why.
final class PolicyParser {
    private static let beginning = "begin with `warrant: 1`"

    let vocabulary: Vocabulary
    let problems = Problems()
    var substitution: Substitution
    /// Where each `id` stands.
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
        // A misspelt key may well be the one that was to require something.
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

    /// - Returns: an empty list where there is no such key; nil where an item is wrong.
    private func requirements(_ node: Node?, of key: String) -> [RequirementSyntax]? {
        guard let node else { return [] }
        let help = "write each requirement on a line of its own, after `- `"
        let items = problems.keep(try node.items(of: key, help: help))
        guard let items else { return nil }
        let requirements = items.compactMap(requirement)
        return requirements.count == items.count ? requirements : nil
    }

    /// A text of the policy itself, in which `${…}` means nothing.
    func text(_ node: Node, of key: String) -> Located<String>? {
        problems.keep(try node.text(of: key))
    }

    /// A text with its parameters filled in.
    ///
    /// - Parameter help: What to write in place of a list.
    func filled(_ node: Node, of key: String, ofList help: String? = nil) -> Located<String>? {
        // To find the nearest of many names is too long a work for what nobody is told.
        guard !problems.isFull else { return nil }
        return problems.keep(try substitution.fill(node.text(of: key, ofList: help))) ?? nil
    }

    /// A value that must be one of a few words.
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
