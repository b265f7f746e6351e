package import AccessModel
import Kernel
package import LinuxSystem

/// The files of this machine as facts. Each fact is read when a question first needs it.
///
/// A read can block on a file system that does not respond. The asking thread reads, with its own credentials. Files
/// that it may not look at are unknown.
package final class LiveFileTree: FileFactSource {
    package let tree: FileTree
    private let places: LivePlaces
    private var details: LiveDetails
    /// The process whose root directory and mounts these are; nil for those of this thread.
    private var process: SubjectPlace?
    /// True if a file was found to have changed since it was read.
    private(set) var hasChanged = false

    /// - Parameters:
    ///   - root: A root directory opened as a place, `/proc/PID/root`; nil for the root of this thread.
    ///   - process: The process whose mounts are below the root; nil for those of this thread.
    ///   - forSelf: True if every question is about the asking thread, so that `/proc/self` leads to its own folder.
    ///   - watching: Watches each file before it is read.
    /// - Throws: ``SystemError`` if the root, its mount or the kernel's settings cannot be read.
    package init(
        root: consuming Descriptor? = nil,
        ofProcess process: Int32? = nil,
        forSelf: Bool = false,
        watching: FileWatching? = nil
    ) throws(SystemError) {
        places = try LivePlaces(
            root: root,
            ofProcess: process,
            forSelf: forSelf,
            watching: watching
        )
        tree = places.tree
        details = LiveDetails(places)
    }

    /// Reads the files below a subject's own root, with its mounts.
    ///
    /// - Parameter place: nil for those of this thread.
    /// - Throws: ``SystemError`` if the root, its mount or the kernel's settings cannot be read; `ESRCH` if the process
    ///   has ended.
    package convenience init(
        seenBy place: SubjectPlace?,
        watching: FileWatching? = nil
    ) throws(SystemError) {
        guard let place else {
            try self.init(watching: watching)
            return
        }
        let process = try ProcessHandle(pid: place.pid)
        let root = try process.openRoot()
        try self.init(root: root, ofProcess: place.pid, watching: watching)
        self.process = place
        try process.requireAlive()
    }

    package func read(_ request: FactRequest) {
        switch request {
        case .name(let name, let directory): readName(name, in: directory)
        case .mountPoint(let place): details.readMountPoint(place)
        case .emptiness(let directory): details.readEmptiness(of: directory)
        case .covered(let mounted): details.readCovered(by: mounted)
        case .program(let file): details.readProgram(file)
        case .swap(let file): details.readSwap(file)
        case .key(let file): details.readKey(of: file)
        case .layer(let file): details.readLayer(of: file)
        case .copying(let file): details.readCopying(of: file)
        case .subvolume(let file): details.readSubvolume(of: file)
        case .project(let file): details.readProject(of: file)
        }
    }

    package func hasDefaultList(_ directory: PlaceID) -> Bool? {
        do throws(SystemError) {
            let opened = try places.open(directory)
            let inherited = try FileList(
                ExtendedAttributes.defaultList,
                of: opened.place,
                by: places.descriptors,
                at: tree.path(of: directory)
            )
            return inherited.entries != nil
        } catch {
            return nil
        }
    }

    /// If this process finds another file at the path, the path goes through the root directory of the other process.
    package func changeablePath(of file: PlaceID) -> String? {
        let path = tree.path(of: file)
        guard let process, !isOwn(file, at: path) else { return path }
        return "/proc/\(process.pid)/root\(path)"
    }

    package func changeableMountPoint(of file: PlaceID) -> String? {
        // A mount can be changed only from its own namespace.
        if let process, process.seesOurMounts != true { return nil }
        return tree.mount(of: file).point
    }

    package var sharesOurRoot: Bool { process == nil || isOwn(tree.root, at: "/") }

    /// Returns whether this process also finds a file at a path.
    private func isOwn(_ file: PlaceID, at path: String) -> Bool {
        do throws(SystemError) {
            let found = try FileCalls.openPlace(path, follow: false)
            let facts = try FileCalls.facts(of: found, at: path)
            return facts.inode == tree[file].inode && facts.device == tree[file].device
        } catch {
            return false
        }
    }

    /// Returns the place at a path for a subject that may search every directory of it. Reads the facts that this
    /// needs.
    package func place(at path: [UInt8], follow: Bool) throws(Stop) -> PlaceID {
        while true {
            do throws(Stop) {
                return try tree.place(at: path, follow: follow)
            } catch .lacks(let request) {
                read(request)
            } catch {
                throw error
            }
        }
    }

    /// Returns the names in a directory, sorted.
    package func names(in directory: PlaceID, atMost limit: Int) throws(SystemError) -> [[UInt8]] {
        let path = tree.path(of: directory)
        let names = try Directory.names(
            in: try places.open(directory).place,
            atMost: limit,
            at: path
        )
        return names.sorted { $0.lexicographicallyPrecedes($1) }
    }

    /// Reads the file that a name leads to.
    private func readName(_ name: [UInt8], in directory: PlaceID) {
        // C would stop at the NUL and look at another name.
        guard !name.contains(0) else { return tree.add(.missing, named: name, in: directory) }
        // The rules cannot continue through this mount, so there is no need to wait for a server.
        let mount = tree.mount(of: directory)
        guard mount.rules.permission != .elsewhere else {
            let cause = mount.flags.contains(.shutDown) ? Unknown.Cause.shutDown : .fileSystem
            return tree.add(.unknown(cause), named: name, in: directory)
        }
        do throws(SystemError) {
            try look(at: name, in: directory)
        } catch {
            tree.add(absence(of: name, in: directory, error), named: name, in: directory)
        }
    }

    /// A name that is not found is missing, unless it is a process that may be hidden from this process.
    private func absence(
        of name: [UInt8],
        in directory: PlaceID,
        _ error: SystemError
    ) -> FileTree.Absence {
        guard error.errno == .ENOENT else {
            return .unknown(error.errno == .EACCES ? .unsearchable : Unknown.Cause(error))
        }
        guard !places.isForSelf, let key = places.knownOrigin(of: directory)?.mount,
            key.zone == .top,
            key.zone.below(name) == .process, places.mounts.hiding(on: key.id) != nil
        else { return .missing }
        return .unknown(.hidden)
    }

    /// Returns how the folder of a process is hidden from others; nil if it is not hidden, or is our own.
    private func hiding(
        _ name: [UInt8],
        _ found: borrowing FoundFile,
        _ key: LiveMounts.Key,
        in directory: PlaceID
    ) -> ProcessHiding? {
        guard key.zone == .process, found.status.facts.kind == .directory,
            places.knownOrigin(of: directory)?.mount.zone != .process,
            var hiding = places.mounts.hiding(on: key.id),
            !places.isForSelf || !isOwnProcess(name, in: directory)
        else { return nil }
        do throws(SystemError) {
            hiding.creators = try NamespaceOwners.creators(ofProcessAt: found.place)
        } catch {
            // A process that may not trace another may not look at it here either, by the same rule.
            let isRefused = error.errno == .EACCES || error.errno == .EPERM
            hiding.creators = places.isForSelf && isRefused ? [] : nil
        }
        return hiding
    }

    /// Compares with the `self` link of the same mount, which may number processes otherwise than we do.
    private func isOwnProcess(_ name: [UInt8], in directory: PlaceID) -> Bool {
        do throws(SystemError) {
            let own = Array("self".utf8)
            let link = try FileCalls.openName(
                own,
                in: try places.open(directory).place,
                at: "/proc"
            )
            return try FileCalls.targetBytes(of: link, at: "/proc/self") == name
        } catch {
            return false
        }
    }

    /// - Throws: ``SystemError`` of openat2(2), statx(2) and getxattr(2); `ESTALE` for a file that changes each time
    ///   between the last two. The result would combine an owner and an access list that the file never had at once.
    private func look(at name: [UInt8], in directory: PlaceID) throws(SystemError) {
        for _ in 0..<Self.mostLooks where try lookOnce(at: name, in: directory) { return }
        throw SystemError("statx(2)", places.path(of: name, in: directory), code: .ESTALE)
    }

    /// The limit is needed because a write to a file, or a new name in a directory, also counts as a change, and such
    /// changes may never pause.
    private static let mostLooks = 64

    /// - Returns: False if the file changed during the look. Then no fact about it is kept.
    private func lookOnce(
        at name: [UInt8],
        in directory: PlaceID
    ) throws(SystemError) -> Bool {
        let path = places.path(of: name, in: directory)
        let parent = try places.open(directory)
        places.watching?.watch(name, in: parent.place, at: tree.path(of: directory))
        let found = try places.find(name, in: parent, of: directory)
        let key = try mountKey(of: found, named: name, in: directory)
        guard let (mount, list) = try meet(key, found, at: path) else { return false }
        places.watching?.note(fileSystem: mount.mount.fileSystem, at: path)
        guard var facts = Place(found, mount) else {
            tree.add(.unknown(.fileSystem), named: name, in: directory)
            return true
        }
        // statx(2) does not report the following facts.
        let inProc = try namesInProc(name, key, in: directory)
        if let last = inProc.last, key.zone.isImmutable(last, facts.kind) {
            facts.isImmutable = true
        }
        if inProc.count > 1, ProcZone.isNumber(inProc[0]), places.mounts.hiding(on: key.id) != nil {
            // A bind mount of a part of a process's folder: each part hides itself by its own rule.
            tree.add(.unknown(.hidden), named: name, in: directory)
            return true
        }
        facts.hiding = hiding(name, found, key, in: directory)
        let isText = facts.kind == .symbolicLink && !isMagic(name, in: parent, key.zone)
        let id = tree.add(
            facts,
            named: name,
            in: directory,
            mount: mount.number,
            list: found.isUnmapped ? list.mapped(by: mount).entries : list.entries,
            target: isText ? try FileCalls.targetBytes(of: found.place, at: path) : nil
        )
        places.keep(LivePlaces.Origin(parent: directory, name: name, mount: key), of: id)
        if facts.kind == .directory { places.keep(found, for: id) }
        return true
    }

    /// Returns the mount, and the access list of a file that can have one; nil if the file changed before the list was
    /// read.
    private func meet(
        _ key: LiveMounts.Key,
        _ found: borrowing FoundFile,
        at path: String
    ) throws(SystemError) -> (LiveMounts.Met, FileList)? {
        let canHave = places.mounts.known(key)?.mount.rules.hasAccessLists ?? true
        let isAsked = canHave && found.status.facts.kind != .symbolicLink
        let list =
            isAsked ? try FileList(of: found.place, by: places.descriptors, at: path) : .unasked
        if isAsked, try !isUnchanged(found, at: path) { return nil }
        let mount = try places.mounts.status(of: found.status, showing: found.place, at: path)
        let met = places.mounts.meet(key, mount, hasLists: list.isPossible) { tree.add($0) }
        return (met, list)
    }

    /// Returns whether a file is unchanged since it was found. If so, everything read meanwhile belongs to it.
    private func isUnchanged(
        _ found: borrowing FoundFile,
        at path: String
    ) throws(SystemError) -> Bool {
        let now = try FileCalls.status(of: found.place, at: path)
        // The kernel also reads these fields one by one. A file that was found without the mount's map shows another
        // owner.
        return (found.isUnmapped || now == found.status)
            && now.changeTime == found.status.changeTime
    }

    private func mountKey(
        of found: borrowing FoundFile,
        named name: [UInt8],
        in directory: PlaceID
    ) throws(SystemError) -> LiveMounts.Key {
        let above = try places.origin(of: directory).mount
        if found.status.mount == above.id {
            return LiveMounts.Key(id: above.id, zone: above.zone.below(name))
        }
        let path = tree.path(of: directory)
        let mount = try places.mounts.status(of: found.status, showing: found.place, at: path)
        return LiveMounts.Key(id: found.status.mount, zone: .of(mount))
    }

    /// Returns the names by which proc(5) knows a file: its own one, or all of the root of a bind mount.
    private func namesInProc(
        _ name: [UInt8],
        _ key: LiveMounts.Key,
        in directory: PlaceID
    ) throws(SystemError) -> [[UInt8]] {
        guard key.zone != .none, try places.origin(of: directory).mount.id != key.id,
            let root = places.mounts.root(of: key.id)
        else { return [name] }
        return root.pathNames.map { Array($0.utf8) }
    }

    /// Returns whether a name is a link of proc(5) that leads each asker elsewhere, or to a target that no text gives.
    private func isMagic(_ name: [UInt8], in parent: OpenDirectories.Opened, _ zone: ProcZone)
        -> Bool
    {
        if zone == .none { return false }
        if zone == .asker { return !places.isForSelf }
        return FileCalls.isMagicLink(name, in: parent.place)
    }
}

