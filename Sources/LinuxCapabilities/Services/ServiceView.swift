import AccessModel
import Kernel
import LinuxSystem
import ServiceModel

/// The files of a service: those of the host, except where systemd mounts something for it.
///
/// The host's own mounts are the same for the service, because systemd copies them; see setup_namespace
/// (src/core/namespace.c).
final class ServiceView {
    /// A file as the service sees it. It does not change once it is found.
    final class File {
        enum Source {
            /// A file of the host. It is bare if no mount below it is part of the service's mount.
            case host(PlaceID, isBare: Bool)
            case made(Place, target: [UInt8]?)
            /// A directory that systemd gives to the service before it makes mounts, by its path on the host.
            case given(MountPath)
        }

        let source: Source
        let path: MountPath
        /// The path of the mount that shows it.
        let point: MountPath
        /// The flags of that mount before systemd sets those of the service.
        let flags: MountFlags
        /// The mount of the host's file, with its rules.
        let template: Mount
        let isMountRoot: Bool
        /// The setting that replaced the host's files.
        let setting: NamedSetting?
        /// The options of a new instance of proc(5), for its root.
        let proc: ProcOptions?

        init(
            _ source: Source,
            path: MountPath,
            point: MountPath,
            flags: MountFlags,
            template: Mount,
            isMountRoot: Bool,
            setting: NamedSetting? = nil,
            proc: ProcOptions? = nil
        ) {
            (self.source, self.path, self.point) = (source, path, point)
            (self.flags, self.template) = (flags, template)
            (self.isMountRoot, self.setting, self.proc) = (isMountRoot, setting, proc)
        }
    }

    /// The options of a new instance of proc(5).
    struct ProcOptions {
        var hiding: ProcessHiding.Level?
        /// `subset=pid`.
        var showsOnlyProcesses: Bool
    }

    enum Found {
        case file(File)
        case missing
        case unknown(Unknown.Cause)
    }

    /// One change at a path. Later ones are above earlier ones.
    private enum Layer {
        /// A directory that systemd gives to the service, on a mount with these flags.
        case given(MountPath, Mount, MountFlags, NamedSetting?)
        /// The host's own mounts there are gone.
        case unmounted
        case onItself
        case host(PlaceID, isBare: Bool, MountFlags, NamedSetting?, ProcOptions?)
        /// A new file, or the root of a new file system, on a new mount.
        case made(Place, on: Mount, MountFlags, NamedSetting?)

        var isMount: Bool {
            if case .unmounted = self { false } else { true }
        }
    }

    let host: any FileFactSource
    private let proc: ProcOptions
    private let hasNetworkNamespace: Bool
    private let hasUserNamespace: Bool
    private var layers: [MountPath: [Layer]] = [:]
    /// The files that systemd creates in a directory: for the mounts on them, and in a private `/dev`. Binds may show
    /// the directory at several paths.
    private var created: [FileID: [[UInt8]: File.Source]] = [:]
    /// The root, and the files on the path that was looked at last. Most paths share a part with the one before.
    private var way: [Found] = []
    private var wayNames: [[UInt8]] = []
    private var made: UInt64
    /// The directories that systemd gives to the service, by their paths on the host.
    let given: GivenDirectories

    init(of sandbox: FileSandbox, over host: any FileFactSource, given: GivenDirectories) {
        self.host = host
        (self.given, made) = (given, given.made)
        let level: ProcessHiding.Level? =
            switch sandbox.protectProc?.value ?? .default {
            case .default: nil
            case .noAccess: .noAccess
            case .invisible: .invisible
            case .ptraceable: .ptraceable
            }
        hasNetworkNamespace = sandbox.hasNetworkNamespace
        hasUserNamespace = sandbox.hasUserNamespace
        proc = ProcOptions(
            hiding: level,
            showsOnlyProcesses: sandbox.showsOnlyProcesses?.value == true
        )
    }

