import Glibc
import LinuxSystem
import TestSupport
import Testing

/// A real tree of files, its description in the form of a test, and questions about it.
struct RandomHost {
    /// The lines of `files:`.
    private(set) var described: [String] = []
    /// The requirements, one a line.
    private(set) var questions: [String] = []
    private var random: SplitMix
    private var paths: [String] = []
    private var directories: [String] = []
    /// The commands for setfacl(1).
    private var lists: [String] = []

    private static let ids: [UInt32] = [0, 1001, 1001, 1002]
    private static let modes: [UInt16] = [
        0o777, 0o755, 0o750, 0o711, 0o700, 0o644, 0o640, 0o604, 0o664, 0o060, 0o007, 0o1777,
        0o1775, 0o2755, 0o4711, 0o444, 0o111, 0,
    ]

    init(in folder: TemporaryFolder, seed: UInt64, files: Int, questions count: Int) async throws {
        random = SplitMix(seed: seed)
        // No link and no `..` leads above the described directories.
        let roots = [folder.path, try folder.folder("a"), try folder.folder("a/b")]
        described = ["/: drwxr-xr-x", "/tmp: drwxrwxrwt"]
        described += roots.map { Self.line($0, "drwxr-xr-x", []) }
        directories = [roots[2]]
        var kinds: [(path: String, kind: Character)] = []
        for index in 0..<files {
            let path = "\(random.pick(directories))/\(index)"
            kinds.append((path, try make(path)))
            paths.append(path)
        }
        for (path, kind) in kinds where kind != "l" { try dress(path, kind) }
        try await setLists()
        questions = (0..<count).map { _ in question() }
    }

    private static func line(_ path: String, _ listed: String, _ more: [String]) -> String {
        let keys = ["is: \"\(listed)\"", listed.first == "d" ? "complete: true" : nil]
        return "\"\(path)\": { \((keys.compactMap(\.self) + more).joined(separator: ", ")) }"
    }

    private mutating func make(_ path: String) throws -> Character {
        switch random.below(10) {
        case 0..<4:
            try #require(unsafe mkdir(path, 0o700) == 0)
            directories.append(path)
            return "d"
        case 4:
            let target = random.pick(paths + ["0", "..", "../1", "nowhere", path])
            let (user, group) = (random.pick(Self.ids), random.pick(Self.ids))
            try #require(unsafe symlink(target, path) == 0)
            try #require(unsafe lchown(path, user, group) == 0)
            described.append(Self.line(path, "lrwxrwxrwx \(user):\(group) -> \(target)", []))
            return "l"
        case 5:
            try #require(unsafe mkfifo(path, 0o600) == 0)
            return "p"
        default:
            close(unsafe creat(path, 0o600))
            return "-"
        }
    }

