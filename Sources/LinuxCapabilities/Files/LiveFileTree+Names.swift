import AccessModel
import LinuxSystem

// What a name leads to.
extension LiveFileTree {
    func readName(_ name: [UInt8], in directory: PlaceID) {
        // C would stop at the NUL and answer for another name.
        guard !name.contains(0) else { return tree.add(.missing, named: name, in: directory) }
        // Nobody may go on through it, so that there is no need to wait for a server.
        guard tree.mount(of: directory).rules.permission != .elsewhere else {
            return tree.add(.unknown(.fileSystem), named: name, in: directory)
        }
        do throws(SystemError) {
            try look(at: name, in: directory)
        } catch {
            let absence: FileTree.Absence =
                error.code == Errno.ENOENT ? .missing : .unknown(Unknown.Cause(error))
            tree.add(absence, named: name, in: directory)
        }
    }

    private func look(at name: [UInt8], in directory: PlaceID) throws(SystemError) {
        let path = tree.path(of: directory)
        let parent = try open(directory)
        let place = try FileCalls.openName(name, in: parent.place, at: path)
        let status = try FileCalls.status(of: place, at: path)
        let key = try mountKey(of: status, place, named: name, in: directory)
        let (mount, list) = try meet(key, status, place, at: path)
        guard var facts = Place(status, mount, showing: place) else {
            return tree.add(.unknown(.fileSystem), named: name, in: directory)
        }
        note(&facts, key, named: name, in: path)
        let isText = facts.kind == .symbolicLink && !isMagic(name, in: parent, key.zone)
        let id = tree.add(
            facts,
            named: name,
            in: directory,
            mount: mount.number,
            list: list.entries,
            target: isText ? try FileCalls.targetBytes(of: place, at: path) : nil
        )
        origins[id] = Origin(parent: directory, name: name, mount: key)
        if facts.kind == .directory { directories.keep(place, for: id) }
    }

    /// The mount, and the access list of a file that can have one.
    private func meet(
        _ key: LiveMounts.Key,
        _ status: FileStatus,
        _ place: borrowing Descriptor,
        at path: String
    ) throws(SystemError) -> (LiveMounts.Met, FileList) {
        let canHave = mounts.known(key)?.mount.rules.hasAccessLists ?? true
        let isAsked = canHave && status.facts.kind != .symbolicLink
        let list = isAsked ? try FileList(of: place, by: descriptors, at: path) : .unasked
        let mount = try mounts.status(of: status, showing: place, at: path)
        let met = mounts.meet(key, mount, hasLists: list.isPossible) { tree.add($0) }
        return (met, list)
    }

    /// What statx(2) does not tell.
    private func note(
        _ facts: inout Place,
        _ key: LiveMounts.Key,
        named name: [UInt8],
        in path: String
    ) {
        if key.zone.isImmutable(name, facts.kind) { facts.isImmutable = true }
        facts.isMountPoint = mounts.isMountPoint(
            (path == "/" ? "/" : path + "/") + String(decoding: name, as: UTF8.self),
            named: name,
            on: key.id
        )
    }

    private func mountKey(
        of status: FileStatus,
        _ place: borrowing Descriptor,
        named name: [UInt8],
        in directory: PlaceID
    ) throws(SystemError) -> LiveMounts.Key {
        let above = try origin(of: directory).mount
        if status.mount == above.id {
            return LiveMounts.Key(id: above.id, zone: above.zone.below(name))
        }
        let mount = try mounts.status(of: status, showing: place, at: tree.path(of: directory))
        return LiveMounts.Key(id: status.mount, zone: .of(mount))
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
            let place = try openAgain(id, in: last)
            last = directories.keep(place, for: id)
        }
        return last
    }

    /// A place that was looked at before, where it is still the same.
    func openAgain(
        _ id: PlaceID,
        in parent: OpenDirectories.Opened
    ) throws(SystemError) -> Descriptor {
        let origin = try origin(of: id)
        let path = tree.path(of: id)
        let place = try FileCalls.openName(origin.name, in: parent.place, at: path)
        let status = try FileCalls.status(of: place, at: path)
        let isSame =
            status.mount == origin.mount.id && status.facts.inode == tree[id].inode
            && status.facts.device == tree[id].device
        guard isSame else { throw SystemError("openat2(2)", path, code: Errno.ESTALE) }
        return place
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
