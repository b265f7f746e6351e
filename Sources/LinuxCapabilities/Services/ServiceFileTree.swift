package import AccessModel
import Kernel
import LinuxSystem
package import Procedures
package import ServiceModel

/// The files that a service would see, over those of the host. A fact about a file of the host is read there and copied.
package final class ServiceFileTree: FileFactSource {
    package let tree: FileTree
    private let view: ServiceView
    private let plan: MountPlan
    private let sandbox: FileSandbox
    /// The files, indexed by the numbers of their places; nil for names that do not exist.
    private var files: [ServiceView.File?]
    private var mounts: [MountKey: Int] = [:]

    /// A mount, and the part of its file system with one set of rules.
    private struct MountKey: Hashable {
        let point: MountPath
        let mount: Mount
    }

    /// Makes the mounts of a service in memory.
    ///
    /// - Throws: ``MountStop`` if systemd does not start the service with these settings, or if that is not known.
    package init(
        _ sandbox: FileSandbox,
        over host: any FileFactSource
    ) throws(MountStop) {
        var plan = try MountPlan(sandbox)
        let given = try GivenDirectories(of: sandbox, on: host)
        view = ServiceView(of: sandbox, over: host, given: given)
        try plan.apply(in: view)
        self.plan = plan
        self.sandbox = sandbox
        let root = view.root
        let mount = Self.mount(of: root, plan)
        let facts = Self.facts(of: root, view)
        tree = FileTree(
            root: facts.place,
            on: mount,
            list: facts.list,
            settings: host.tree.settings
        )
        files = [root]
        mounts[MountKey(point: root.point, mount: mount)] = 0
        if sandbox.hasUserNamespace { try requireIDMaps() }
    }

    /// Requires that systemd can write the ids of a user namespace, which it does through the `/proc` of the service
    /// and after its mounts (`setup_private_users` in src/core/execute.c of systemd 252).
    private func requireIDMaps() throws(MountStop) {
        let path = MountPath("/proc")
        let known = try view.host.find(path, follow: false, for: nil)
        guard let known, case .file(let proc) = view.file(at: path) else {
            throw .notKnown("if systemd can write its user ids in `/proc`", nil)
        }
        guard case .host(let id, _) = proc.source,
            view.host.tree.mount(of: id).fileSystem == "proc"
        else { throw Self.withoutIDMaps("hidden", proc.setting) }
        guard view.host.tree[id].isSameFile(as: view.host.tree[known]) else {
            throw .notKnown("which processes its `/proc` has", proc.setting)
        }
        let flags = plan.flags(of: proc.point, before: proc.flags)
        let isReadOnlyOnHost =
            proc.proc == nil && proc.template.flags.contains(.superblockReadOnly)
        guard !isReadOnlyOnHost, !flags.flags.contains(.readOnly) else {
            throw Self.withoutIDMaps("read-only", flags.readOnly?.setting)
        }
    }

    private static func withoutIDMaps(_ state: String, _ setting: NamedSetting?) -> MountStop {
        let problem = "`/proc`, where systemd writes the user ids for PrivateUsers=, is \(state)"
        return .failsToStart(problem, setting, exit: "217/USER")
    }

    package func read(_ request: FactRequest) {
        switch request {
        case .name(let name, let directory): readName(name, in: directory)
        case .mountPoint(let place): readMountPoint(place)
        case .emptiness(let directory): readEmptiness(of: directory)
        case .covered(let mounted): readCovered(by: mounted)
        case .program(let file): readProgram(in: file)
        case .swap(let file): copy(\.isSwap, of: file, made: false) { .swap($0) }
        case .key(let file): copy(\.hasKey, of: file, made: nil) { .key(of: $0) }
        case .layer(let file): copy(\.layer, of: file, made: .upper) { .layer(of: $0) }
        case .copying(let file): readCopying(of: file)
        case .subvolume(let file):
            copy(\.isSubvolumeReadOnly, of: file, made: nil) { .subvolume(of: $0) }
        case .project(let file): copy(\.project, of: file, made: nil) { .project(of: $0) }
        }
    }

    package func changed(among places: [PlaceID]) -> PlaceID? {
        let hosts = places.map(hostPlace)
        let found = view.host.changed(among: hosts.compactMap(\.self))
        return found.flatMap { hosts.firstIndex(of: $0) }.map { places[$0] }
    }

    /// Returns whether a path leads the service to the file to which it leads this process.
    package func leadsToHostFile(_ path: String) -> Bool {
        while true {
            do throws(Stop) {
                let found = try tree.place(at: Array(path.utf8), follow: true)
                return try hostPlace(of: found)
                    == view.host.place(at: MountPath(path), follow: true)
            } catch .lacks(let request) {
                read(request)
            } catch {
                return false
            }
        }
    }

    /// systemd sets the mode and the owner of the directories that it makes at each start. If that changes the owner, the
    /// files in them lose their access lists. Where the mount of the host is read-only too, an administrator cannot
    /// change the file either.
    package func changeablePath(of file: PlaceID) -> String? {
        guard files.indices.contains(Int(file.index)),
            case .host(let place, _)? = files[Int(file.index)]?.source, !view.given.owns(place),
            !view.host.tree.mount(of: place).flags.contains(.readOnly)
        else { return nil }
        return view.host.changeablePath(of: place)
    }

    package func changeableMountPoint(of file: PlaceID) -> String? {
        let settings = tree.mount(of: file).settings
        guard settings == MountSettings(), let place = hostPlace(of: file) else { return nil }
        return view.host.changeableMountPoint(of: place)
    }

    private func hostPlace(of id: PlaceID) -> PlaceID? {
        guard files.indices.contains(Int(id.index)), let file = files[Int(id.index)] else {
            return nil
        }
        switch file.source {
        case .host(let place, _): return place
        case .given(let path): return view.given[path]?.host
        case .made: return nil
        }
    }
}

