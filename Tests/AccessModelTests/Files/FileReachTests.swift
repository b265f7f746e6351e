import AccessModel
import Kernel
import Testing

/// The access to a file that a thread can obtain by itself; see docs/decisions.md, "By itself".
@Suite struct `Reach of a thread` {
    private static func thread(
        _ capabilities: [KernelCapability],
        in namespace: UserNamespace = .initial
    ) -> ReachingThread {
        let held = KernelCapabilitySet(capabilities)
        return ReachingThread(
            user: CredentialIDs(1000),
            group: CredentialIDs(1000),
            groups: [],
            sets: KernelCapabilitySets(effective: held, permitted: held, bounding: held),
            namespace: namespace
        )
    }

    /// Returns how a thread could read `/d/file`, which it may not read with its current credentials.
    private static func reading(
        _ file: Place,
        _ list: [ListEntry]? = nil,
        in directory: Place = Place(.directory, mode: 0o755, uid: 0, gid: 0),
        _ directoryList: [ListEntry]? = nil,
        by thread: ReachingThread
    ) throws -> FileReach {
        let root = Place(.directory, mode: 0o755, uid: 0, gid: 0)
        let tree = FileTree(root: root, on: Mount(), settings: FileSettings())
        let above = tree.add(
            directory,
            named: Array("d".utf8),
            in: tree.root,
            mount: 0,
            list: directoryList
        )
        let id = tree.add(file, named: Array("file".utf8), in: above, mount: 0, list: list)
        tree.add(false, as: \.isMountPoint, of: above)
        tree.add(false, as: \.isMountPoint, of: id)
        let question = FileQuestion(.access(.read), Array("/d/file".utf8))
        let stop = tree.refusal(of: question, for: thread.credentials)
        guard case .refused(let refusal)? = stop else {
            Issue.record("\(String(describing: stop))")
            return .no
        }
        return try tree.byItself(question, after: refusal, Reach(thread))
    }

    /// The lock of the flag is final, and so is the flag without CAP_SETPCAP.
    @Test(
        arguments: [
            ([.setpcap], .noRoot, true), ([], .noRoot, false),
            ([.setpcap], SecureBits.noRoot.union(SecureBits.noRoot.locks), false), ([], [], true),
        ] as [([KernelCapability], SecureBits, Bool)]
    )
    func `Root gains by executing if SECBIT_NOROOT can be cleared`(
        held: [KernelCapability],
        bits: SecureBits,
        gains: Bool
    ) {
        let set = KernelCapabilitySet(held)
        let all = KernelCapabilitySet(mask: .max)
        let root = ReachingThread(
            user: CredentialIDs(0),
            group: CredentialIDs(0),
            groups: [],
            sets: KernelCapabilitySets(effective: set, permitted: set, bounding: all),
            secureBits: bits
        )
        #expect((Reach(root).boundless != nil) == gains)
    }

    private static func list(_ users: [ListEntry]) -> [ListEntry] {
        [ListEntry(.owner, [])] + users + [
            ListEntry(.owningGroup, []), ListEntry(.mask, [.read, .write, .execute]),
            ListEntry(.other, []),
        ]
    }

    private static func users(_ permissions: Permissions, _ count: UInt32) -> [ListEntry] {
        (0..<count).map { ListEntry(.user(3000 + $0), permissions) }
    }

    /// A file of an owner that no thread can become, so its mode cannot be changed.
    private static let closed = Place(.regular, mode: 0o070, uid: noID, gid: noID)

    @Test func `A thread with CAP_SETUID may become any user in an access list`() throws {
        let list = Self.list(Self.users([], 80) + [ListEntry(.user(3081), .read)])
        let found = try Self.reading(Self.closed, list, by: Self.thread([.setuid]))
        guard case .may(let way) = found else {
            Issue.record("\(found)")
            return
        }
        #expect(way.identity.user == 3081)
    }

    @Test func `A thread may not read a file that refuses all its users`() throws {
        let found = try Self.reading(
            Self.closed,
            Self.list(Self.users([], 80)),
            by: Self.thread([.setuid])
        )
        guard case .no = found else {
            Issue.record("\(found)")
            return
        }
    }

