package import Kernel

/// The mounts that systemd makes for a service, in its order; apply_mounts (src/core/namespace.c of systemd 252).
package struct MountPlan: Hashable, Sendable {
    /// The entries that remain at the end.
    package private(set) var mounts: [PlannedMount]
    private let setsNoSuid: Bool
    /// CHASE_SYMLINKS_MAX.
    private static let linkLimit = 32

    /// Sorts the entries of a sandbox, and drops those without an effect, before any link is followed.
    ///
    /// - Throws: ``MountStop/notKnown(_:_:)`` for a setting whose effect is not known.
    package init(_ sandbox: FileSandbox) throws(MountStop) {
        setsNoSuid = sandbox.setsNoSuid
        if let root = sandbox.rootDirectory {
            throw .notKnown("which files it has below its root directory", root.named)
        }
        if let directory = sandbox.directories.first, sandbox.directoryOwner == nil {
            throw .notKnown("the owner of its directories", directory.named)
        }
        guard sandbox.needsMountNamespace else {
            mounts = []
            return
        }
        guard let mounts = sandbox.mounts else {
            let unread = sandbox.temporaryFileSystems.first {
                TmpfsOptions(parsing: $0.value.options) == nil
            }
            throw .notKnown("the options of its tmpfs", unread?.named)
        }
        guard mounts.count <= Self.mostMounts else {
            throw .notKnown("more than \(Self.mostMounts) mounts", mounts.last?.setting)
        }
        self.mounts = mounts
        dropUnused()
    }

    /// The time to plan them grows with the square of their number.
    private static let mostMounts = 4096

    /// Makes the mounts in a scene, one after another. An entry whose path leads through a link gets the path behind
    /// the link, and the entries are sorted again.
    package mutating func apply(in scene: some MountScene) throws(MountStop) {
        // The paths of `/proc/self/mountinfo`, which also has mounts that a later one hides.
        var listed: Set<MountPath> = []
        while let index = mounts.firstIndex(where: { !$0.isApplied }) {
            guard try !follow(index, in: scene) else {
                dropUnused()
                continue
            }
            let mount = mounts[index]
            if mount.unmountsBelow { listed = listed.filter { !$0.starts(with: mount.path) } }
            try Self.apply(mount, in: scene)
            if scene.isMountPoint(mount.path) { listed.insert(mount.path) }
            mounts[index].isApplied = true
        }
        for mount in mounts where mount.hasFlags {
            if !listed.contains(mount.path) {
                try Self.makeMountPoint(mount, in: scene)
            } else if mount.isAlone, !scene.isMountPoint(mount.path) {
                // The kernel does not change the flags of a hidden mount (EINVAL from bind_remount_one_with_mountinfo).
                throw .failsToStart("a later mount hides `\(mount.path)`", mount.setting)
            }
        }
        try checkIncoming()
    }

    private static let incoming = MountPath("/run/systemd/incoming")

    /// Checks that systemd can show later mounts to the service. It mounts a directory there, after all others in
    /// order, and then changes its propagation.
    ///
    /// - SeeAlso: `setup_namespace` in src/core/namespace.c.
    private func checkIncoming() throws(MountStop) {
        let path = Self.incoming
        for mount in mounts where path != mount.path && path.starts(with: mount.path) {
            switch mount.action {
            case .inaccessible: throw Self.missing(path, mount.setting)
            case .bind, .recursiveBind, .emptyDirectory, .tmpfs:
                // In a tmpfs it can, with directories that are not planned here.
                throw .notKnown("if `\(path)` can be created", mount.setting)
            default: break
            }
        }
    }
}

// Sorting.
extension MountPlan {
    /// The kernel's drop_unused_mounts.
    private mutating func dropUnused() {
        // The order of equal entries counts, and the sort of the standard library keeps it.
        mounts.sort { ($0.path, $0.action.rawValue) < ($1.path, $1.action.rawValue) }
        dropDuplicates()
        dropInaccessible()
        dropRedundant()
    }

    /// The first entry of a path wins, with the flags of all.
    private mutating func dropDuplicates() {
        var kept: [PlannedMount] = []
        for mount in mounts {
            if let last = kept.last, last.path == mount.path, !last.isApplied, !mount.isApplied {
                kept[kept.count - 1].absorb(mount)
            } else {
                kept.append(mount)
            }
        }
        mounts = kept
    }

