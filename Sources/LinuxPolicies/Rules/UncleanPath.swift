import LinuxCapabilities
import PolicyEngine
import PolicyLanguage

/// Finds paths with `//` and `/./` in them.
///
/// Its fix leaves these out: Linux takes several slashes for one, and `.` for the directory that it stands
/// in. A `/`, `/.` or `/./` at the end is left alone: it asks for a directory, and one whose last name is `.`
/// can be neither made, moved nor taken away; see path_resolution(7).
struct UncleanPath: LintRule {
    static let id = "unclean-path"
    static let severity = LintFinding.Severity.warning
    static let summary = "a path has `//` or `/./` in it"

    func findings(in policy: LintedPolicy) -> [LintFinding] {
        policy.requirements.compactMap { placed in
            guard let (use, capability) = placed.question,
                let path = (capability as? FileAccess)?.path, path.cleaned != path
            else { return nil }
            return Self.finding(
                at: use.value.location,
                "\(path.quoted) is not written as others would write it",
                help: "write \(path.cleaned.quoted)",
                fix: policy.text.edits(of: use.value) { $0.cleaned }
            )
        }
    }
}

extension String {
    /// Without what Linux passes over within a path. A parameter at its end may stand for nothing.
    fileprivate var cleaned: String {
        var bytes: [UInt8] = []
        var rest = Array(utf8)[...]
        while let byte = rest.first {
            if rest.starts(with: "//".utf8) {
                rest = rest.dropFirst()
            } else if rest.starts(with: "/./".utf8), rest.dropFirst(3).hasName {
                rest = rest.dropFirst(2)
            } else {
                bytes.append(byte)
                rest = rest.dropFirst()
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}

extension ArraySlice<UInt8> {
    /// Whether this rest of a path has a name in it for certain, be it `.`.
    fileprivate var hasName: Bool {
        guard let first = first(where: { $0 != UInt8(ascii: "/") }) else { return false }
        return first != UInt8(ascii: "$")
    }
}