    var root: File {
        let path = MountPath()
        let mount = host.tree.mount(of: host.tree.root)
        let bottom = File(
            .host(host.tree.root, isBare: false),
            path: path,
            point: path,
            flags: mount.flags.intersection(.own),
            template: mount,
            isMountRoot: true
        )
        guard case .file(let file) = raised(.file(bottom), at: path, around: bottom) else {
            return bottom
        }
        return file
    }

    /// Returns the file of a name in a directory.
    func child(_ name: [UInt8], of directory: File) -> Found {
        let path = directory.path.appending(name)
        return raised(below(name, of: directory), at: path, around: directory)
    }

    /// Returns the file that the mount on a name covers; nil if that is not known.
    func covered(_ name: [UInt8], of directory: File) -> File? {
        let path = directory.path.appending(name)
        var found = below(name, of: directory)
        var all = layers[path, default: []]
        if let top = all.lastIndex(where: \.isMount) {
            all = Array(all[..<top])
        } else if case .file(let file) = found {
            found = file.isMountRoot ? uncovered(file, around: directory) : found
        }
        guard case .file(let file) = raised(found, at: path, around: directory, by: all) else {
            return nil
        }
        return file
    }

    /// Returns the file at a path without following links.
    func file(at path: MountPath) -> Found {
        leaveWay(after: partOfWay(on: path) + 1)
        if way.isEmpty { way = [.file(root)] }
        for name in path.names[(way.count - 1)...] {
            guard case .file(let directory) = way[way.count - 1] else { break }
            way.append(child(name, of: directory))
            wayNames.append(name)
        }
        return way[way.count - 1]
    }

    /// Returns the number of names that the last way has in common with a path.
    private func partOfWay(on path: MountPath) -> Int {
        zip(wayNames, path.names).prefix { $0 == $1 }.count
    }

    /// Forgets the files of the last way that a change at a path replaces.
    private func forgetWay(through path: MountPath) {
        if partOfWay(on: path) == path.names.count { leaveWay(after: path.names.count) }
    }

    private func leaveWay(after count: Int) {
        guard way.count > count else { return }
        way.removeSubrange(count...)
        wayNames.removeSubrange(max(0, count - 1)...)
    }

    /// Returns whether a directory has an entry for the service alone.
    func hasOwnEntries(_ directory: File) -> Bool {
        let path = directory.path
        let host = hostPath(of: directory)
        return created[place(of: directory).file] != nil
            || layers.contains { !$0.value.isEmpty && $0.key != path && $0.key.parent == path }
            || given.all.keys.contains { $0.parent == host }
    }

    /// Returns whether something is mounted on a file, through any path.
    func mountsOver(_ file: Place) -> Bool {
        layers.contains { path, layers in
            guard layers.contains(where: \.isMount), let name = path.names.last,
                case .file(let directory) = self.file(at: path.parent),
                let covered = covered(name, of: directory)
            else { return false }
            return place(of: covered).isSameFile(as: file)
        }
    }
}

// The host's files.
extension ServiceView {
    private static let systemd = MountPath("/run/systemd")
    /// systemd creates them for each service, or mounts them in it.
    private static let changing: Set<[UInt8]> = [
        Array("incoming".utf8), Array("propagate".utf8), Array("unit-root".utf8),
    ]

