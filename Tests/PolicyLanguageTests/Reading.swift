import Policies
import PolicyLanguage

extension Vocabulary {
    /// A few words of each form in the language.
    static let sample = Vocabulary(
        words: [
            Word("read", keys: [Key("follow", shape: .boolean), Key("argument")]),
            Word("chmod", keys: [Key("follow", shape: .boolean), Key("mode", shape: .mode)]),
            Word("capability", keys: [Key("in", values: ["effective", "permitted", "ambient"])]),
            Word("connect"),
            Word("bind"),
            Word("unit", keys: [Key("state", values: ["active", "inactive", "failed", "loaded"])]),
        ],
        synonyms: { ["exec": "read"] }
    )
}

/// Reads real text through all stages: libyaml, the tree, the policy.
func policy(
    _ text: String,
    from sources: ParameterSources = .none
) throws(Diagnostics) -> PolicySyntax {
    let root = try YAMLTree.parse(Array(text.utf8), file: "p.yaml")
    return try PolicySyntax.parse(root, vocabulary: .sample, parametersFrom: sources)
}

extension ParameterSources {
    /// Makes sources as the caller of a program gives them.
    init(_ settings: [String: String], variables: [String: String] = [:], areShared: Bool = false) {
        self.init(
            settings: settings.mapValues { Setting($0) },
            environment: .variables { variables[$0] },
            areShared: areShared
        )
    }
}

/// Returns the diagnostics of a policy, one a line; empty if it is valid.
func complaints(of text: String, from sources: ParameterSources = .none) -> [String] {
    do throws(Diagnostics) {
        _ = try policy(text, from: sources)
        return []
    } catch {
        return error.all.map(\.description)
    }
}

/// Returns the diagnostics of bytes that need only form a tree.
func complaints(ofBytes bytes: [UInt8]) -> [String] {
    do throws(Diagnostics) {
        _ = try YAMLTree.parse(bytes, file: "p.yaml")
        return []
    } catch {
        return error.all.map(\.description)
    }
}

/// Returns a policy with one requirement, whose lines begin at line 4, column 5.
func policyText(requiring requirement: String) -> String {
    let lines = requirement.split(separator: "\n", omittingEmptySubsequences: false)
    return "warrant: 1\nname: n\nrequire:\n  - " + lines.joined(separator: "\n    ") + "\n"
}

func complaints(ofRequirement requirement: String) -> [String] {
    complaints(of: policyText(requiring: requirement))
}

func requirement(_ text: String) throws(Diagnostics) -> RequirementSyntax? {
    try policy(policyText(requiring: text)).require.first
}

func place(_ line: Int, _ column: Int) -> SourceLocation {
    SourceLocation(file: "p.yaml", line: line, column: column)
}
