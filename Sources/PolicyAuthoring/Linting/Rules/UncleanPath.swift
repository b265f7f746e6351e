import LinuxCapabilities
import Policies
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
            // The kernel takes no longer path, and answers about one that it takes would differ.
            guard let path = (placed.capability as? FileAccess)?.path, path.utf8.count < 4096,
                path.cleaned != path,
                let use = placed.use
            else { return nil }
            return Self.finding(
                at: use.value.location,
                "\(path.quoted) has `//` or `/./` in it, so a search for its usual form misses it",
                help: "write \(path.cleaned.quoted)",
                fix: policy.text.edits(of: use.value) { $0.cleaned }
            )
        }
    }
}

extension String {
    /// Without what Linux passes over within a path. A parameter at its end may stand for nothing.
    fileprivate var cleaned: String {
        let (slash, dot) = (UInt8(ascii: "/"), UInt8(ascii: "."))
        // So that there are two bytes behind each.
        let bytes = Array(utf8) + [0, 0]
        var cleaned: [UInt8] = []
        cleaned.reserveCapacity(bytes.count)
        var index = 0
        while index < bytes.count - 2 {
            if bytes[index] == slash, bytes[index + 1] == slash {
                index += 1
            } else if bytes[index...].starts(with: [slash, dot, slash]),
                bytes[(index + 3)...].hasName
            {
                index += 2
            } else {
                cleaned.append(bytes[index])
                index += 1
            }
        }
        return String(decoding: cleaned, as: UTF8.self)
    }
}

extension ArraySlice<UInt8> {
    /// Whether this rest of a path has a name in it for certain, be it `.`; it ends with zeros.
    fileprivate var hasName: Bool {
        guard let first = first(where: { $0 != UInt8(ascii: "/") }) else { return false }
        return first != 0 && first != UInt8(ascii: "$")
    }
}