    /// Questions of a batch share a tree. Files on proc(5) decide about changes themselves.
    @Test func `Files of other questions change no answer`() throws {
        func answer(others: Int) throws -> FileReach {
            let tree = FileTree(
                root: Place(.directory, mode: 0o755, uid: 0, gid: 0),
                on: Mount(),
                settings: FileSettings()
            )
            let proc = tree.add(Mount(rules: .elsewhere, fileSystem: "proc"))
            for index in 0..<others {
                let place = Place(.regular, mode: 0o644, uid: 0, gid: 0)
                let name = Array("other\(index)".utf8)
                let id = tree.add(place, named: name, in: tree.root, mount: proc, list: nil)
                tree.add(false, as: \.isMountPoint, of: id)
            }
            var directory = tree.root
            for (name, mode, user) in [("closed", UInt16(0o640), UInt32(1)), ("end", 0o755, 1)] {
                let place = Place(.directory, mode: mode, uid: user, gid: 0)
                directory = tree.add(
                    place,
                    named: Array(name.utf8),
                    in: directory,
                    mount: 0,
                    list: nil
                )
                tree.add(false, as: \.isMountPoint, of: directory)
            }
            let thread = ReachingThread(
                user: CredentialIDs(0),
                group: CredentialIDs(1),
                groups: [],
                sets: KernelCapabilitySets(bounding: .all)
            )
            let question = FileQuestion(.open(.write), Array("/closed/end".utf8))
            guard case .refused(let refusal)? = tree.refusal(of: question, for: thread.credentials)
            else { return .no }
            return try tree.byItself(question, after: refusal, Reach(thread))
        }
        for others in [0, 1, 20_000] {
            let found = try answer(others: others)
            guard case .never = found else {
                Issue.record("\(others): \(found)")
                return
            }
        }
    }

    /// Each of the users may search the directory, and none may read the file.
    @Test func `A reach with too many identities is not known`() throws {
        let found = try Self.reading(
            Place(.regular, mode: 0, uid: noID, gid: noID),
            in: Place(.directory, mode: 0o070, uid: noID, gid: noID),
            Self.list(Self.users(.execute, 80)),
            by: Self.thread([.setuid])
        )
        guard case .unknown(let unknown) = found else {
            Issue.record("\(found)")
            return
        }
        #expect(unknown.cause == .manySteps)
    }

    /// The thread's file-system user may change the file, and another user may do the rest. As that other user, the
    /// thread can no longer change the file.
    @Test func `A thread may change a file as one user and use it as another`() throws {
        let tree = FileTree(
            root: Place(.directory, mode: 0o755, uid: 0, gid: 0),
            on: Mount(),
            settings: FileSettings()
        )
        func add(_ place: Place, _ name: String, in directory: PlaceID) -> PlaceID {
            let id = tree.add(place, named: Array(name.utf8), in: directory, mount: 0, list: nil)
            tree.add(false, as: \.isMountPoint, of: id)
            return id
        }
        let from = add(Place(.directory, mode: 0o755, uid: 2, gid: 0), "b", in: tree.root)
        let to = add(Place(.directory, mode: 0o700, uid: 1, gid: 0), "c", in: tree.root)
        let file = add(Place(.regular, mode: 0o644, uid: 0, gid: 0), "f", in: from)
        tree.add(false, as: \.isSwap, of: file)
        tree.add(.missing, named: Array("f".utf8), in: to)
        let thread = ReachingThread(
            user: CredentialIDs(real: 1, effective: 1, saved: 1, fileSystem: 2),
            group: CredentialIDs(0),
            groups: [],
            sets: KernelCapabilitySets(effective: .none, permitted: .none, bounding: .none),
            namespace: .initial
        )
        let question = FileQuestion(.rename(to: Array("/c/f".utf8)), Array("/b/f".utf8))
        guard case .refused(let refusal)? = tree.refusal(of: question, for: thread.credentials),
            case .may(let way) = try tree.byItself(question, after: refusal, Reach(thread))
        else {
            Issue.record("no way was found")
            return
        }
        #expect(way.identity.user == 1)
        #expect(way.changes.contains(.mode(from)))
    }

    private static func namespace(_ allowsSetgroups: Bool?) -> UserNamespace {
        UserNamespace(
            users: .identity,
            groups: .identity,
            allowsSetgroups: allowsSetgroups
        )
    }