    /// Sets owners, modes and lists. They come last, because they could prevent making the tree.
    private mutating func dress(_ path: String, _ kind: Character) throws {
        let (user, group) = (random.pick(Self.ids), random.pick(Self.ids))
        try #require(unsafe lchown(path, user, group) == 0)
        var mode = random.pick(Self.modes)
        try #require(unsafe chmod(path, mode_t(mode)) == 0)
        // In a container, a handler that cannot be seen may run the program.
        let program = MiscHandlers.match([]) == nil ? "foreign" : "not-a-program"
        var more = kind == "-" ? ["program: \(program)"] : []
        if random.chance(30) {
            let list = AccessListText(&random)
            lists.append("setfacl --set \(list.text(mode: mode)) '\(path)'")
            mode = list.mode(from: mode)
            more.append("acl: [\(list.entries.map { "\"\($0)\"" }.joined(separator: ", "))]")
        }
        described.append(Self.line(path, "\(listed(kind, mode)) \(user):\(group)", more))
    }

    private func setLists() async throws {
        let command = ["sh", "-euc", lists.joined(separator: "\n")]
        try #require(try await runCommand(command) == Ended(0))
    }

    private func listed(_ kind: Character, _ mode: UInt16) -> String {
        var letters = Array("rwxrwxrwx")
        for bit in 0..<9 where mode & (0o400 >> UInt16(bit)) == 0 { letters[bit] = "-" }
        for (bit, place, letter) in [(0o4000, 2, "s"), (0o2000, 5, "s"), (0o1000, 8, "t")]
        where mode & UInt16(bit) != 0 {
            letters[place] = Character(letters[place] == "x" ? letter : letter.uppercased())
        }
        return String(kind) + String(letters)
    }

    private mutating func question() -> String {
        let words: [(word: String, argument: String?)] = [
            ("read", nil), ("write", nil), ("execute", nil), ("access", "rw"), ("append", nil),
            ("search", nil), ("list", nil), ("stat", nil), ("read-link", nil), ("create", nil),
            ("create", "directory"), ("create", "device"), ("delete", nil),
            ("delete", "directory"), ("rename", path()), ("link", path()), ("chmod", "0600"),
            ("chown", "1002"), ("chgrp", "1001"), ("touch", nil), ("truncate", nil),
            ("open-create", nil), ("set-attribute", nil), ("set-acl", nil),
        ]
        let (word, argument) = random.pick(words)
        var keys = ["\(word): \"\(path())\"", "as: \(subject())"]
        if let argument { keys.append("argument: \"\(argument)\"") }
        if random.chance(10) { keys.append("follow: false") }
        return "{ \(keys.joined(separator: ", ")) }"
    }

    /// Returns an existing path, a free name, a path below a file that may not be a directory, or a detour.
    private mutating func path() -> String {
        let path = random.pick(paths)
        return switch random.below(10) {
        case 0: path + "/free"
        case 1: path + "/0"
        case 2: path + "/../\(random.below(paths.count))"
        case 3: path + "/"
        default: path
        }
    }

    private mutating func subject() -> String {
        let groups = [1001, 1002].filter { _ in random.chance(50) }.map { "\"\($0)\"" }
        let capabilities = [
            "CAP_DAC_OVERRIDE", "CAP_DAC_READ_SEARCH", "CAP_FOWNER", "CAP_CHOWN", "CAP_MKNOD",
        ].filter { _ in random.chance(8) }
        return """
            { user: "\(random.pick([0, 1001, 1002, 1003]))", \
            groups: [\((["\"1003\""] + groups).joined(separator: ", "))], \
            capabilities: [\(capabilities.joined(separator: ", "))] }
            """
    }
}

/// A random access list, see acl(5).
private struct AccessListText {
    /// The entries as a test describes them.
    private(set) var entries: [String] = []
    private var users: [UInt32: UInt16] = [:]
    private var groups: [UInt32: UInt16] = [:]
    private let mask: UInt16
    private let owning: UInt16

    init(_ random: inout SplitMix) {
        mask = UInt16(random.below(8))
        owning = UInt16(random.below(8))
        entries = ["group::\(Self.letters(owning))"]
        for id: UInt32 in [1001, 1003] where random.chance(50) {
            users[id] = UInt16(random.below(8))
        }
        for id: UInt32 in [1001, 1002] where random.chance(50) {
            groups[id] = UInt16(random.below(8))
        }
        for (id, bits) in users { entries.append("user:\(id):\(Self.letters(bits))") }
        for (id, bits) in groups { entries.append("group:\(id):\(Self.letters(bits))") }
    }

    private static func letters(_ bits: UInt16) -> String {
        (bits & 4 != 0 ? "r" : "-") + (bits & 2 != 0 ? "w" : "-") + (bits & 1 != 0 ? "x" : "-")
    }

    /// Returns the list in the form of setfacl(1).
    func text(mode: UInt16) -> String {
        let named =
            users.map { "u:\($0.key):\(Self.letters($0.value))" }
            + groups.map { "g:\($0.key):\(Self.letters($0.value))" }
        let own = ["u::\(Self.letters(mode >> 6))", "g::\(Self.letters(owning))"]
        let rest = ["m::\(Self.letters(mask))", "o::\(Self.letters(mode))"]
        return (own + named + rest).joined(separator: ",")
    }

    /// Returns the mode with the mask in place of the group's bits.
    func mode(from mode: UInt16) -> UInt16 { mode & ~0o070 | mask << 3 }
}
