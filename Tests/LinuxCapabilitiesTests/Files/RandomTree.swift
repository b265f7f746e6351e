import AccessModel
import CLinux
import Glibc
import LinuxCapabilities
import LinuxSystem
import TestSupport
import Testing

/// Files of several owners, and a user who may use some of them.
struct RandomTree {
    struct Question: CustomStringConvertible {
        let action: FileAccess.Action
        let path: String

        var description: String { "\(action.rawValue) \(path)" }

        /// Whether this thread can do it, by doing it.
        func isPossible() -> Bool {
            // A program is not run, since it may not end; the kernel has the same answer for all but its format.
            if action == .execute { return unsafe faccessat(AT_FDCWD, path, X_OK, AT_EACCESS) == 0 }
            let way = action == .read ? O_RDONLY : O_WRONLY
            let file = unsafe open(path, way | O_NONBLOCK | O_CLOEXEC)
            if file >= 0 { close(file) }
            return file >= 0
        }
    }

    private static let modes: [mode_t] = [
        0o777, 0o755, 0o750, 0o711, 0o710, 0o700, 0o1777, 0o070, 0o007, 0o644, 0o640, 0o440, 0o222,
        0,
    ]
    private static let users: [UInt32] = [0, 64_001, 64_002, 64_003]
    private static let groups: [UInt32] = [0, 64_101, 64_102, 64_103]

    let user: RandomUser
    private(set) var questions: [Question] = []
    private let folder: TemporaryFolder
    private var random: SplitMix
    private var paths: [String] = []

    init(seed: UInt64) throws {
        try #require(geteuid() == 0, "root is needed to make files of others")
        random = SplitMix(seed: seed)
        folder = try TemporaryFolder()
        user = RandomUser(Self.users, Self.groups, &random)
        try grow(in: "", depth: 0)
        for path in paths {
            for action in FileAccess.Action.allCases {
                var found = stat()
                let isFolder = unsafe stat(path, &found) == 0 && found.st_mode & S_IFMT == S_IFDIR
                if action == .execute, isFolder { continue }
                questions.append(Question(action: action, path: path))
            }
        }
    }

    func access(_ question: Question) -> FileAccess {
        FileAccess(question.action, question.path, of: user.subject)
    }

    private mutating func grow(in place: String, depth: Int) throws {
        for number in 0..<3 {
            let name = "\(place)f\(number)"
            try folder.file(name)
            try settle(name)
        }
        if let target = paths.randomElement(using: &random) {
            paths.append(try folder.link("\(place)l", to: target))
        }
        guard depth < 3 else { return }
        for number in 0..<2 {
            let name = "\(place)d\(number)"
            try folder.folder(name)
            try grow(in: "\(name)/", depth: depth + 1)
            try settle(name)
        }
    }

    /// Gives it an owner, a group, a mode and perhaps a list, in the order in which none undoes another.
    private mutating func settle(_ name: String) throws {
        let path = folder.path(of: name)
        paths.append(path)
        let owner = Self.users.randomElement(using: &random) ?? 0
        let group = Self.groups.randomElement(using: &random) ?? 0
        try #require(unsafe chown(path, owner, group) == 0)
        try #require(unsafe chmod(path, Self.modes.randomElement(using: &random) ?? 0) == 0)
        guard Int.random(in: 0..<3, using: &random) == 0 else { return }
        let list = randomList()
        try #require(
            unsafe setxattr(path, "system.posix_acl_access", list, list.count, 0) == 0,
            "an access list on \(path): errno \(errno)"
        )
    }

    /// In the form of the attribute: a version, and entries of a tag, permissions and an id; see acl(5).
    private mutating func randomList() -> [UInt8] {
        var bytes: [UInt8] = [2, 0, 0, 0]
        func add(_ tag: UInt16, _ id: UInt32) {
            let permissions = UInt16.random(in: 0...7, using: &random)
            for number in [tag, permissions] { bytes += [UInt8(number & 255), UInt8(number >> 8)] }
            bytes += (0..<4).map { UInt8(truncatingIfNeeded: id >> (8 * $0)) }
        }
        add(0x01, .max)
        for user in Self.users.filter({ _ in Bool.random(using: &random) }) { add(0x02, user) }
        add(0x04, .max)
        for group in Self.groups.filter({ _ in Bool.random(using: &random) }) { add(0x08, group) }
        add(0x10, .max)
        add(0x20, .max)
        return bytes
    }
}

/// Somebody with some of the groups and of the kernel capabilities that files look at.
struct RandomUser: CustomStringConvertible {
    private let id: UInt32
    private let groups: [UInt32]
    private let capabilities: [KernelCapability]

    init(_ users: [UInt32], _ groups: [UInt32], _ random: inout SplitMix) {
        id = users.randomElement(using: &random) ?? 0
        let few = groups.shuffled(using: &random).prefix(Int.random(in: 1...3, using: &random))
        self.groups = Array(few)
        let overriding: [KernelCapability] = [.dacOverride, .dacReadSearch]
        capabilities = overriding.filter { _ in Int.random(in: 0..<4, using: &random) == 0 }
    }

    var description: String { "\(id) in \(groups) with \(capabilities)" }

    var subject: Subject {
        .user("\(id)", groups: groups.map { "\($0)" }, capabilities: capabilities)
    }

    /// Becomes this user with all ids, in a process of the test's own; this thread keeps the capabilities.
    func become() throws {
        try #require(unsafe setgroups(groups.count, groups) == 0)
        try #require(setgid(groups[0]) == 0)
        try #require(clinux_prctl(PR_SET_KEEPCAPS, 1) == 0)
        try #require(setuid(id) == 0)
        var sets = try CapabilityCalls.ownThreeSets()
        sets.effective = KernelCapabilitySet(capabilities).mask
        try CapabilityCalls.setOwn(sets)
    }
}
