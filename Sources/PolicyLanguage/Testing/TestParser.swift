import Text

/// Turns a tree into tests and collects every problem that it finds.
///
/// Each function returns nil only after it reports the reason.
final class TestParser {
    private static let keys = ["warrant", "policy", "set", "given", "cases"]
    private static let caseKeys = ["case", "set", "given", "expect", "requirements"]
    private static let beginning = "begin with `warrant: 1`"

    let problems = Problems()
    /// The place of each case.
    private var names: [String: SourceLocation] = [:]

    func tests(_ root: Node) -> TestSyntax? {
        guard let fields = problems.keep(try Fields(root, of: "a test", help: Self.beginning))
        else { return nil }
        let isPolicy = ["require", "forbid", "include"].contains { fields[$0] != nil }
        guard !isPolicy || fields["cases"] != nil else {
            problems.report(.policyWithoutTest(at: root.location))
            return nil
        }
        fields.reportUnknown(except: Self.keys, to: problems)
        checkVersion(fields, root)
        let policy = fields["policy"].flatMap { text($0, of: "policy") }
        guard let items = cases(fields, root) else { return nil }
        let cases = items.compactMap { testCase($0, sharing: fields) }
        guard cases.count == items.count else { return nil }
        return TestSyntax(policy: policy, cases: cases, location: root.location)
    }

    private func checkVersion(_ fields: Fields, _ root: Node) {
        guard let node = fields["warrant"] else {
            return problems.report(.missingKey("warrant", at: root.location, help: Self.beginning))
        }
        guard let text = text(node, of: "warrant") else { return }
        let isKnown = PolicySyntax.knownVersions.contains { "\($0)" == text.value }
        if !isKnown { problems.report(.unknownVersion(text)) }
    }

    private func cases(_ fields: Fields, _ root: Node) -> [Node]? {
        guard let node = fields["cases"] else {
            // A misspelt key may be the one that was meant to hold the cases.
            if fields.areKnown(Self.keys) { problems.report(.testsNothing(at: root.location)) }
            return nil
        }
        let help = "write each case on a line of its own, after `- `"
        guard let items = problems.keep(try node.items(of: "cases", help: help)) else {
            return nil
        }
        if items.isEmpty { problems.report(.testsNothing(at: node.location)) }
        return items.isEmpty ? nil : items
    }

    private func testCase(_ node: Node, sharing shared: Fields) -> TestCaseSyntax? {
        let help = "write `case: …` and `expect: …`"
        guard let fields = problems.keep(try Fields(node, of: "a case", help: help)) else {
            return nil
        }
        fields.reportUnknown(except: Self.caseKeys, to: problems)
        let name = name(fields, node)
        let expected = expected(fields, node)
        let requirements = fields["requirements"].map(expectations) ?? []
        let settings = settings(Self.laid(fields["set"], over: shared["set"]))
        guard let name, let expected, let requirements, let settings else { return nil }
        return TestCaseSyntax(
            name: name,
            given: Self.laid(fields["given"], over: shared["given"]),
            settings: settings,
            expected: expected,
            requirements: requirements
        )
    }

    private static func laid(_ own: Node?, over shared: Node?) -> Node? {
        guard let own, let shared else { return own ?? shared }
        return shared.overlaid(by: own)
    }

    private func name(_ fields: Fields, _ node: Node) -> Located<String>? {
        guard let text = required("case", in: fields, node, help: "write what it shows") else {
            return nil
        }
        if let first = names.updateValue(text.location, forKey: text.value) {
            problems.report(.duplicateCase(text, first: first))
        }
        return text
    }

    private func expected(_ fields: Fields, _ node: Node) -> Located<TestCaseSyntax.Outcome>? {
        let help = "write `expect: holds`, `fails` or `undetermined`"
        guard let text = required("expect", in: fields, node, help: help) else { return nil }
        let known = TestCaseSyntax.Outcome.allCases.filter { $0 != .notApplicable }
        guard let outcome = known.first(where: { $0.rawValue == text.value }) else {
            problems.report(.unknownValue(text, of: "expect", known: known.map(\.rawValue)))
            return nil
        }
        return Located(outcome, at: text.location)
    }

