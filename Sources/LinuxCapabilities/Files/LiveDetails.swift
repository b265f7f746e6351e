import AccessModel
import Kernel
import LinuxSystem

/// Reads the facts about a file that only some questions need. A fact that cannot be read is added as unknown.
struct LiveDetails {
    private let places: LivePlaces
    private let tree: FileTree
    /// Read when first needed.
    private var swaps: SwapFiles?

    init(_ places: LivePlaces) {
        self.places = places
        tree = places.tree
    }

    func readMountPoint(_ place: PlaceID) {
        let path = tree.path(of: place)
        do throws(SystemError) {
            let origin = try places.origin(of: place)
            let isMountPoint =
                try places.mounts.isMountPoint(path, named: origin.name, on: origin.mount.id)
            tree.add(isMountPoint, as: \.isMountPoint, of: place)
        } catch {
            tree.add(Unknown.Cause(error), as: \.isMountPoint, of: place)
        }
    }

    func readEmptiness(of directory: PlaceID) {
        let path = tree.path(of: directory)
        do throws(SystemError) {
            let place = try places.open(directory)
            places.watching?.watchAll(in: place.place, at: path)
            let isOverlay = tree.mount(of: directory).layers != nil
            let isEmpty = try Directory.isEmpty(place.place, isOverlay: isOverlay, at: path)
            guard let isEmpty else {
                return tree.add(Unknown.Cause.layer, as: \.emptiness, of: directory)
            }
            tree.add(isEmpty, as: \.emptiness, of: directory)
        } catch {
            tree.add(Unknown.Cause(error), as: \.emptiness, of: directory)
        }
    }

