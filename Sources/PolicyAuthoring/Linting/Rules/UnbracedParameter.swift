import LinuxSystem
import Policies
import PolicyLanguage

/// Finds `$name` if a parameter has that name, and names in paths that a shell would read as a variable.
struct UnbracedParameter: LintRule {
    static let id = "unbraced-parameter"
    static let severity = LintFinding.Severity.warning
    static let summary = "`$name` is not a parameter: the braces are missing"

    func findings(in policy: LintedPolicy) -> [LintFinding] {
        let parameters = Set(policy.syntax.parameters.map(\.name.value))
        return policy.requirements.flatMap { placed -> [LintFinding] in
            guard let use = placed.use else { return [] }
            return ([use.value] + use.keys.values).compactMap { text in
                if let name = text.value.dollarNames.first(where: parameters.contains) {
                    return Self.finding(text, name, help: "write `${\(name)}`")
                }
                guard placed.path != nil, let name = text.value.variable else { return nil }
                return Self.finding(
                    text,
                    name,
                    help: "write the value itself, or make it a parameter, `${\(name)}`"
                )
            }
        }
    }

    private static func finding(
        _ text: Located<String>,
        _ name: String,
        help: String
    ) -> LintFinding {
        finding(
            at: text.location,
            "\("$\(name)".quoted) in \(text.value.quoted) stands for itself",
            help: help
        )
    }
}

extension String {
    /// The names after a `$`. Each is also listed up to its first `-`, as far as a shell would read it.
    fileprivate var dollarNames: [String] {
        guard utf8.contains(UInt8(ascii: "$")) else { return [] }
        return split(separator: "$", omittingEmptySubsequences: false).dropFirst().flatMap { rest in
            let name = rest.prefix { $0.isNameCharacter || $0 == "-" }
            let short = name.prefix { $0 != "-" }
            return [name, short].filter { !$0.isEmpty }.map(String.init)
        }
    }

    /// The first name in the path that is entirely a shell variable: `/srv/$HOME`.
    fileprivate var variable: String? {
        guard utf8.contains(UInt8(ascii: "$")) else { return nil }
        let names = pathNames.filter { $0.hasPrefix("$") }.map { $0.dropFirst() }
        return names.first { name in
            name.first.map { $0.isLetter || $0 == "_" } == true
                && name.allSatisfy(\.isNameCharacter)
        }.map(String.init)
    }
}

extension Character {
    fileprivate var isNameCharacter: Bool { isASCII && (isLetter || isNumber || self == "_") }
}