// Files.
extension ServiceFileTree {
    private func readName(_ name: [UInt8], in directory: PlaceID) {
        guard let parent = files[Int(directory.index)] else {
            return tree.add(.missing, named: name, in: directory)
        }
        switch view.child(name, of: parent) {
        case .missing: tree.add(.missing, named: name, in: directory)
        case .unknown(let cause): tree.add(.unknown(cause), named: name, in: directory)
        case .file(let file):
            var facts = Self.facts(of: file, view)
            if let proc = parent.proc { facts.place.hide(by: proc, named: name) }
            let id = tree.add(
                facts.place,
                named: name,
                in: directory,
                mount: number(of: file),
                list: facts.list,
                target: view.target(of: file)
            )
            keep(file, of: id)
        }
    }

    private func keep(_ file: ServiceView.File, of id: PlaceID) {
        let added = max(0, Int(id.index) + 1 - files.count)
        files.append(contentsOf: repeatElement(nil, count: added))
        files[Int(id.index)] = file
    }

    private static func facts(
        of file: ServiceView.File,
        _ view: ServiceView
    ) -> (place: Place, list: [ListEntry]?) {
        var place = view.place(of: file)
        place.isMountRoot = file.isMountRoot
        let list: [ListEntry]? =
            switch file.source {
            case .host(let id, _): view.given.owns(id) ? nil : view.host.tree.list(of: id)
            case .given(let path): view.given[path]?.list
            case .made: nil
            }
        return (place, list)
    }

    private func number(of file: ServiceView.File) -> Int {
        let mount = Self.mount(of: file, plan)
        let key = MountKey(point: file.point, mount: mount)
        if let known = mounts[key] { return known }
        let number = tree.add(mount)
        mounts[key] = number
        return number
    }

    /// Returns the mount of a file with the flags that systemd sets.
    private static func mount(of file: ServiceView.File, _ plan: MountPlan) -> Mount {
        var mount = file.template
        var found = MountPlan.Flags(file.flags)
        // systemd leaves automount points alone.
        if mount.fileSystem != "autofs" { found = plan.flags(of: file.point, before: file.flags) }
        mount.flags.subtract(.own)
        mount.flags.formUnion(found.flags)
        mount.flags.formUnion(.impliedByType(mount.fileSystem))
        mount.settings.content = file.setting.map(MountSettings.Setting.init)
        mount.settings.readOnly = found.readOnly?.setting.map(MountSettings.Setting.init)
        mount.settings.noExec = found.noExec?.setting.map(MountSettings.Setting.init)
        return mount
    }
}

// Further facts.
extension ServiceFileTree {
    /// Copies a fact of the host's file. A file that systemd makes has another one; nil if that is not known.
    private func copy<Value>(
        _ fact: WritableKeyPath<PlaceDetails, PlaceDetails.Fact<Value>>,
        of id: PlaceID,
        made: Value?,
        _ request: (PlaceID) -> FactRequest
    ) {
        guard let place = hostPlace(of: id) else {
            guard let made else { return tree.add(.serviceStart, as: fact, of: id) }
            return tree.add(made, as: fact, of: id)
        }
        switch view.fact(fact, of: place, request(place)) {
        case .known(let value): tree.add(value, as: fact, of: id)
        case .unknown(let cause): tree.add(cause, as: fact, of: id)
        case .unread: tree.add(.changed, as: fact, of: id)
        }
    }

    private func readProgram(in id: PlaceID) {
        // A new owner takes the capabilities of a program from it.
        if let place = hostPlace(of: id), view.given.owns(place) {
            return tree.add(.serviceStart, as: \.program, of: id)
        }
        copy(\.program, of: id, made: nil) { .program($0) }
    }

    private func readMountPoint(_ id: PlaceID) {
        guard !tree[id].isMountRoot, !view.mountsOver(tree[id]) else {
            return tree.add(true, as: \.isMountPoint, of: id)
        }
        copy(\.isMountPoint, of: id, made: false) { .mountPoint($0) }
    }