    private func required(_ key: String, in fields: Fields, _ node: Node, help: String)
        -> Located<String>?
    {
        guard let value = fields[key] else {
            problems.report(.missingKey(key, at: node.location, help: help))
            return nil
        }
        return text(value, of: key)
    }

    private func text(_ node: Node, of key: String) -> Located<String>? {
        problems.keep(try node.text(of: key))
    }

    private func expectations(_ node: Node) -> [TestCaseSyntax.Expectation]? {
        let help = "write `REQUIREMENT: OUTCOME REASON` for each"
        let entries = problems.keep(try node.entries(of: "requirements", help: help))
        guard let entries else { return nil }
        let found = entries.compactMap(expectation)
        return found.count == entries.count ? found : nil
    }

    private func expectation(_ entry: Node.Entry) -> TestCaseSyntax.Expectation? {
        guard let text = text(entry.value, of: entry.key.value) else { return nil }
        let words = text.value.split(separator: " ")
        guard let first = words.first, words.count <= 2,
            let outcome = TestCaseSyntax.Outcome(rawValue: String(first))
        else {
            problems.report(.invalidExpectation(text))
            return nil
        }
        let reason = words.count == 2 ? Located(String(words[1]), at: text.location) : nil
        return TestCaseSyntax.Expectation(name: entry.key, outcome: outcome, reason: reason)
    }

    private func settings(_ node: Node?) -> [String: Setting]? {
        guard let node else { return [:] }
        let help = "write `set: { NAME: VALUE }`"
        guard let entries = problems.keep(try node.entries(of: "set", help: help)) else {
            return nil
        }
        var settings: [String: Setting] = [:]
        for entry in entries {
            let isEmpty = entry.value.kind == .scalar("", style: .quoted)
            let text = isEmpty ? Located("", at: entry.value.location) : nil
            guard let value = text ?? self.text(entry.value, of: entry.key.value) else {
                return nil
            }
            let place = Setting.Place(name: entry.key.location, value: value.location)
            settings[entry.key.value] = Setting(value.value, at: place)
        }
        return settings
    }
}

extension Diagnostic {
    /// Reports a test without a case.
    static func testsNothing(at place: SourceLocation) -> Self {
        Self(
            "tests-nothing",
            at: place,
            "the test has no case",
            help: "list at least one under `cases`"
        )
    }

    static func policyWithoutTest(at place: SourceLocation) -> Self {
        Self(
            "no-test",
            at: place,
            "this is a policy, and no test of its name stands beside it",
            help: "name the test, or write one whose name has `.test` before `.yaml`"
        )
    }

    static func duplicateCase(_ name: Located<String>, first: SourceLocation) -> Self {
        Self(
            "duplicate-case",
            at: name.location,
            "the case \(name.value.quoted) is given twice, "
                + "first at line \(first.line), column \(first.column)",
            help: "choose another name"
        )
    }

    static func invalidExpectation(_ text: Located<String>) -> Self {
        let known = TestCaseSyntax.Outcome.allCases.map(\.rawValue)
        return Self(
            "invalid-expectation",
            at: text.location,
            "\(text.value.quoted) is not an outcome of a requirement",
            help: "write \(listed(known, "or")), and after it the code of the deciding reason"
        )
    }

    /// - Parameters:
    ///   - known: The names of the policy's requirements.
    ///   - listed: The names that the case lists. A misspelt name stands for none of them.
    package static func unknownRequirement(
        _ name: Located<String>,
        known: [String],
        listed: Set<String>
    ) -> Self {
        let forbidden = "forbid \(name.value)"
        let free = known.filter { !listed.contains($0) }
        let help =
            if known.contains(forbidden) {
                "did you mean \(forbidden.quoted)?"
            } else if nearest(to: name.value, among: free) != nil {
                advice(for: name.value, among: free)
            } else {
                "if it was removed there, put it back, or remove it here; "
                    + "`warrant show` lists what it requires"
            }
        return Self(
            "unknown-requirement",
            at: name.location,
            "the policy has no requirement \(name.value.quoted)",
            help: help
        )
    }
}