    private func below(_ name: [UInt8], of directory: File) -> Found {
        if let source = created[place(of: directory).file]?[name] {
            let file = File(
                source,
                path: directory.path.appending(name),
                point: directory.point,
                flags: directory.flags,
                template: directory.template,
                isMountRoot: false,
                setting: directory.setting
            )
            return .file(file)
        }
        if given.all.keys.contains(where: { $0.names.last == name }),
            let path = hostPath(of: directory)?.appending(name), let found = given[path]
        {
            let file = File(
                .given(path),
                path: directory.path.appending(name),
                point: directory.point,
                flags: directory.flags,
                template: found.mount,
                isMountRoot: false,
                setting: directory.setting
            )
            return .file(file)
        }
        if case .given(let path) = directory.source, let found = given[path] {
            guard !found.isLost else { return .unknown(.serviceStart) }
            guard let id = found.host else { return .missing }
            let onHost = File(
                .host(id, isBare: false),
                path: directory.path,
                point: directory.point,
                flags: directory.flags,
                template: directory.template,
                isMountRoot: directory.isMountRoot,
                setting: directory.setting,
                proc: directory.proc
            )
            return below(name, of: onHost)
        }
        guard case .host(let id, let isBare) = directory.source, host.tree[id].kind == .directory
        else { return .missing }
        if Self.changing.contains(name), MountPath(host.tree.path(of: id)) == Self.systemd {
            return .unknown(.serviceStart)
        }
        if dependsOnProcess(name), host.tree.mount(of: id).fileSystem == "proc" {
            return .unknown(.serviceStart)
        }
        if let proc = directory.proc, proc.showsOnlyProcesses, !Self.isOfProcess(name) {
            return .missing
        }
        switch hostEntry(name, in: id) {
        case .missing: return .missing
        case .unknown(let cause): return .unknown(cause)
        case .place(let found):
            let mount = host.tree.mount(of: found)
            let path = directory.path.appending(name)
            let isMountRoot = host.tree[found].isMountRoot
            if isBare, isMountRoot {
                return uncovered(found, at: path, around: directory, directory.setting, nil)
            }
            return .file(
                File(
                    .host(found, isBare: isBare),
                    path: path,
                    point: isMountRoot ? path : directory.point,
                    flags: isMountRoot ? mount.flags.intersection(.own) : directory.flags,
                    template: mount,
                    isMountRoot: isMountRoot,
                    setting: directory.setting
                )
            )
        }
    }

    private func hostPath(of file: File) -> MountPath? {
        switch file.source {
        case .host(let id, _): MountPath(host.tree.path(of: id))
        case .given(let path): path
        case .made: nil
        }
    }

    /// Returns whether a name in proc(5) shows something else to each process that looks, or refuses it.
    private func dependsOnProcess(_ name: [UInt8]) -> Bool {
        // `/proc/PID/net` and `/proc/sys/net` show the network of the process.
        if hasNetworkNamespace, name == Array("net".utf8) { return true }
        // `/proc/sys/user` is of its user namespace, from which ptrace(2) refuses all processes of others.
        return hasUserNamespace && (Self.isNumber(name) || name == Array("user".utf8))
    }

    /// The names that remain with `subset=pid` (proc_root_lookup, fs/proc/root.c).
    private static func isOfProcess(_ name: [UInt8]) -> Bool {
        isNumber(name) || name == Array("self".utf8) || name == Array("thread-self".utf8)
    }

    private static func isNumber(_ name: [UInt8]) -> Bool {
        name.allSatisfy { (0x30...0x39).contains($0) }
    }

    /// Returns the file below a mount of the host.
    private func uncovered(_ file: File, around directory: File) -> Found {
        guard case .host(let id, _) = file.source, host.tree[id].isMountRoot else {
            return .file(file)
        }
        return uncovered(id, at: file.path, around: directory, file.setting, file.proc)
    }

    private func uncovered(
        _ id: PlaceID,
        at path: MountPath,
        around directory: File,
        _ setting: NamedSetting?,
        _ proc: ProcOptions?
    ) -> Found {
        guard case .known(let covered) = fact(\.covered, of: id, .covered(by: id)) else {
            return .unknown(.coveredOnHost)
        }
        // The names below are found on the mount above, if both show the same file.
        let isSame = host.tree[covered].isSameFile(as: host.tree[id])
        return .file(
            File(
                .host(isSame ? id : covered, isBare: true),
                path: path,
                point: directory.point,
                flags: directory.flags,
                template: host.tree.mount(of: isSame ? id : covered),
                isMountRoot: false,
                setting: setting,
                proc: proc
            )
        )
    }

