import LinuxCapabilities
import Policies
import PolicyLanguage

/// Finds paths that contain `//` or `/./`.
///
/// The fix removes these: Linux reads several slashes as one, and `.` as the same directory. It keeps a `/`, `/.` or
/// `/./` at the end, which asks for a directory. A path whose last name is `.` cannot be created, renamed or removed;
/// see path_resolution(7).
struct UncleanPath: LintRule {
    static let id = "unclean-path"
    static let severity = LintFinding.Severity.warning
    static let summary = "a path has `//` or `/./` in it"

    func findings(in policy: LintedPolicy) -> [LintFinding] {
        policy.requirements.compactMap { placed in
            // The kernel accepts no longer path, so the shorter path could have a different answer.
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
    /// The path without the parts that Linux skips. A parameter at the end may be empty.
    fileprivate var cleaned: String {
        let (slash, dot) = (UInt8(ascii: "/"), UInt8(ascii: "."))
        // Two zero bytes, so that each byte has two others after it.
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
    /// True if this rest of a path certainly contains a name, which may be `.`. The rest ends with zeros.
    fileprivate var hasName: Bool {
        guard let first = first(where: { $0 != UInt8(ascii: "/") }) else { return false }
        return first != 0 && first != UInt8(ascii: "$")
    }
}