    private func readEmptiness(of id: PlaceID) {
        guard let file = files[Int(id.index)], !view.hasOwnEntries(file) else {
            return tree.add(false, as: \.emptiness, of: id)
        }
        if case .given(let path) = file.source, view.given[path]?.isLost == true {
            return tree.add(.serviceStart, as: \.emptiness, of: id)
        }
        copy(\.emptiness, of: id, made: true) { .emptiness(of: $0) }
    }

    private func readCovered(by id: PlaceID) {
        guard let mounted = files[Int(id.index)], let name = mounted.path.names.last,
            case .file(let directory) = view.file(at: mounted.path.parent),
            let covered = view.covered(name, of: directory)
        else { return tree.add(.coveredOnHost, as: \.covered, of: id) }
        let facts = Self.facts(of: covered, view)
        keep(covered, of: tree.add(covered: facts.place, list: facts.list, by: id))
    }
}

// Layers of an overlay.
extension ServiceFileTree {
    /// The directories of the host above the root of a mount of systemd are copied to the upper layer too.
    private func readCopying(of id: PlaceID) {
        if tree[id].isMountRoot, let place = hostPlace(of: id), !canBeCopied(place) {
            return tree.add(false, as: \.isCopyable, of: id)
        }
        copy(\.isCopyable, of: id, made: true) { .copying(of: $0) }
    }

    /// Returns whether a file of the host and the directories above it are known to be free for a copy to the upper layer.
    private func canBeCopied(_ place: PlaceID) -> Bool {
        while true {
            do throws(Stop) {
                try view.host.tree.wantFreeLayers(for: place)
                return true
            } catch .lacks(let request) {
                view.host.read(request)
            } catch {
                return false
            }
        }
    }
}

// Settings that would permit what a mount refuses.
extension ServiceFileTree {
    package func remedies(
        bySettingsFor refusal: AccessModel.Refusal,
        in inquiry: FileInquiry,
        for subject: Credentials,
        _ inWords: (any FileFactSource, ProvenRemedy) -> Remedy?
    ) -> [Remedy] {
        var joined: [Remedy] = []
        for line in lines(for: refusal, inquiry, subject) {
            // A line with which the service does not start is no remedy.
            guard let changed = line.added(to: sandbox),
                let files = try? ServiceFileTree(changed, over: view.host)
            else { continue }
            let remedy = Remedy(line.text, note: "in the unit; restart it")
            switch files.refusal(of: inquiry.questions, for: subject, after: []) {
            case nil: return [remedy]
            case .refused(let next) where joined.isEmpty:
                joined = files.remedies(of: next, in: inquiry, for: subject)
                    .compactMap { inWords(files, $0).map(remedy.followed) }
            case .refused, .unknown, .lacks: continue
            }
        }
        return joined
    }

    /// The lines that may help, those that permit less first.
    private func lines(
        for refusal: AccessModel.Refusal,
        _ inquiry: FileInquiry,
        _ subject: Credentials
    ) -> [SandboxLine] {
        let settings = tree.mount(of: refusal.place).settings
        switch refusal.cause {
        case .missing where settings.content != nil,
            .permissionRefused where settings.content != nil:
            return [.bindReadOnly(inquiry.path), .bind(inquiry.path), .homeReadOnly]
        case .permissionRefused:
            // A mount that refuses too does so after the permissions.
            let permitted = [Change.capability(.dacOverride)]
            let next = self.refusal(of: inquiry.questions, for: subject, after: permitted)
            guard case .refused(let next)? = next, next.cause != .permissionRefused else {
                return []
            }
            return lines(for: next, inquiry, subject)
        case .readOnlyMount where settings.readOnly != nil:
            let path = tree.path(of: refusal.place)
            // The service would not start while the file that it may create does not exist.
            let isCreated =
                inquiry.action == .openCreate && tree[refusal.place].kind != .directory
            return [.readWrite(isCreated ? path.parentDirectory : path)]
        case .noExecMount where settings.noExec != nil:
            return [.exec(tree.path(of: refusal.place))]
        default: return []
        }
    }
}

extension MountSettings.Setting {
    fileprivate init(_ setting: NamedSetting) {
        self.init(setting.text, at: setting.place.description)
    }
}

extension Place {
    /// Hides the directory of a process in a new instance of proc(5). The new mount has no `gid` option, so members of
    /// group 0 see everything.
    fileprivate mutating func hide(by proc: ServiceView.ProcOptions, named name: [UInt8]) {
        guard kind == .directory, name.allSatisfy({ (0x30...0x39).contains($0) }) else { return }
        let creators = hiding?.creators
        hiding = proc.hiding.map { level in
            var hiding = ProcessHiding(level, group: 0)
            hiding.creators = creators
            return hiding
        }
    }
}