    private func hostEntry(_ name: [UInt8], in directory: PlaceID) -> FileTree.Entry {
        let index = Int(directory.index)
        if let known = host.tree.details[index].names[name] { return known }
        host.read(.name(name, in: directory))
        return host.tree.details[index].names[name] ?? .unknown(.changed)
    }

    /// Returns a fact of a file of the host, and reads it first if necessary.
    func fact<Value>(
        _ fact: KeyPath<PlaceDetails, PlaceDetails.Fact<Value>>,
        of id: PlaceID,
        _ request: FactRequest
    ) -> PlaceDetails.Fact<Value> {
        if case .unread = host.tree.details[Int(id.index)][keyPath: fact] { host.read(request) }
        return host.tree.details[Int(id.index)][keyPath: fact]
    }
}

// The mounts over them.
extension ServiceView {
    private func raised(
        _ bottom: Found,
        at path: MountPath,
        around directory: File,
        by chosen: [Layer]? = nil
    ) -> Found {
        (chosen ?? layers[path, default: []]).reduce(bottom) { found, layer in
            raised(found, by: layer, at: path, around: directory)
        }
    }

    private func raised(
        _ found: Found,
        by layer: Layer,
        at path: MountPath,
        around directory: File
    ) -> Found {
        switch layer {
        case .unmounted:
            guard case .file(let file) = found else { return found }
            return uncovered(file, around: directory)
        case .onItself:
            guard case .file(let file) = found else { return found }
            return .file(
                File(
                    file.source,
                    path: file.path,
                    point: path,
                    flags: file.flags,
                    template: file.template,
                    isMountRoot: true,
                    setting: file.setting,
                    proc: file.proc
                )
            )
        case .host(let id, let isBare, let flags, let setting, let proc):
            return .file(
                File(
                    .host(id, isBare: isBare),
                    path: path,
                    point: path,
                    flags: flags,
                    template: host.tree.mount(of: id),
                    isMountRoot: true,
                    setting: setting,
                    proc: proc
                )
            )
        case .given(let source, let mount, let flags, let setting):
            return .file(
                File(
                    .given(source),
                    path: path,
                    point: path,
                    flags: flags,
                    template: mount,
                    isMountRoot: true,
                    setting: setting
                )
            )
        case .made(let place, let mount, let flags, let setting):
            return .file(
                File(
                    .made(place, target: nil),
                    path: path,
                    point: path,
                    flags: flags,
                    template: mount,
                    isMountRoot: true,
                    setting: setting
                )
            )
        }
    }

    private func add(_ layer: Layer, at path: MountPath) {
        layers[path, default: []].append(layer)
        forgetWay(through: path)
    }

    /// Creates a file, in every place that shows the directory.
    private func put(
        _ name: [UInt8],
        in directory: Place,
        _ place: Place,
        target: String? = nil
    ) {
        let source = File.Source.made(place, target: target.map { Array($0.utf8) })
        created[directory.file, default: [:]][name] = source
        leaveWay(after: 1)
    }

    /// Hides everything that was mounted below a path.
    private func hideBelow(_ path: MountPath) {
        layers = layers.filter { $0.key == path || !$0.key.starts(with: path) }
        forgetWay(through: path)
    }

    private func newPlace(_ kind: FileKind, _ mode: UInt16, uid: UInt32 = 0, gid: UInt32 = 0)
        -> Place
    {
        made += 1
        return Place(made: made, kind, mode: mode, uid: uid, gid: gid)
    }
}

