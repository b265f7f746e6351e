import PolicyLanguage

/// Finds parameters that no text of the policy uses.
struct UnusedParameter: LintRule {
    static let id = "unused-parameter"
    static let severity = LintFinding.Severity.warning
    static let summary = "a parameter is filled in nowhere"

    func findings(in policy: LintedPolicy) -> [LintFinding] {
        guard !policy.syntax.parameters.isEmpty else { return [] }
        var used: Set<String> = []
        for entry in policy.tree.entries {
            switch entry.key.value {
            case "subject", "require", "forbid": entry.value.addParameters(to: &used)
            case "include":
                for set in entry.value.entries.flatMap(\.value.entries)
                where set.key.value == "set" { set.value.addParameters(to: &used) }
            default: break
            }
        }
        return policy.syntax.parameters.filter { !used.contains($0.name.value) }.map {
            Self.finding(
                at: $0.name.location,
                "the parameter \($0.name.value.quoted) is used nowhere",
                help: "remove it, or write `${\($0.name.value)}` where it belongs"
            )
        }
    }
}

extension Node {
    fileprivate var entries: [Entry] {
        if case .mapping(let entries) = kind { entries } else { [] }
    }

    fileprivate func addParameters(to names: inout Set<String>) {
        switch kind {
        case .scalar(let text, _): names.formUnion(text.parameters)
        case .sequence(let items): for item in items { item.addParameters(to: &names) }
        case .mapping(let entries): for entry in entries { entry.value.addParameters(to: &names) }
        }
    }
}

extension String {
    /// The names in `${…}`; `$${` is a plain `${`.
    fileprivate var parameters: [String] {
        guard utf8.contains(UInt8(ascii: "$")) else { return [] }
        var found: [String] = []
        var rest = utf8[...]
        while let dollar = rest.firstIndex(of: UInt8(ascii: "$")) {
            rest = rest[dollar...]
            if rest.starts(with: "$${".utf8) {
                rest = rest.dropFirst(3)
            } else if rest.starts(with: "${".utf8), let end = rest.firstIndex(of: 0x7D) {
                found.append(String(Substring(rest[..<end].dropFirst(2))))
                rest = rest[end...]
            } else {
                rest = rest.dropFirst()
            }
        }
        return found
    }
}
