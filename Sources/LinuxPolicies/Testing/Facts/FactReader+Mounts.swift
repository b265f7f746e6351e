import AccessModel
import Kernel
import LinuxCapabilities
import LinuxSystem
import PolicyLanguage

// What is mounted, and access lists.
extension FactReader {
    private static let options: [(name: String, flag: Mount.Flags)] = [
        ("ro", .readOnly), ("noexec", .noExec), ("nodev", .noDev), ("nosuid", .noSuid),
        ("nosymfollow", .noSymlinkFollow),
    ]

    /// `ext4`, or with what it switches off: `tmpfs nosuid nodev`.
    func mount(_ text: Located<String>) throws(Diagnostic) -> Mount {
        let words = text.value.split { $0 == " " || $0 == "," }.map(String.init)
        guard let type = words.first else {
            throw .invalidFact(text, "names no file system", help: "write `ext4`, `proc ro`")
        }
        var flags: Mount.Flags = []
        for word in words.dropFirst() {
            guard let option = Self.options.first(where: { $0.name == word }) else {
                let unknown = Located(word, at: text.location)
                throw .unknownValue(unknown, of: "mount", known: Self.options.map(\.name))
            }
            flags.insert(option.flag)
        }
        return Mount(ofType: type, flags: flags, kernel: facts.settings.kernel)
    }

    /// As getfacl(1) prints it, without what the mode shows: owner, mask, others.
    func list(_ node: Node, mode: UInt16) throws(Diagnostic) -> [ListEntry] {
        var users: [(UInt32, Permissions)] = []
        var groups: [(UInt32, Permissions)] = []
        var owning = Permissions(mode >> 3)
        for text in try node.words(of: "acl") {
            let parts = text.value.split(separator: ":", omittingEmptySubsequences: false)
                .map(String.init)
            guard parts.count == 3, let permissions = Permissions(listed: parts[2]) else {
                throw Self.notInList(text)
            }
            let name = Located(parts[1], at: text.location)
            switch (parts[0], parts[1].isEmpty) {
            case ("user", false): users.append((try user(name), permissions))
            case ("group", false): groups.append((try group(name), permissions))
            case ("group", true): owning = permissions
            default: throw Self.notInList(text)
            }
        }
        // In the kernel's order.
        return [ListEntry(.owner, Permissions(mode >> 6))]
            + users.sorted { $0.0 < $1.0 }.map { ListEntry(.user($0), $1) }
            + [ListEntry(.owningGroup, owning)]
            + groups.sorted { $0.0 < $1.0 }.map { ListEntry(.group($0), $1) }
            + [ListEntry(.mask, Permissions(mode >> 3)), ListEntry(.other, Permissions(mode))]
    }

    private static func notInList(_ text: Located<String>) -> Diagnostic {
        .invalidFact(
            text,
            "is no entry of an access list that the mode does not show",
            help: "write `user:NAME:r-x`, `group:NAME:r--` or `group::r--`"
        )
    }

    func readSetting(_ entry: Node.Entry) throws(Diagnostic) {
        let name = entry.key
        guard let setting = HostFacts.Sysctl(rawValue: name.value) else {
            let known = HostFacts.Sysctl.allCases.map(\.rawValue)
            throw .unknownValue(name, of: "sysctls", known: known)
        }
        let text = try entry.value.text(of: name.value)
        let (count, highest) = setting.form
        let words = text.value.split { $0 == " " || $0 == "\t" }
        let numbers = words.compactMap { Self.number(String($0)) }.filter { $0 <= highest }
        guard words.count == count, numbers.count == count else {
            let form = count == 1 ? "a whole number" : "two whole numbers"
            let help = "write \(form) from 0 to \(highest)"
            throw .invalidFact(text, "is not a value of \(name.value.quoted)", help: help)
        }
        take(numbers, of: setting)
    }

    private func take(_ numbers: [UInt32], of setting: HostFacts.Sysctl) {
        let first = numbers[0]
        switch setting {
        case .unprivilegedStart: facts.network.unprivilegedStart = UInt16(first)
        case .bindsOnlyIPv6: facts.network.bindsOnlyIPv6 = first != 0
        case .pingGroups: facts.network.pingGroups = PingGroups(from: first, through: numbers[1])
        case .protectedSymlinks: facts.settings.protectedSymlinks = Int(first)
        case .protectedHardlinks: facts.settings.protectedHardlinks = Int(first)
        case .protectedRegular: facts.settings.protectedRegular = Int(first)
        case .protectedFifos: facts.settings.protectedFifos = Int(first)
        case .tracingScope: facts.tracingScope = Int(first)
        }
    }
}

extension HostFacts.Sysctl {
    /// How many numbers the kernel takes, from 0 to which.
    fileprivate var form: (count: Int, highest: UInt32) {
        switch self {
        case .unprivilegedStart: (1, 65535)
        case .bindsOnlyIPv6: (1, 255)
        case .pingGroups: (2, .max - 1)
        case .protectedSymlinks, .protectedHardlinks: (1, 1)
        case .protectedRegular, .protectedFifos: (1, 2)
        case .tracingScope: (1, 3)
        }
    }
}

extension Permissions {
    /// The lowest three bits of a mode.
    fileprivate init(_ mode: UInt16) {
        self.init()
        if mode & 4 != 0 { insert(.read) }
        if mode & 2 != 0 { insert(.write) }
        if mode & 1 != 0 { insert(.execute) }
    }

    /// `r-x`.
    fileprivate init?(listed text: String) {
        let letters = Array(text)
        let known = zip(letters, "rwx").allSatisfy { $0 == $1 || $0 == "-" }
        guard letters.count == 3, known else { return nil }
        self.init()
        if letters[0] == "r" { insert(.read) }
        if letters[1] == "w" { insert(.write) }
        if letters[2] == "x" { insert(.execute) }
    }
}
