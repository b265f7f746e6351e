import AccessModel
import Kernel
import LinuxSystem

/// The mounts that a run has met. The status of each is read once.
struct LiveMounts {
    struct Key: Hashable {
        let id: UInt64
        let zone: ProcZone
    }

    /// A mount as the rules see it, and the way in which it shows owners.
    struct Met {
        /// Its number in the tree.
        var number: Int
        var mount: Mount
        var users: OwnerMap
        var groups: OwnerMap
    }

    private let view: MountView
    /// The ownership of the namespaces of another process; that of this thread is read when first needed.
    private var ownership: NamespaceOwnership?
    private let kernel: KernelVersion
    private let users: ShownIDs
    private let groups: ShownIDs
    /// Read when first needed, because few questions are about names that may be mount points.
    private var points: MountPoints?
    private var statuses: [UInt64: MountStatus] = [:]
    private var met: [Key: Met] = [:]

    /// - Parameter process: The process whose mounts to read; nil for this thread's.
    init(ofProcess process: Int32?, _ kernel: KernelVersion) throws(SystemError) {
        view = try MountView(ofProcess: process)
        ownership = process.map(NamespaceOwnership.init(ofProcess:))
        self.kernel = kernel
        users = try .users()
        groups = try .groups()
    }

    /// Returns the directory of the file system that is the root of a known mount.
    func root(of mount: UInt64) -> String? { statuses[mount]?.root }

    /// Returns how the mount of a place hides other users' processes; nil if it does not.
    func hiding(on mount: UInt64) -> ProcessHiding? {
        guard let status = statuses[mount], status.type == "proc" else { return nil }
        // The `gid` option is an id of the host.
        return ProcessHiding(status, knowsGroups: groups.isComplete)
    }

    /// Returns the status of the mount of an open file.
    mutating func status(
        of file: FileStatus,
        showing place: borrowing Descriptor,
        at path: String
    ) throws(SystemError) -> MountStatus {
        if let known = statuses[file.mount] { return known }
        let status = try view.status(ofMount: file, showing: place, at: path)
        statuses[file.mount] = status
        return status
    }

    /// Returns the mount, or the part of one, with its number in a tree. Calls `add` for a new one.
    mutating func meet(
        _ key: Key,
        _ status: MountStatus,
        hasLists: Bool,
        add: (Mount) -> Int
    ) -> Met {
        if let known = met[key] { return known }
        var mount = Mount(status, zone: key.zone, kernel: kernel)
        if !hasLists { mount.rules.hasAccessLists = false }
        if status.type == "overlay" { mount.addLayers(of: status, mount: key.id, kernel) }
        if status.isForUserNamespaces {
            let ownership = knownOwnership()
            if !ownership.mountsAreOfHost { mount.flags.insert(.perhapsOfUserNamespace) }
            if ownership.mountsMayKnowFewerIDs { mount.flags.insert(.mayKnowFewerIDs) }
        }
        if key.zone == .networkSettings, knownOwnership().networkMayBeOfOthers {
            mount.flags.insert(.perhapsOfUserNamespace)
        }
        // Otherwise it cannot be known which of its ids belong to a subject.
        if status.isIDMapped, !users.isComplete || !groups.isComplete { mount.rules = .elsewhere }
        let owners = owners(on: status)
        let found = Met(
            number: add(mount),
            mount: mount,
            users: owners.users,
            groups: owners.groups
        )
        met[key] = found
        return found
    }

    /// Returns which user namespaces own the mounts and the network of the process that sees these mounts.
    mutating func knownOwnership() -> NamespaceOwnership {
        let known = ownership ?? .own
        ownership = known
        return known
    }

    /// Meets the mount of the root, with which a tree begins.
    mutating func meetRoot(
        _ file: FileStatus,
        showing place: borrowing Descriptor,
        hasLists: Bool
    ) throws(SystemError) -> (key: Key, met: Met) {
        let status = try status(of: file, showing: place, at: "/")
        let key = Key(id: file.mount, zone: .of(status))
        return (key, meet(key, status, hasLists: hasLists) { _ in 0 })
    }

    private func owners(on mount: MountStatus) -> (users: OwnerMap, groups: OwnerMap) {
        let isLayered = mount.type == "overlay"
        return (
            OwnerMap(users, isMapped: mount.isIDMapped, mount.users, isLayered: isLayered),
            OwnerMap(groups, isMapped: mount.isIDMapped, mount.groups, isLayered: isLayered)
        )
    }