extension ServiceView: MountScene {
    func look(at path: MountPath) -> SceneObject {
        switch file(at: path) {
        case .missing:
            guard case .file(let directory) = file(at: path.parent) else { return .missing }
            return kind(of: directory) == .directory ? .missing : .notADirectory
        case .unknown(.fileSystem), .unknown(.serviceStart): return .unknown("cannot be looked at")
        case .unknown: return .unknown("could not be looked at")
        case .file(let file):
            guard kind(of: file) == .symbolicLink else { return .file(kind(of: file)) }
            guard let target = target(of: file) else {
                return .unknown("is a link with another target for each process")
            }
            return .link(target: target)
        }
    }

    func kind(of file: File) -> FileKind { place(of: file).kind }

    func place(of file: File) -> Place {
        switch file.source {
        case .host(let id, _): given.owned(id)
        case .made(let place, _): place
        case .given(let path):
            given[path]?.place ?? Place(.directory, mode: 0, uid: noID, gid: noID)
        }
    }

    func target(of file: File) -> [UInt8]? {
        switch file.source {
        case .host(let id, _): host.tree.target(of: id)
        case .made(_, let target): target
        case .given: nil
        }
    }

    func lookOnHost(at path: MountPath) -> (MountPath, SceneObject) {
        if given[path] != nil { return (path, .file(.directory)) }
        do throws(Stop) {
            let id = try host.place(at: path, follow: true)
            return (MountPath(host.tree.path(of: id)), .file(host.tree[id].kind))
        } catch .refused(let refusal) where refusal.cause == .missing {
            return (path, isCreated(path) ? .unknown("is created for another mount") : .missing)
        } catch .refused {
            return (path, .notADirectory)
        } catch {
            return (path, .unknown("could not be looked at"))
        }
    }

    /// Returns whether the host has a path as soon as systemd has created a file for another mount.
    private func isCreated(_ path: MountPath) -> Bool {
        var above = MountPath()
        for name in path.names {
            do throws(Stop) {
                let id = try host.place(at: above, follow: true)
                if created[host.tree[id].file]?[name] != nil { return true }
            } catch {
                // Below a missing directory nothing was created that is not in a created one.
                return false
            }
            above = above.appending(name)
        }
        return false
    }

    func isMountPoint(_ path: MountPath) -> Bool {
        guard case .file(let file) = file(at: path) else { return false }
        return file.isMountRoot
    }

    func unmount(_ path: MountPath) {
        for (other, all) in layers where other.starts(with: path) {
            layers[other] = all.filter { !$0.isMount }
        }
        add(.unmounted, at: path)
    }

    func create(_ kind: FileKind, at path: MountPath) -> Bool? {
        var done = MountPath()
        for (index, name) in path.names.enumerated() {
            guard case .file(let directory) = file(at: done) else { return nil }
            done = done.appending(name)
            guard case .missing = file(at: done) else { continue }
            let isReadOnly =
                directory.flags.contains(.readOnly)
                || directory.template.flags.contains(.superblockReadOnly)
            guard !isReadOnly, directory.template.users?.contains(outside: 0) != false,
                directory.template.groups?.contains(outside: 0) != false
            else { return false }
            if case .host(let id, _) = directory.source, host.tree[id].isImmutable { return false }
            guard !mayHaveDefaultList(directory) else { return nil }
            switch directory.template.rules.names {
            case .free: break
            case .fixed, .fixedAndSeen: return false
            case .elsewhere: return nil
            }
            let isLast = index == path.names.count - 1
            let isFile = isLast && kind != .directory
            var place = newPlace(isFile ? .regular : .directory, isFile ? 0o644 : 0o755)
            inherit(from: directory, &place)
            put(name, in: self.place(of: directory), place)
        }
        return true
    }

    /// A new file inherits the default access list of its directory; see acl(5).
    private func mayHaveDefaultList(_ directory: File) -> Bool {
        let id =
            switch directory.source {
            case .host(let id, _): Optional(id)
            case .given(let path): given[path]?.host
            case .made: nil as PlaceID?
            }
        return id.map { host.hasDefaultList($0) != false } ?? false
    }

