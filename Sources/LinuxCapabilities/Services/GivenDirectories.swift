import AccessModel
import Kernel
import LinuxSystem
import ServiceModel

/// The directories that systemd gives to a service before it makes mounts: setup_exec_directory (src/core/execute.c).
struct GivenDirectories {
    struct Directory {
        var place: Place
        /// Its access list. A new owner takes it away.
        var list: [ListEntry]?
        /// The directory that exists already; nil for a new one.
        let host: PlaceID?
        /// True if it is removed first, with everything in it.
        let isLost: Bool
        let mount: Mount
    }

    private let host: any FileFactSource
    /// The directories by their paths on the host.
    private(set) var all: [MountPath: Directory] = [:]
    /// The owners of the files in directories that get one.
    private var owners: [FileID: FileSandbox.DirectoryOwner] = [:]
    /// The number of new ones.
    private(set) var made: UInt64 = 0

    /// - Throws: ``MountStop`` if systemd cannot make or change a directory, or if that is not known.
    init(of sandbox: FileSandbox, on host: any FileFactSource) throws(MountStop) {
        self.host = host
        // A dynamic user is not known before the start.
        guard let owner = sandbox.directoryOwner else { return }
        for directory in sandbox.directories.sorted(by: { $0.value.path < $1.value.path }) {
            guard directory.value.links.isEmpty else {
                throw .notKnown("symbolic links to its directories", directory.named)
            }
            let mode = sandbox.mode(of: directory.value)
            var done = MountPath()
            for name in directory.value.path.names {
                let above = done
                done = done.appending(name)
                if all[done] != nil, done != directory.value.path { continue }
                try give(done, in: above, directory, owner, mode, sandbox)
            }
        }
    }

    private mutating func give(
        _ path: MountPath,
        in above: MountPath,
        _ directory: Placed<FileSandbox.Directory>,
        _ owner: FileSandbox.DirectoryOwner,
        _ mode: UInt16,
        _ sandbox: FileSandbox
    ) throws(MountStop) {
        let isOwn = path == directory.value.path
        var found: PlaceID?
        if all[above]?.host != nil || all[above] == nil {
            found = try host.find(path, follow: false, for: directory.named)
        }
        guard let found else {
            let (parent, mount) = try parent(above, directory)
            // In a directory that systemd has made, it can make others.
            let isAboveNew = all[above].map { $0.host == nil } ?? false
            if !isAboveNew { try wantChange(.create(.directory), path, directory) }
            // The owner of a new directory must have an id in an idmapped mount.
            let group = isOwn ? owner.group : parent.mode & 0o2000 != 0 ? parent.gid : 0
            let user = isOwn ? owner.user : 0
            let isMapped =
                mount.users?.contains(outside: user) != false
                && mount.groups?.contains(outside: group) != false
            guard isMapped else {
                throw Self.failed("cannot be owned by its user", path, directory)
            }
            made += 1
            var place = Place(made: made, .directory, mode: isOwn ? mode : 0o755)
            (place.uid, place.gid) = (user, group)
            all[path] = Directory(place: place, host: nil, isLost: false, mount: mount)
            return
        }
        guard host.tree[found].kind == .directory else {
            throw .notKnown("`\(path)`, which is no directory", directory.named)
        }
        // A configuration directory that exists stays as it is.
        guard isOwn, directory.value.kind != .configuration else { return }
        var place = owned(found)
        if place.mode != mode { try wantChange(.changeMode, path, directory) }
        let isOwned = place.uid == owner.user && place.gid == owner.group
        let isLost = sandbox.losesRuntimeDirectories && directory.value.kind == .runtime
        if !isOwned { try wantOwner(owner, of: found, path, directory) }
        if !isOwned, !isLost { try giveContents(of: path, to: owner, directory) }
        let keepsList = isOwned && !isLost && owners[place.file] == nil
        (place.mode, place.uid, place.gid) = (mode, owner.user, owner.group)
        let list = keepsList ? host.tree.list(of: found) : nil
        all[path] = Directory(
            place: place,
            list: list.map(place.listAfterChmod),
            host: found,
            isLost: isLost,
            mount: host.tree.mount(of: found)
        )
    }

