import AccessModel
import Kernel
import LinuxSystem

// What a name leads to.
extension LiveFileTree {
    func readName(_ name: [UInt8], in directory: PlaceID) {
        // C would stop at the NUL and answer for another name.
        guard !name.contains(0) else { return tree.add(.missing, named: name, in: directory) }
        // Nobody may go on through it, so that there is no need to wait for a server.
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

    /// What is not found is missing, unless it is a process that may be hidden from whoever looks.
    private func absence(
        of name: [UInt8],
        in directory: PlaceID,
        _ error: SystemError
    ) -> FileTree.Absence {
        guard error.code == Errno.ENOENT else { return .unknown(Unknown.Cause(error)) }
        guard !isForSelf, let key = knownOrigin(of: directory)?.mount, key.zone == .top,
            key.zone.below(name) == .process, mounts.hiding(on: key.id) != nil
        else { return .missing }
        return .unknown(.hidden)
    }

    /// How the folder of a process is hidden from others; nil where it is not, or is our own.
    private func hiding(
        _ name: [UInt8],
        _ found: borrowing FoundFile,
        _ key: LiveMounts.Key,
        in directory: PlaceID
    ) -> ProcessHiding? {
        guard key.zone == .process, found.status.facts.kind == .directory,
            knownOrigin(of: directory)?.mount.zone != .process,
            var hiding = mounts.hiding(on: key.id), !isForSelf || !isOwnProcess(name, in: directory)
        else { return nil }
        do throws(SystemError) {
            hiding.creators = try NamespaceOwners.creators(ofProcessAt: found.place)
        } catch {
            // Who may not trace the process may not look, and that is asked by the same rule.
            let isRefused = error.code == Errno.EACCES || error.code == Errno.EPERM
            hiding.creators = isForSelf && isRefused ? [] : nil
        }
        return hiding
    }

    /// By the link of the same mount, which may number processes otherwise than we do.
    private func isOwnProcess(_ name: [UInt8], in directory: PlaceID) -> Bool {
        do throws(SystemError) {
            let own = Array("self".utf8)
            let link = try FileCalls.openName(own, in: try open(directory).place, at: "/proc")
            return try FileCalls.targetBytes(of: link, at: "/proc/self") == name
        } catch {
            return false
        }
    }

    private func look(at name: [UInt8], in directory: PlaceID) throws(SystemError) {
        let path = path(of: name, in: directory)
        let parent = try open(directory)
        watching?.watch(name, in: parent.place, at: tree.path(of: directory))
        let found = try find(name, in: parent, of: directory)
        let key = try mountKey(of: found, named: name, in: directory)
        let (mount, list) = try meet(key, found, at: path)
        watching?.note(fileSystem: mount.mount.fileSystem, at: path)
        guard var facts = Place(found, mount) else {
            return tree.add(.unknown(.fileSystem), named: name, in: directory)
        }
        // What statx(2) does not tell.
        if key.zone.isImmutable(name, facts.kind) { facts.isImmutable = true }
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
        keep(Origin(parent: directory, name: name, mount: key), of: id)
        if facts.kind == .directory { keep(found, for: id) }
    }

    private func keep(_ found: consuming FoundFile, for id: PlaceID) {
        let isUnmapped = found.isUnmapped
        directories.keep(found.place, for: id, isUnmapped: isUnmapped)
    }

    /// The mount, and the access list of a file that can have one.
    private func meet(
        _ key: LiveMounts.Key,
        _ found: borrowing FoundFile,
        at path: String
    ) throws(SystemError) -> (LiveMounts.Met, FileList) {
        let canHave = mounts.known(key)?.mount.rules.hasAccessLists ?? true
        let isAsked = canHave && found.status.facts.kind != .symbolicLink
        let list = isAsked ? try FileList(of: found.place, by: descriptors, at: path) : .unasked
        let mount = try mounts.status(of: found.status, showing: found.place, at: path)
        let met = mounts.meet(key, mount, hasLists: list.isPossible) { tree.add($0) }
        return (met, list)
    }

    private func mountKey(
        of found: borrowing FoundFile,
        named name: [UInt8],
        in directory: PlaceID
    ) throws(SystemError) -> LiveMounts.Key {
        let above = try origin(of: directory).mount
        if found.status.mount == above.id {
            return LiveMounts.Key(id: above.id, zone: above.zone.below(name))
        }
        let path = tree.path(of: directory)
        let mount = try mounts.status(of: found.status, showing: found.place, at: path)
        return LiveMounts.Key(id: found.status.mount, zone: .of(mount))
    }

    /// Links of proc(5) that lead each asker elsewhere, or where no text says.
    private func isMagic(_ name: [UInt8], in parent: OpenDirectories.Opened, _ zone: ProcZone)
        -> Bool
    {
        if zone == .none { return false }
        if zone == .asker { return !isForSelf }
        return FileCalls.isMagicLink(name, in: parent.place)
    }
}

// Directories, opened again where they had to be closed.
extension LiveFileTree {
    /// - Throws: ``SystemError`` as openat2(2) fails; `ESTALE` where it is another directory by now.
    func open(_ directory: PlaceID) throws(SystemError) -> OpenDirectories.Opened {
        var closed: [PlaceID] = []
        var current = directory
        var opened = directories.find(current)
        while opened == nil, current != tree.root {
            closed.append(current)
            current = try origin(of: current).parent
            opened = directories.find(current)
        }
        var last: OpenDirectories.Opened
        if let opened { last = opened } else { last = try openRoot() }
        for id in closed.reversed() {
            let found = try findAgain(id, in: last)
            let isUnmapped = found.isUnmapped
            last = directories.keep(found.place, for: id, isUnmapped: isUnmapped)
        }
        return last
    }

    /// A file that was looked at before, where it is still the same.
    func findAgain(
        _ id: PlaceID,
        in parent: OpenDirectories.Opened
    ) throws(SystemError) -> FoundFile {
        let origin = try origin(of: id)
        let found = try find(origin.name, in: parent, of: origin.parent)
        let isSame =
            found.status.mount == origin.mount.id && found.status.facts.inode == tree[id].inode
            && found.status.facts.device == tree[id].device
        guard isSame else {
            throw SystemError("openat2(2)", tree.path(of: id), code: Errno.ESTALE)
        }
        return found
    }

    private func openRoot() throws(SystemError) -> OpenDirectories.Opened {
        directories.keep(try FileCalls.duplicate(root, at: "/"), for: tree.root)
    }
}

extension Unknown.Cause {
    init(_ error: SystemError) {
        self = error.code == Errno.ESTALE ? .changed : .unreadable(error.code)
    }
}