    /// Drops everything below an inaccessible path.
    private mutating func dropInaccessible() {
        var hidden: MountPath?
        mounts = mounts.filter { mount in
            if let hidden, mount.path.starts(with: hidden) { return false }
            hidden = mount.action == .inaccessible ? mount.path : nil
            return true
        }
    }

    /// Drops an entry of the same kind as the nearest one above it.
    private mutating func dropRedundant() {
        var kept: [PlannedMount] = []
        for mount in mounts {
            let above = kept.last { mount.path.starts(with: $0.path) }
            switch mount.action {
            case .readOnly, .readWrite, .implicitReadWrite:
                if above?.action == mount.action { continue }
            default: break
            }
            kept.append(mount)
        }
        mounts = kept
    }
}

// Mounting.
extension MountPlan {
    /// Follows the first link on the path of an entry; follow_symlink, with chase_symlinks (src/basic/fs-util.c).
    ///
    /// - Returns: True if there was one.
    private mutating func follow(
        _ index: Int,
        in scene: some MountScene
    ) throws(MountStop) -> Bool {
        let mount = mounts[index]
        guard let path = try Self.step(mount.path, mount.setting, in: scene) else { return false }
        guard mount.followedLinks < Self.linkLimit else {
            throw .failsToStart("`\(mount.path)` leads through too many links", mount.setting)
        }
        mounts[index].path = path
        mounts[index].followedLinks += 1
        return true
    }

    private static func step(
        _ path: MountPath,
        _ setting: NamedSetting?,
        in scene: some MountScene
    ) throws(MountStop) -> MountPath? {
        var done = MountPath()
        for (index, name) in path.names.enumerated() {
            let rest = Array(path.names[(index + 1)...])
            if name == dotDot {
                if done.names.isEmpty { continue }
                return MountPath(names: done.parent.names + rest)
            }
            let next = done.appending(name)
            switch scene.look(at: next) {
            case .missing:
                guard !rest.contains(dotDot) else { throw missing(next, setting) }
                return nil
            case .notADirectory:
                throw .failsToStart("`\(done)` is not a directory", setting)
            case .unknown(let why): throw .notKnown("`\(next)`, which \(why)", setting)
            case .file: done = next
            case .link(let target):
                let isAbsolute = target.first == UInt8(ascii: "/")
                let start = isAbsolute ? [] : done.names
                return MountPath(names: start + MountPath(target).names + rest)
            }
        }
        return nil
    }

    private static let dotDot = Array("..".utf8)

    /// apply_one_mount.
    private static func apply(
        _ mount: PlannedMount,
        in scene: some MountScene
    ) throws(MountStop) {
        switch mount.action {
        case .inaccessible:
            scene.unmount(mount.path)
            guard try kind(at: mount, in: scene) != nil else { return }
            try scene.mount(mount, from: nil)
        case .readOnly, .readWrite, .implicitReadWrite, .exec, .noExec:
            guard try kind(at: mount, in: scene) != nil, !scene.isMountPoint(mount.path) else {
                return
            }
            scene.bindOnItself(mount.path)
        case .bind, .recursiveBind: try bind(mount, in: scene)
        case .privateTmp:
            try makeTarget(.directory, mount, in: scene)
            try scene.mount(mount, from: nil)
        case .tmpfs, .emptyDirectory, .privateDevices, .proc:
            try makeTarget(.directory, mount, in: scene)
            scene.unmount(mount.path)
            try scene.mount(mount, from: nil)
        case .hostDevices, .sysfs, .run:
            guard !scene.isMountPoint(mount.path) else { return }
            try makeTarget(.directory, mount, in: scene)
            try scene.mount(mount, from: mount.path)
        }
    }

    private static func bind(
        _ mount: PlannedMount,
        in scene: some MountScene
    ) throws(MountStop) {
        let (source, object) = scene.lookOnHost(at: mount.source ?? mount.path)
        switch object {
        case .missing where mount.isOptional: return
        case .missing, .notADirectory, .link:
            throw .failsToStart("the source `\(source)` does not exist", mount.setting)
        case .unknown(let why): throw .notKnown("`\(source)`, which \(why)", mount.setting)
        case .file(let kind):
            try makeTarget(kind == .directory ? .directory : .regular, mount, in: scene)
            try scene.mount(mount, from: source)
        }
    }

