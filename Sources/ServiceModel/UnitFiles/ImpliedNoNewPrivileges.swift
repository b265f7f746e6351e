/// The settings that imply `no_new_privs` for a command without `CAP_SYS_ADMIN`, besides those that are modelled.
///
/// - SeeAlso: `context_has_no_new_privileges` in src/core/execute.c of systemd.
struct ImpliedNoNewPrivileges {
    private var found: [String: [Placed<Bool>]] = [:]
    /// The namespaces that `RestrictNamespaces=` permits; nil before its first line.
    private var permittedNamespaces: Set<String>?
    /// True if the first line of `SystemCallLog=` has a `~`.
    private var logsOthers = false

    var settings: [Placed<Bool>] { found.keys.sorted().flatMap { found[$0] ?? [] } }

    /// - Parameter setting: The line, as the setting that implies it.
    /// - Returns: False if it is not known what the line implies.
    mutating func read(_ line: UnitFile.Assignment, as setting: Placed<Bool>) -> Bool {
        switch line.name {
        case "LockPersonality", "MemoryDenyWriteExecute", "RestrictRealtime", "RestrictSUIDSGID":
            if let isOn = boolean(line.value) { found[line.name] = isOn ? [setting] : nil }
            return true
        case "RestrictNamespaces": return readNamespaces(line, setting)
        case "SystemCallArchitectures": return readArchitectures(line, setting)
        case "SystemCallLog": return readLoggedCalls(line, setting)
        default: return true
        }
    }

    /// Several lines add up, and all namespaces together restrict nothing (config_parse_restrict_namespaces).
    private mutating func readNamespaces(
        _ line: UnitFile.Assignment,
        _ setting: Placed<Bool>
    ) -> Bool {
        let all = Self.namespaces
        let isInverted = line.value.utf8.first == UInt8(ascii: "~")
        let value = String(line.value.dropFirst(isInverted ? 1 : 0))
        let words = Set(value.unquotedWords)
        if line.value.isEmpty {
            permittedNamespaces = nil
        } else if let isOn = boolean(value) {
            permittedNamespaces = isOn ? [] : all
        } else if !words.isSubset(of: all) {
            // A later version may know the name.
            return false
        } else {
            permittedNamespaces =
                isInverted
                ? (permittedNamespaces ?? all).subtracting(words)
                : (permittedNamespaces ?? []).union(words)
        }
        found[line.name] = permittedNamespaces ?? all == all ? nil : [setting]
        return true
    }

    private static let namespaces: Set = ["cgroup", "ipc", "net", "mnt", "pid", "user", "uts"]

    private mutating func readArchitectures(
        _ line: UnitFile.Assignment,
        _ setting: Placed<Bool>
    ) -> Bool {
        guard !line.value.isEmpty else {
            found[line.name] = nil
            return true
        }
        let words = line.value.unquotedWords
        // A later version may know the name.
        guard words.allSatisfy(Self.architectures.contains) else { return false }
        found[line.name, default: []].append(setting)
        return true
    }

    /// The names of systemd 252 (seccomp_arch_from_string, src/shared/seccomp-util.c).
    private static let architectures: Set = [
        "native", "x86", "x86-64", "x32", "arm", "arm64", "loongarch64", "mips", "mips64",
        "mips64-n32", "mips-le", "mips64-le", "mips64-le-n32", "parisc", "parisc64", "ppc", "ppc64",
        "ppc64-le", "riscv64", "s390", "s390x",
    ]

    /// The first line decides whether the list is one of the calls to log or of the others. A list of the others that
    /// becomes empty counts as none, and is not known here.
    private mutating func readLoggedCalls(
        _ line: UnitFile.Assignment,
        _ setting: Placed<Bool>
    ) -> Bool {
        if line.value.isEmpty {
            (found[line.name], logsOthers) = (nil, false)
        } else if found[line.name] == nil {
            logsOthers = logsOthers || line.value.utf8.first == UInt8(ascii: "~")
            guard !logsOthers else { return false }
            found[line.name] = [setting]
        }
        return true
    }
}
