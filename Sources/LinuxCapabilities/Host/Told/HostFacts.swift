package import AccessModel
package import Kernel
package import LinuxSystem

/// What is told of a host, in place of one that could be asked: all that its probes answer from.
///
/// What it does not say nobody knows, so that a question about it is undetermined.
package struct HostFacts: Sendable {
    /// Who asks; nil where that is not told.
    package var own: ThreadCredentials?
    /// Others by their ids, the main processes of units among them.
    package var processes: [Int32: ProcessFacts] = [:]
    /// By their names; one without an account does not exist.
    package var users: [String: SubjectAccount?] = [:]
    package var groups: [String: UInt32] = [:]
    /// The numbers of users and groups of which only names are told.
    package var madeUpIDs: Set<UInt32> = []
    /// The names of groups that do not exist.
    package var missingGroups: Set<String> = []
    package var units: [String: UnitFacts] = [:]
    package var network = Network()
    package var settings = FileSettings()
    /// Which settings of the kernel were looked at, where a host was; all others are as a kernel has them that
    /// nobody set.
    package var sysctls: Set<Sysctl> = []
    /// `kernel.yama.ptrace_scope`; nil for a kernel without Yama.
    package var tracingScope: Int?
    /// Nil where it is not told; nil within where no file names one.
    package var machineID: MachineID??
    /// By action.
    package var polkit: [String: Polkit] = [:]
    private var files: [String: File] = [:]
    /// The directories on the way to all that is told: who tells of a file tells that they are there.
    private var ways: Set<String> = []

    package init() {}

    /// What is told of a path.
    package subscript(path: String) -> File? { files[path] }

    package mutating func tell(_ file: File, of path: String) {
        files[path] = file
        var rest = path.utf8[...]
        while rest.count > 1, let slash = rest.lastIndex(of: UInt8(ascii: "/")) {
            rest = slash == rest.startIndex ? rest[...slash] : rest[..<slash]
            guard ways.insert(String(Substring(rest))).inserted else { return }
        }
    }

    package var paths: [String] { files.keys.sorted() }

    /// A file, or a directory on the way to one, which is `drwxr-xr-x root:root` unless more is told.
    func file(at path: String) -> File? {
        files[path] ?? (ways.contains(path) ? .ordinaryDirectory : nil)
    }

    /// The account of this number; nil where none is told, and where several are that differ.
    package func account(numbered id: UInt32) -> SubjectAccount? {
        let found = Set(users.values.compactMap(\.self).filter { $0.user == id })
        return found.count == 1 ? found.first : nil
    }

    /// Whether a directory has names; nil where that is not told.
    func isEmpty(_ directory: String) -> Bool? {
        let start = directory == "/" ? "/" : directory + "/"
        let isBelow = { (path: String) in path != "/" && path.utf8.starts(with: start.utf8) }
        let hasNames =
            ways.contains(where: isBelow) || files.contains { isBelow($0.key) && $0.value.isThere }
        if hasNames { return false }
        return file(at: directory)?.isComplete == true ? true : nil
    }
}

extension HostFacts {
    /// What is told of one path.
    package struct File: Sendable {
        /// Nil where nothing is there.
        package var place: Place?
        package var list: [ListEntry]?
        /// Where a symbolic link points to.
        package var target: String?
        /// What is mounted here; nil where it is on the same mount as its directory.
        package var mount: Mount?
        /// Whether each name in a directory is told, so that all others are free.
        package var isComplete = false
        /// What execve(2) finds in it.
        package var program = Program(.elf(interpreter: nil))

        package init(
            _ place: Place?,
            on mount: Mount? = nil,
            list: [ListEntry]? = nil,
            target: String? = nil
        ) {
            self.place = place
            self.mount = mount
            self.list = list
            self.target = target
        }

        var isThere: Bool { place != nil }

        package static let ordinaryDirectory = File(Place(.directory, mode: 0o755, uid: 0, gid: 0))
    }

    /// What polkit says of an action.
    package struct Polkit: Hashable, Sendable {
        /// Nil where it does not know the action.
        package var answer: PolkitAnswer?
        /// To some users, by their ids.
        package var answers: [UInt32: PolkitAnswer] = [:]
        /// Whether ``answer`` is for everybody else.
        package var hasAnswer: Bool

        package init(_ answer: PolkitAnswer?) {
            self.answer = answer
            hasAnswer = true
        }

        package init(of answers: [UInt32: PolkitAnswer]) {
            self.answers = answers
            hasAnswer = false
        }
    }
}

/// A question of which nothing is told.
package struct NotTold: Error, CustomStringConvertible {
    let object: String

    init(_ object: String) { self.object = object }

    package var description: String { "nothing is told of \(object)" }
}
