import AccessModel
import Kernel
import LinuxSystem

// What only some questions need; a fact that cannot be read is added as such.
extension LiveFileTree {
    func readMountPoint(_ place: PlaceID) {
        let path = tree.path(of: place)
        do throws(SystemError) {
            let origin = try origin(of: place)
            let isMountPoint =
                try mounts.isMountPoint(path, named: origin.name, on: origin.mount.id)
            tree.add(isMountPoint, as: \.isMountPoint, of: place)
        } catch {
            tree.add(Unknown.Cause(error), as: \.isMountPoint, of: place)
        }
    }

    func readEmptiness(of directory: PlaceID) {
        let path = tree.path(of: directory)
        do throws(SystemError) {
            let place = try open(directory)
            watching?.watchAll(in: place.place, at: path)
            let isEmpty = try Directory.isEmpty(place.place, at: path)
            tree.add(isEmpty, as: \.emptiness, of: directory)
        } catch {
            tree.add(Unknown.Cause(error), as: \.emptiness, of: directory)
        }
    }

    func readProgram(_ file: PlaceID) {
        let path = tree.path(of: file)
        do throws(SystemError) {
            let origin = try origin(of: file)
            let found = try findAgain(file, in: try open(origin.parent))
            let head = try ProgramHead(of: found.place, at: path)
            let program = try program(head, of: found.place, at: path)
            tree.add(program, as: \.program, of: file)
        } catch {
            tree.add(Unknown.Cause(error), as: \.program, of: file)
        }
    }

    private func program(
        _ head: ProgramHead,
        of place: borrowing Descriptor,
        at path: String
    ) throws(SystemError) -> Program {
        // Since Linux 6.7 every user namespace may have its own.
        let handlers: Program.Handlers =
            if let found = head.handlers, mounts.knownOwnership().usersAreInitial {
                .seen(takesHead: found.takesHead, endings: found.endings)
            } else {
                .unseen
            }
        var program = Program(head.format, isShort: head.isShort, handlers: handlers)
        do throws(SystemError) {
            let name = "security.capability"
            program.capabilities =
                try ExtendedAttributes.value(name, of: place, by: descriptors, at: path)
        } catch  where error.code == Errno.EOPNOTSUPP || error.code == Errno.EOVERFLOW {
            // EOVERFLOW: they are for another user namespace, and so for no program here.
        }
        return program
    }

    func readCovered(by mounted: PlaceID) {
        do throws(SystemError) {
            try lookUnder(mounted)
        } catch {
            tree.add(Unknown.Cause(error), as: \.covered, of: mounted)
        }
    }

    private func lookUnder(_ mounted: PlaceID) throws(SystemError) {
        let origin = try origin(of: mounted)
        let path = tree.path(of: mounted)
        let above = try self.origin(of: origin.parent).mount
        let place = try openCovered(named: origin.name, in: origin.parent, at: path)
        let status = try FileCalls.status(of: place, at: path)
        guard let mount = mounts.known(above), let facts = Place(status, mount, showing: place)
        else {
            throw SystemError("statx(2)", path, code: Errno.ESTALE)
        }
        let hasLists = mount.mount.rules.hasAccessLists && facts.kind != .symbolicLink
        let list = hasLists ? try FileList(of: place, by: descriptors, at: path) : .unasked
        let id = tree.add(covered: facts, list: list.entries, by: mounted)
        var found = Origin(parent: origin.parent, name: origin.name, mount: above)
        found.isCovered = true
        keep(found, of: id)
    }

    /// What a name leads to in a copy of its mount, which shows nothing that is mounted there.
    func openCovered(
        named name: [UInt8],
        in directory: PlaceID,
        at path: String
    ) throws(SystemError) -> Descriptor {
        let parent = try open(directory)
        guard !parent.isUnmapped else {
            throw SystemError("open_tree(2)", path, code: Errno.EACCES)
        }
        let bare = try FileCalls.clone(of: parent.place, at: path)
        return try FileCalls.openName(name, in: bare, at: path)
    }
}