    /// Returns the mount at a path on another mount; nil if that path is on the other mount itself.
    mutating func mount(
        at path: String,
        named name: [UInt8],
        on mount: UInt64
    ) throws(SystemError) -> UInt64? {
        guard try isMountPoint(path, named: name, on: mount),
            let (id, status) = try view.mount(at: path, on: mount)
        else { return nil }
        statuses[id] = status
        return id
    }

    /// Returns the facts with the owners that a known mount shows, in place of the file system's own; nil if those
    /// owners cannot be known.
    func shown(_ facts: FileFacts, by mount: UInt64) -> FileFacts? {
        guard let owners = statuses[mount].map(owners(on:)),
            let user = owners.users.owner(ofFileSystem: facts.uid),
            let group = owners.groups.owner(ofFileSystem: facts.gid)
        else { return nil }
        var shown = facts
        (shown.uid, shown.gid) = (user, group)
        return shown
    }

    /// Returns whether something is mounted on a file, at this path or at another one.
    mutating func isMountPoint(
        _ path: @autoclosure () -> String,
        named name: [UInt8],
        on mount: UInt64
    ) throws(SystemError) -> Bool {
        guard let status = statuses[mount] else { return false }
        let points = if let points { points } else { try view.mountPoints() }
        self.points = points
        return points.contains(path(), named: name, on: status)
    }

    func known(_ key: Key) -> Met? { met[key] }
}

extension Mount {
    init(_ status: MountStatus, zone: ProcZone, kernel: KernelVersion) {
        var flags = status.flags.intersection(.own).union(.impliedByType(status.type))
        if status.isFileSystemReadOnly { flags.insert(.superblockReadOnly) }
        let isUnknownMap = status.isIDMapped && (status.users == nil || status.groups == nil)
        self.init(
            flags: flags,
            // The owner of a new file there cannot be known.
            rules: isUnknownMap
                ? .elsewhere : zone.rules(.ofType(status.type, kernel: kernel)),
            fileSystem: status.type,
            point: status.point,
            users: status.isIDMapped ? status.users : nil,
            groups: status.isIDMapped ? status.groups : nil
        )
        if status.isShutDown { shutDown() }
        if status.isReadOnlyAfterError { self.flags.insert(.readOnlyAfterError) }
    }

    private mutating func shutDown() {
        rules = .elsewhere
        flags.insert(.shutDown)
    }
}

extension Mount {
    /// Adds the layers of an overlay. A change on the overlay is a change on the file system of its upper layer.
    fileprivate mutating func addLayers(
        of overlay: MountStatus,
        mount id: UInt64,
        _ kernel: KernelVersion
    ) {
        let found = OverlayUpper(of: overlay, mount: id)
        let lower = found.lowerTypes
        layers = OverlayLayers(
            upper: found.state,
            isUpperSeen: found.type != nil,
            movesDirectories: overlay.movesDirectories,
            countsLinks: lower.map { $0.count == 1 && FileSystemRules.countsLinks(type: $0[0]) }
                ?? false,
            upperSetsLists: found.setsLists,
            lowerSetsLists: lower?.allSatisfy {
                FileSystemRules.setsLists(type: $0, kernel: kernel)
            } ?? false,
            mayShowEROFS: lower?.contains { ["erofs", "overlay"].contains($0) } ?? true,
            isUpperXFS: found.type == "xfs",
            mayFailToCopy: found.mayFailToCopy,
            upperTakesSync: found.type.map(FileSystemRules.takesSync(type:)) ?? true
        )
        if found.hasFailed { return shutDown() }
        guard let type = found.type else { return }
        let behind = FileSystemRules.ofType(type, kernel: kernel)
        // An upper file system without extended attributes cannot record which files of the lower layers are hidden.
        guard behind.permission == .generic, behind.names == .free, behind.hasAccessLists else {
            rules = .elsewhere
            return
        }
        if !behind.hasUserAttributes { rules.hasUserAttributes = false }
    }
}

extension ProcessHiding {
    /// Nil for a mount of proc(5) that hides nothing.
    init?(_ proc: MountStatus, knowsGroups: Bool) {
        let level: Level
        switch proc.option("hidepid") {
        case "noaccess", "1": level = .noAccess
        case "invisible", "2": level = .invisible
        case "ptraceable", "4": level = .ptraceable
        default: return nil
        }
        let group = proc.option("gid").flatMap { UInt32($0) } ?? 0
        self.init(level, group: knowsGroups ? group : nil)
    }
}