    /// Gives everything in a directory to an owner, without access lists and with the same modes: chown_recursive_internal
    /// (src/shared/chown-recursive.c).
    private mutating func giveContents(
        of path: MountPath,
        to owner: FileSandbox.DirectoryOwner,
        _ directory: Placed<FileSandbox.Directory>
    ) throws(MountStop) {
        var (waiting, left) = ([path], Self.mostGiven)
        while let next = waiting.popLast() {
            let all = "all files in `\(path)`, which get an owner"
            guard let folder = try host.find(next, follow: false, for: directory.named) else {
                throw .notKnown("`\(next)`, which is missing now", directory.named)
            }
            let names: [[UInt8]]
            do throws(SystemError) {
                names = try host.names(in: folder, atMost: left + 1)
            } catch {
                throw .notKnown("\(all): \(error)", directory.named)
            }
            guard names.count <= left else {
                throw .notKnown("\(all): there are more than \(Self.mostGiven)", directory.named)
            }
            left -= names.count
            for name in names {
                let path = next.appending(name)
                guard let file = try host.find(path, follow: false, for: directory.named) else {
                    throw .notKnown("`\(path)`, which is missing now", directory.named)
                }
                try wantOwner(owner, of: file, path, directory)
                let kind = host.tree[file].kind
                // It removes the access lists of each file, whether there are any or not. What refuses that also refuses
                // a change of the mode.
                if kind != .symbolicLink { try wantChange(.changeMode, path, directory) }
                owners[host.tree[file].file] = owner
                if kind == .directory { waiting.append(path) }
            }
        }
    }

    /// The maximum number of files in a directory that gets an owner.
    private static let mostGiven = 100

    subscript(_ path: MountPath) -> Directory? { all[path] }

    /// Returns whether a file of the host gets an owner because it is in one of the directories.
    func owns(_ id: PlaceID) -> Bool { owners[host.tree[id].file] != nil }

    /// Returns a file of the host with the owner that it gets.
    func owned(_ id: PlaceID) -> Place {
        var place = host.tree[id]
        if let owner = owners[place.file] { (place.uid, place.gid) = (owner.user, owner.group) }
        return place
    }

    private func wantOwner(
        _ owner: FileSandbox.DirectoryOwner,
        of file: PlaceID,
        _ path: MountPath,
        _ directory: Placed<FileSandbox.Directory>
    ) throws(MountStop) {
        let place = owned(file)
        if place.uid != owner.user {
            try wantChange(.changeOwner(owner.user), path, directory)
        }
        if place.gid != owner.group {
            try wantChange(.changeGroup(owner.group), path, directory)
        }
    }

    /// Requires that systemd, as root, can make a change at a path.
    private func wantChange(
        _ change: FileOperation,
        _ path: MountPath,
        _ directory: Placed<FileSandbox.Directory>
    ) throws(MountStop) {
        let namespace: UserNamespace
        do throws(SystemError) { namespace = try UserNamespaces.own() } catch {
            throw .notKnown("\(error)", directory.named)
        }
        let all = KernelCapabilitySet(mask: .max)
        let systemd = Credentials(user: 0, group: 0, effective: all, namespace: namespace)
        let question = FileQuestion(change, path.bytes, follow: false)
        switch host.refusal(of: question, for: systemd) {
        case nil: return
        case .refused(let refusal):
            let problem = "cannot be made or changed: \(refusal.error.name)"
            throw Self.failed(problem, path, directory)
        case .unknown, .lacks:
            throw .notKnown("if systemd can change `\(path)`", directory.named)
        }
    }

    private static func failed(
        _ problem: String,
        _ path: MountPath,
        _ directory: Placed<FileSandbox.Directory>
    ) -> MountStop {
        let exit =
            switch directory.value.kind {
            case .runtime: "233/RUNTIME_DIRECTORY"
            case .state: "238/STATE_DIRECTORY"
            case .cache: "239/CACHE_DIRECTORY"
            case .logs: "240/LOGS_DIRECTORY"
            case .configuration: "241/CONFIGURATION_DIRECTORY"
            }
        return .failsToStart("`\(path)` \(problem)", directory.named, exit: exit)
    }

    /// Returns a directory in which another one is created, and its mount.
    private func parent(
        _ above: MountPath,
        _ directory: Placed<FileSandbox.Directory>
    ) throws(MountStop) -> (Place, Mount) {
        let made = all[above]
        if let made, made.host == nil { return (made.place, made.mount) }
        var found = made?.host
        if found == nil { found = try host.find(above, follow: false, for: directory.named) }
        guard let id = found else {
            throw .notKnown("`\(above)`, which is missing now", directory.named)
        }
        guard host.hasDefaultList(id) == false else {
            let problem = "its new directory in `\(above)`, which may have a default access list"
            throw .notKnown(problem, directory.named)
        }
        return (made?.place ?? owned(id), host.tree.mount(of: id))
    }
}

extension Place {
    /// Creates a file that the host does not have.
    ///
    /// - Parameter number: Tells it from others of the service. No file of the host has such an inode number.
    init(made number: UInt64, _ kind: FileKind, mode: UInt16, uid: UInt32 = 0, gid: UInt32 = 0) {
        self.init(kind, mode: mode, uid: uid, gid: gid, inode: .max - number)
    }
}