// A file may change between the first and the last fact of an answer.
extension LiveFileTree {
    /// Returns the first of some files that has changed since it was read; nil if none has.
    ///
    /// Each file is found again from the root on. Missing files are not looked for again.
    package func changed(among found: [PlaceID]) -> PlaceID? {
        places.closeAll()
        let changed = found.first { place in
            places.knownOrigin(of: place) != nil && !isUnchanged(place)
        }
        if changed != nil { hasChanged = true }
        return changed
    }

    private func isUnchanged(_ id: PlaceID) -> Bool {
        guard id != tree.root, let origin = places.knownOrigin(of: id) else { return true }
        do throws(SystemError) {
            let found = try factsAgain(of: id, origin)
            let before = tree[id]
            return found.mode == before.mode && isOwner(found.uid, before.uid)
                && isOwner(found.gid, before.gid)
        } catch {
            return false
        }
    }

    private func factsAgain(of id: PlaceID, _ origin: LivePlaces.Origin) throws(SystemError)
        -> FileFacts
    {
        guard origin.isCovered else {
            return try places.findAgain(id, in: try places.open(origin.parent)).status.facts
        }
        let path = tree.path(of: id)
        let place = try places.openCovered(named: origin.name, in: origin.parent, at: path)
        let found = try FileCalls.facts(of: place, at: path)
        guard found.inode == tree[id].inode, found.device == tree[id].device else {
            throw SystemError("openat2(2)", path, code: .ESTALE)
        }
        return found
    }