    /// A new file in a set-group-id directory has the directory's group; see inode(7).
    private func inherit(from directory: File, _ place: inout Place) {
        let above = self.place(of: directory)
        guard above.mode & 0o2000 != 0 else { return }
        place.gid = above.gid
        if place.kind == .directory { place.mode |= 0o2000 }
    }

    func bindOnItself(_ path: MountPath) { add(.onItself, at: path) }

    func mount(_ entry: PlannedMount, from source: MountPath?) throws(MountStop) {
        let path = entry.path
        switch entry.action {
        case .inaccessible: try mountInaccessible(entry)
        case .bind, .recursiveBind, .hostDevices, .sysfs:
            try bind(source ?? path, entry, isBare: entry.action == .bind)
        case .tmpfs, .emptyDirectory, .run:
            let options = entry.tmpfs
            let place = newPlace(.directory, options.mode, uid: options.uid, gid: options.gid)
            hideBelow(path)
            add(.made(place, on: tmpfs, options.flags, entry.setting), at: path)
        case .privateTmp: try mountPrivateTmp(entry)
        case .privateDevices: try mountPrivateDevices(entry)
        case .proc: try mountProc(entry)
        case .readOnly, .readWrite, .noExec, .exec, .implicitReadWrite: bindOnItself(path)
        }
    }

    private var tmpfs: Mount {
        Mount(ofType: "tmpfs", flags: [], kernel: host.tree.settings.kernel)
    }

    private func bind(
        _ source: MountPath,
        at path: MountPath? = nil,
        _ entry: PlannedMount,
        isBare: Bool
    ) throws(MountStop) {
        if let found = given[source] {
            let flags = found.mount.flags.intersection(.own)
            hideBelow(path ?? entry.path)
            let layer = Layer.given(source, found.mount, flags, entry.setting)
            return add(layer, at: path ?? entry.path)
        }
        do throws(Stop) {
            let id = try host.place(at: source, follow: true)
            let flags = host.tree.mount(of: id).flags.intersection(.own)
            hideBelow(path ?? entry.path)
            add(
                .host(id, isBare: isBare, flags, entry.setting, nil),
                at: path ?? entry.path
            )
        } catch {
            throw .notKnown("`\(source)`, which could not be looked at", entry.setting)
        }
    }

    /// The nodes that systemd mounts over inaccessible files; mode_to_inaccessible_node (src/shared/mount-util.c).
    private func mountInaccessible(_ entry: PlannedMount) throws(MountStop) {
        guard case .file(let covered) = file(at: entry.path) else { return }
        let names: [String]
        let kind = kind(of: covered)
        switch kind {
        case .regular, .symbolicLink: names = ["reg"]
        case .directory: names = ["dir"]
        case .characterDevice: names = ["chr", "sock"]
        case .blockDevice: names = ["blk", "chr", "sock"]
        case .fifo: names = ["fifo"]
        case .socket: names = ["sock"]
        }
        hideBelow(entry.path)
        for name in names {
            let path = MountPath("/run/systemd/inaccessible/\(name)")
            guard let id = try host.find(path, follow: true, for: entry.setting) else { continue }
            let flags = host.tree.mount(of: id).flags.intersection(.own)
            return add(.host(id, isBare: true, flags, entry.setting, nil), at: entry.path)
        }
        // systemd creates the nodes when it boots.
        let node = newPlace(kind, 0)
        add(.made(node, on: tmpfs, [.noSuid, .noDev], entry.setting), at: entry.path)
    }