    /// Creates a missing mount point, as systemd does on the host itself.
    private static func makeTarget(
        _ kind: FileKind,
        _ mount: PlannedMount,
        in scene: some MountScene
    ) throws(MountStop) {
        switch scene.look(at: mount.path) {
        case .missing:
            switch scene.create(kind, at: mount.path) {
            case true?: return
            case false?:
                throw .failsToStart("`\(mount.path)` cannot be created", mount.setting)
            case nil:
                throw .notKnown("if `\(mount.path)` can be created", mount.setting)
            }
        case .file(let found) where (found == .directory) == (kind == .directory): return
        case .unknown(let why): throw .notKnown("`\(mount.path)`, which \(why)", mount.setting)
        case .file, .link, .notADirectory:
            let noun = kind == .directory ? "a directory" : "a file"
            throw .failsToStart("`\(mount.path)` is not \(noun)", mount.setting)
        }
    }

    /// Mounts the path of an entry with flags on itself if nothing is mounted there; the start of
    /// bind_remount_recursive_with_mountinfo (src/shared/mount-util.c).
    private static func makeMountPoint(
        _ mount: PlannedMount,
        in scene: some MountScene
    ) throws(MountStop) {
        guard !scene.isMountPoint(mount.path), try kind(at: mount, in: scene) != nil else { return }
        scene.bindOnItself(mount.path)
    }

    /// Returns the kind of the file at the path of an entry; nil if it is missing and may be.
    private static func kind(
        at mount: PlannedMount,
        in scene: some MountScene
    ) throws(MountStop) -> FileKind? {
        switch scene.look(at: mount.path) {
        case .file(let kind): return kind
        case .missing where mount.isOptional: return nil
        case .missing, .notADirectory, .link: throw missing(mount.path, mount.setting)
        case .unknown(let why): throw .notKnown("`\(mount.path)`, which \(why)", mount.setting)
        }
    }

    private static func missing(_ path: MountPath, _ setting: NamedSetting?) -> MountStop {
        .failsToStart("`\(path)` does not exist", setting)
    }
}

// Flags.
extension MountPlan {
    /// The flags of a mount, and the settings that gave them.
    package struct Flags: Hashable, Sendable {
        package var flags: MountFlags
        /// The entry that makes it read-only; nil if none does.
        package var readOnly: PlannedMount.Flag?
        package var noExec: PlannedMount.Flag?

        package init(_ flags: MountFlags) { self.flags = flags }
    }

    /// Returns the flags of a mount after systemd has set them: make_read_only and make_noexec.
    ///
    /// An entry applies to all mounts below its path, except at and below the paths of other entries. No entry makes a
    /// read-only mount writable.
    package func flags(of point: MountPath, before: MountFlags) -> Flags {
        var found = Flags(before)
        for mount in mounts where applies(mount, to: point, alone: mount.isAlone) {
            if let noExec = mount.noExec {
                found.flags.insert(.noExec)
                found.noExec = noExec
            } else if mount.exec != nil {
                found.flags.remove(.noExec)
                found.noExec = nil
            }
            if let readOnly = mount.readOnly {
                // The first setting is the most general one.
                if !found.flags.contains(.readOnly) { found.readOnly = readOnly }
                found.flags.insert(.readOnly)
            }
        }
        if mounts.contains(where: { $0.action == .privateDevices && $0.path == point }) {
            let mount = mounts.first { $0.action == .privateDevices && $0.path == point }
            if !found.flags.contains(.readOnly) {
                found.readOnly = PlannedMount.Flag(setting: mount?.setting)
            }
            found.flags.insert(.readOnly)
        }
        if setsNoSuid,
            mounts.contains(where: { $0.isAlone ? $0.path == point : point.starts(with: $0.path) })
        {
            found.flags.insert(.noSuid)
        }
        return found
    }

    private func applies(_ mount: PlannedMount, to point: MountPath, alone: Bool) -> Bool {
        guard point.starts(with: mount.path) else { return false }
        guard point != mount.path else { return true }
        guard !alone else { return false }
        return !mounts.contains { other in
            other.path != mount.path && other.path.starts(with: mount.path)
                && point.starts(with: other.path)
        }
    }
}