    /// The access needs two groups: one to search the directory, and another to read the file.
    @Test(arguments: [true, false, nil])
    func `Two groups need setgroups(2)`(allowsSetgroups: Bool?) throws {
        let found = try Self.reading(
            Place(.regular, mode: 0o040, uid: noID, gid: 51),
            in: Place(.directory, mode: 0o010, uid: noID, gid: 50),
            by: Self.thread([.setgid], in: Self.namespace(allowsSetgroups))
        )
        switch (found, allowsSetgroups) {
        case (.may(let way), true): #expect(!way.takesSetgroups)
        case (.may(let way), nil): #expect(way.takesSetgroups)
        case (.no, false): break
        default: Issue.record("\(found)")
        }
    }

    @Test(arguments: [true, false, nil])
    func `One group needs only setgid(2)`(allowsSetgroups: Bool?) throws {
        let found = try Self.reading(
            Place(.regular, mode: 0o040, uid: noID, gid: 51),
            by: Self.thread([.setgid], in: Self.namespace(allowsSetgroups))
        )
        guard case .may(let way) = found else {
            Issue.record("\(found)")
            return
        }
        #expect(!way.takesSetgroups)
    }

    /// The file denies its group, which the thread cannot leave without setgroups(2).
    @Test(arguments: [true, false])
    func `A group is dropped only with setgroups(2)`(allowsSetgroups: Bool) throws {
        var thread = Self.thread([.setgid], in: Self.namespace(allowsSetgroups))
        thread.groups = [51]
        let file = Place(.regular, mode: 0o004, uid: noID, gid: 51)
        let found = try Self.reading(file, by: thread)
        switch (found, allowsSetgroups) {
        case (.may, true), (.no, false): break
        default: Issue.record("\(found)")
        }
    }

    @Test(arguments: [([.chown], true), ([.netAdmin], false)] as [([KernelCapability], Bool)])
    func `A thread with CAP_CHOWN may take over a symbolic link`(
        capabilities: [KernelCapability],
        mayTakeOver: Bool
    ) throws {
        let root = Place(.directory, mode: 0o755, uid: 0, gid: 0)
        let tree = FileTree(root: root, on: Mount(), settings: FileSettings())
        let link = Place(.symbolicLink, mode: 0o777, uid: 0, gid: 0)
        let id = tree.add(link, named: Array("link".utf8), in: tree.root, mount: 0)
        tree.add(false, as: \.isMountPoint, of: id)
        let thread = Self.thread(capabilities)
        let question = FileQuestion(.touch(now: false), Array("/link".utf8), follow: false)
        guard case .refused(let refusal)? = tree.refusal(of: question, for: thread.credentials)
        else { throw Untaken() }
        let found = try tree.byItself(question, after: refusal, Reach(thread))
        var changes: [FileReachWay.Change]?
        if case .may(let way) = found { changes = way.changes }
        #expect(changes == (mayTakeOver ? [.owner(id)] : nil))
    }

    private struct Untaken: Error {}
}

@Suite struct `Active swap file` {
    @Test(arguments: [
        FileOperation.delete(.whicheverFits), .rename(to: Array("/other".utf8)),
    ])
    func `A swap file cannot be deleted or renamed`(operation: FileOperation) throws {
        let root = Place(.directory, mode: 0o755, uid: 0, gid: 0)
        let tree = FileTree(root: root, on: Mount(), settings: FileSettings())
        let file = Place(.regular, mode: 0o600, uid: 0, gid: 0)
        let id = tree.add(file, named: Array("swap".utf8), in: tree.root, mount: 0)
        tree.add(.missing, named: Array("other".utf8), in: tree.root)
        tree.add(false, as: \.isMountPoint, of: id)
        tree.add(true, as: \.isSwap, of: id)
        let all = KernelCapabilitySet(KernelCapability.named)
        let subject = Credentials(user: 0, group: 0, effective: all)
        let question = FileQuestion(operation, Array("/swap".utf8))
        guard case .refused(let refusal)? = tree.refusal(of: question, for: subject) else {
            Issue.record("not refused")
            return
        }
        #expect(refusal.cause == .activeSwap)
        #expect(refusal.error == .EPERM)
        #expect(!refusal.isPermission)
    }
}