    /// A new directory in the host's own; setup_one_tmp_dir.
    private func mountPrivateTmp(_ entry: PlannedMount) throws(MountStop) {
        guard let id = try host.find(entry.path, follow: true, for: entry.setting) else {
            throw .notKnown("`\(entry.path)`, which is missing", entry.setting)
        }
        let mount = host.tree.mount(of: id)
        guard host.hasDefaultList(id) == false else {
            let problem = "`\(entry.path)`, which may have a default access list"
            throw .notKnown(problem, entry.setting)
        }
        var place = newPlace(.directory, 0o1777)
        var flags = mount.flags.intersection(.own)
        if flags.contains(.readOnly) || mount.flags.contains(.superblockReadOnly) {
            place.mode = 0o500
            flags.insert(.readOnly)
        } else if host.tree[id].mode & 0o2000 != 0 {
            place.mode |= 0o2000
            place.gid = host.tree[id].gid
        }
        hideBelow(entry.path)
        add(.made(place, on: mount, flags, entry.setting), at: entry.path)
    }

    /// mount_procfs: a new instance, which is the host's one without the mounts below it.
    private func mountProc(_ entry: PlannedMount) throws(MountStop) {
        guard let id = try host.find(MountPath("/proc"), follow: false, for: entry.setting),
            host.tree.mount(of: id).fileSystem == "proc", host.tree[id].isMountRoot
        else { throw .notKnown("`/proc`, which is no mount of proc here", entry.setting) }
        hideBelow(entry.path)
        add(
            .host(id, isBare: true, [.noSuid, .noExec, .noDev], nil, proc),
            at: entry.path
        )
    }

    /// mount_private_dev.
    private func mountPrivateDevices(_ entry: PlannedMount) throws(MountStop) {
        let path = entry.path
        let directory = newPlace(.directory, 0o755)
        hideBelow(path)
        add(.made(directory, on: tmpfs, [.noSuid, .noExec], entry.setting), at: path)
        for name in ["pts", "shm", "mqueue", "hugepages"] {
            put(Array(name.utf8), in: directory, newPlace(.directory, 0o755))
            let source = MountPath("/dev/\(name)")
            // systemd ignores it if one of these two is missing.
            if name == "mqueue" || name == "hugepages",
                try host.find(source, follow: true, for: entry.setting) == nil
            {
                continue
            }
            try bind(source, at: path.appending(name), entry, isBare: true)
        }
        try addDevices(to: directory, entry)
        for (name, target) in Self.deviceLinks { addLink(name, target, in: directory) }
        if try host.find(MountPath("/proc/kcore"), follow: false, for: entry.setting) != nil {
            addLink("core", "/proc/kcore", in: directory)
        }
    }

    private static let deviceLinks = [
        ("log", "/run/systemd/journal/dev-log"), ("fd", "/proc/self/fd"),
        ("stdin", "/proc/self/fd/0"), ("stdout", "/proc/self/fd/1"), ("stderr", "/proc/self/fd/2"),
    ]

    private func addLink(_ name: String, _ target: String, in directory: Place) {
        put(Array(name.utf8), in: directory, newPlace(.symbolicLink, 0o777), target: target)
    }

    private func addDevices(to directory: Place, _ entry: PlannedMount) throws(MountStop) {
        let numbers = newPlace(.directory, 0o755)
        put(Array("char".utf8), in: directory, numbers)
        for name in ["ptmx", "null", "zero", "full", "random", "urandom", "tty"] {
            let path = MountPath("/dev/\(name)")
            guard let id = try host.find(path, follow: false, for: entry.setting) else { continue }
            let found = host.tree[id]
            if name == "ptmx", found.kind == .symbolicLink {
                addLink(name, "pts/ptmx", in: directory)
                continue
            }
            guard found.kind == .characterDevice, !found.isMountRoot else {
                throw .notKnown("`/dev/\(name)`, which is a mount or a link here", entry.setting)
            }
            var place = newPlace(.characterDevice, found.mode)
            place.deviceNumber = found.deviceNumber
            put(Array(name.utf8), in: directory, place)
            let number = "\(found.deviceNumber.major):\(found.deviceNumber.minor)"
            addLink(number, "../\(name)", in: numbers)
        }
    }
}

extension MountPath {
    fileprivate func appending(_ name: String) -> MountPath { appending(Array(name.utf8)) }
}
