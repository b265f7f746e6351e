package import AccessModel
package import LinuxCapabilities
package import LinuxSystem

/// Files that are only facts: what is not among them does not exist.
package struct FakeFiles: FileProbe {
    /// One file, by its path; directories on the way there that are not listed are root's, 0755.
    package struct File: Sendable {
        let path: String
        let place: Place
        let mount: Mount
        let list: [ListEntry]?
        let target: String?

        package init(
            _ path: String,
            _ place: Place,
            on mount: Mount = Mount(),
            list: [ListEntry]? = nil,
            target: String? = nil
        ) {
            self.path = path
            self.place = place
            self.mount = mount
            self.list = list
            self.target = target
        }
    }

    private let files: [File]
    private let subject: Credentials
    private let names: IDNames
    private let settings: FileSettings
    /// What the kernel says to every question; nil where there is none to ask.
    private let kernel: FileLook?
    package let securityModules: [String]

    package init(
        _ files: [File] = [],
        for subject: Credentials = Credentials(user: 0, group: 0),
        names: IDNames = IDNames(),
        settings: FileSettings = FileSettings(),
        kernel: FileLook? = nil,
        securityModules: [String] = []
    ) {
        self.files = files
        self.subject = subject
        self.names = names
        self.settings = settings
        self.kernel = kernel
        self.securityModules = securityModules
    }

    package func look(
        at path: String,
        for mode: AccessMode,
        follow: Bool,
        keeping: Bool
    ) async throws -> HeldLook? { kernel.map { HeldLook($0) } }

    /// There are no threads, and so nothing that one of them has permitted.
    package func look(
        for inquiry: FileInquiry,
        raising capability: KernelCapability
    ) async throws -> JudgedFile? { nil }

    package func judge(_ inquiry: FileInquiry, isAtHand: Bool) async throws -> FileJudgement {
        facts.judgement(of: inquiry, for: subject) { _, _ in names }
    }

    package func judge(
        _ inquiry: FileInquiry,
        for subject: SubjectIdentity
    ) async throws -> [FileJudgement] {
        subject.everyone.map { credentials in
            facts.judgement(of: inquiry, for: Credentials(credentials, in: subject.place)) { _, _ in
                names
            }
        }
    }

    package func ask(
        _ inquiry: FileInquiry,
        _ mode: AccessMode,
        as subject: SubjectIdentity
    ) async throws -> [FileLook]? { kernel.map { look in subject.everyone.map { _ in look } } }

    private var facts: FakeFacts {
        let facts = FakeFacts(settings)
        for file in files { facts.add(file) }
        return facts
    }
}

/// A tree that is whole: what it lacks is not there.
private final class FakeFacts: FileFactSource {
    let tree: FileTree
    private var ids: [String: PlaceID]

    init(_ settings: FileSettings) {
        let root = Place(.directory, mode: 0o755, uid: 0, gid: 0)
        tree = FileTree(root: root, on: Mount(), settings: settings)
        ids = ["": tree.root]
    }

    func add(_ file: FakeFiles.File) {
        let (directory, name) = Self.split(file.path)
        let id = tree.add(
            file.place,
            named: Array(name.utf8),
            in: self.directory(directory),
            mount: tree.add(file.mount),
            list: file.list,
            target: file.target.map { Array($0.utf8) }
        )
        ids[file.path] = id
    }

    func changed(among places: [PlaceID]) -> PlaceID? { nil }

    func read(_ request: FactRequest) {
        switch request {
        case .name(let name, let directory): tree.add(.missing, named: name, in: directory)
        case .mountPoint(let place): tree.add(isMountPoint: false, place)
        case .emptiness(let directory):
            let hasNames = ids.values.contains {
                $0 != directory && tree.isParent(directory, of: $0)
            }
            tree.add(isEmpty: !hasNames, of: directory)
        case .covered(let mounted): tree.addNothing(coveredBy: mounted)
        case .program(let file): tree.add(program: Program(.elf(interpreter: nil)), of: file)
        }
    }

    private func directory(_ path: String) -> PlaceID {
        if let known = ids[path] { return known }
        let (above, name) = Self.split(path)
        let place = Place(.directory, mode: 0o755, uid: 0, gid: 0)
        let id = tree.add(place, named: Array(name.utf8), in: directory(above), mount: 0)
        ids[path] = id
        return id
    }

    private static func split(_ path: String) -> (directory: String, name: String) {
        guard let slash = path.lastIndex(of: "/") else { return ("", path) }
        return (String(path[..<slash]), String(path[path.index(after: slash)...]))
    }
}