    /// Returns whether a shown owner is the known one. An id without a mapping is shown as another id.
    private func isOwner(_ shown: UInt32, _ known: UInt32) -> Bool {
        known >= foreignID || shown == known
    }
}

// If the rules cannot follow a path, the kernel can: through magic links of proc(5), a file system that makes its own
// decisions, owners that our user namespace does not show.
extension LiveFileTree {
    package func reached(by inquiry: FileInquiry) -> PlaceID? {
        guard places.isForSelf, inquiry.asksKernel, let mode = inquiry.accessMode else {
            return nil
        }
        let path = inquiry.path
        do throws(SystemError) {
            let place = try FileCalls.openMountedPlace(path, follow: inquiry.follow ?? true)
            guard FileCalls.refusal(of: mode, for: place) == nil else { return nil }
            return try add(reached: place, at: path)
        } catch {
            return nil
        }
    }

    /// - Returns: The place; nil for a kind of file that no rule knows.
    /// - Throws: ``SystemError`` if the file is on a mount of another mount namespace.
    private func add(
        reached place: borrowing Descriptor,
        at path: String
    ) throws(SystemError) -> PlaceID? {
        let status = try FileCalls.status(of: place, at: path)
        let mount = try places.mounts.status(of: status, showing: place, at: path)
        // Which part of proc(5) it is, the path does not say.
        let key = LiveMounts.Key(id: status.mount, zone: mount.type == "proc" ? .drivers : .none)
        let met = places.mounts.meet(key, mount, hasLists: true) { tree.add($0) }
        guard let facts = Place(status, met, showing: place) else { return nil }
        return tree.add(reached: facts, at: path, from: tree.root, mount: met.number)
    }
}

extension FileList {
    /// Returns a list with the ids that an idmapped mount shows, from one with the file system's own ids.
    func mapped(by mount: LiveMounts.Met) -> FileList {
        let entries = entries?.map { entry in
            switch entry.tag {
            case .user(let id):
                ListEntry(.user(mount.users.owner(ofFileSystem: id) ?? noID), entry.permissions)
            case .group(let id):
                ListEntry(.group(mount.groups.owner(ofFileSystem: id) ?? noID), entry.permissions)
            default: entry
            }
        }
        return FileList(entries: entries, isPossible: isPossible)
    }
}