    func readProgram(_ file: PlaceID) {
        let path = tree.path(of: file)
        do throws(SystemError) {
            let origin = try places.origin(of: file)
            let found = try places.findAgain(file, in: try places.open(origin.parent))
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
        let handlers = head.handlers.map {
            Program.Handlers.seen(takesHead: $0.takesHead, endings: $0.endings)
        }
        var program = Program(head.format, isShort: head.isShort, handlers: handlers ?? .unseen)
        // Since Linux 6.7 every user namespace may have its own handlers.
        let areOurs = places.mounts.knownOwnership().usersAreInitial
        program.mayHaveOtherHandlers = !areOurs || head.handlers?.areAll == false
        program.isInterpreterAlone = head.isInterpreterAlone
        do throws(SystemError) {
            let name = "security.capability"
            program.capabilities =
                try ExtendedAttributes.value(name, of: place, by: places.descriptors, at: path)
        } catch  where error.errno == .EOPNOTSUPP || error.errno == .EOVERFLOW {
            // EOVERFLOW: the capabilities are for another user namespace, so no program here gets them.
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
        let origin = try places.origin(of: mounted)
        let path = tree.path(of: mounted)
        let above = try places.origin(of: origin.parent).mount
        let place = try places.openCovered(named: origin.name, in: origin.parent, at: path)
        let status = try FileCalls.status(of: place, at: path)
        guard let mount = places.mounts.known(above),
            let facts = Place(status, mount, showing: place)
        else {
            throw SystemError("statx(2)", path, code: .ESTALE)
        }
        let hasLists = mount.mount.rules.hasAccessLists && facts.kind != .symbolicLink
        let list = hasLists ? try FileList(of: place, by: places.descriptors, at: path) : .unasked
        let id = tree.add(covered: facts, list: list.entries, by: mounted)
        var found = LivePlaces.Origin(parent: origin.parent, name: origin.name, mount: above)
        found.isCovered = true
        places.keep(found, of: id)
    }

    mutating func readSwap(_ file: PlaceID) {
        let swaps: SwapFiles?
        if let known = self.swaps { swaps = known } else { swaps = try? SwapFiles.current() }
        self.swaps = swaps
        let isSwap = swaps?.contains(tree[file].inode, on: tree[file].device)
        tree.add(isSwap, as: \.isSwap, of: file)
    }

    func readKey(of file: PlaceID) {
        let isDirectory = tree[file].kind == .directory
        let hasKey = withPlace(of: file) { (place: borrowing Descriptor) -> Bool? in
            FileState.hasKey(of: place, isDirectory: isDirectory)
        }
        tree.add(hasKey, as: \.hasKey, of: file)
    }

    func readLayer(of file: PlaceID) {
        let isDirectory = tree[file].kind == .directory
        let countsLinks = tree.mount(of: file).layers?.countsLinks == true
        let layer = withPlace(of: file) { (place: borrowing Descriptor) -> OverlayLayer? in
            guard let isUpper = FileState.isUpperAlone(place) else { return nil }
            if isUpper { return .upper }
            guard isDirectory else { return .lowerOrCopied }
            guard let links = FileState.links(of: place) else { return nil }
            // The kernel does not count the links of a directory of several layers (ovl_getattr).
            if links.count > 1 { return .lower }
            return countsLinks && !links.mayBeTooMany ? .merged : .perhapsMerged
        }
        tree.add(layer, as: \.layer, of: file)
    }

    /// Reads whether a file with all its attributes can be copied to the upper layer of an overlay (ovl_copy_acl,
    /// ovl_copy_fileattr, ovl_create_real). The directories above the root of a bind mount are copied too, and cannot be
    /// seen.
    func readCopying(of file: PlaceID) {
        guard !hidesParents(file) else { return tree.add(nil, as: \.isCopyable, of: file) }
        let (kind, mount) = (tree[file].kind, tree.mount(of: file))
        let isEncrypted = tree[file].isEncrypted
        let setsLists = mount.layers?.upperSetsLists != false
        let takesSync = mount.layers?.upperTakesSync != false
        let isOfUserNamespace = mount.flags.contains(.perhapsOfUserNamespace)
        let path = tree.path(of: file)
        let isCopyable = withPlace(of: file) {
            (place: borrowing Descriptor) throws(SystemError) -> Bool? in
            // mknod(2) of a device needs the host's CAP_MKNOD.
            if isOfUserNamespace, kind == .blockDevice || kind == .characterDevice { return false }
            guard kind != .symbolicLink else { return true }
            if isEncrypted,
                FileState.hasKey(of: place, isDirectory: kind == .directory) != true
            {
                return false
            }
            if !takesSync, kind == .directory || kind == .regular,
                FileState.isSynchronous(place, isDirectory: kind == .directory) != false
            {
                return false
            }
            let names = [ExtendedAttributes.accessList, ExtendedAttributes.defaultList]
            for name in kind == .directory ? names : [names[0]] {
                let list = try FileList(name, of: place, by: places.descriptors, at: path)
                guard let entries = list.entries else { continue }
                let ids = entries.compactMap(\.tag.id)
                guard setsLists, !ids.contains(noID) else { return false }
                // The user namespace of the upper layer may not map an id that this one maps.
                guard !isOfUserNamespace || ids.isEmpty else { return nil }
            }
            return true
        }
        tree.add(isCopyable, as: \.isCopyable, of: file)
    }

    /// Returns whether a file is the root of a mount, or of the process, without being that of its file system.
    private func hidesParents(_ file: PlaceID) -> Bool {
        guard tree[file].isMountRoot else { return file == tree.root }
        return places.knownOrigin(of: file).flatMap { places.mounts.root(of: $0.mount.id) } != "/"
    }

    /// Reads whether a subvolume is read-only. btrfs refuses writes to such a subvolume before it checks permissions.
    func readSubvolume(of file: PlaceID) {
        let isReadOnly = withPlace(of: file) { (place: borrowing Descriptor) -> Bool? in
            switch FileCalls.refusal(of: .write, for: place) {
            case nil, .EACCES?: false
            case .EROFS?: FileCalls.isFiltered(place) ? nil : true
            default: nil
            }
        }
        tree.add(isReadOnly, as: \.isSubvolumeReadOnly, of: file)
    }

    func readProject(of file: PlaceID) {
        let kind = tree[file].kind
        let project = withPlace(of: file) { (place: borrowing Descriptor) -> Project? in
            FileState.project(of: place, isDirectory: kind == .directory, opens: !kind.isSpecial)
        }
        tree.add(project, as: \.project, of: file)
    }

    /// Returns a fact of an open file; nil if the file is not found again, or the fact cannot be read.
    private func withPlace<Fact>(
        of file: PlaceID,
        _ body: (borrowing Descriptor) throws(SystemError) -> Fact?
    ) -> Fact? {
        do throws(SystemError) {
            if tree[file].kind == .directory {
                let opened = try places.open(file)
                return try body(opened.place)
            }
            let origin = try places.origin(of: file)
            let found = try places.findAgain(file, in: try places.open(origin.parent))
            return try body(found.place)
        } catch {
            return nil
        }
    }
}

extension Unknown.Cause {
    init(_ error: SystemError) {
        self = error.errno == .ESTALE ? .changed : .unreadable(error.errno)
    }
}
