import AccessModel
import Kernel
import LinuxSystem

// What a file is besides its attributes; a fact that cannot be read is added as such.
extension LiveFileTree {
    func readSwap(_ file: PlaceID) {
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
        let layer = withPlace(of: file) { (place: borrowing Descriptor) -> OverlayLayer? in
            guard let isUpper = FileState.isUpperAlone(place) else { return nil }
            if isUpper { return .upper }
            guard isDirectory else { return .lowerOrCopied }
            // The kernel does not count the links of a directory of several layers.
            return FileState.linkCount(of: place) == 1 ? .merged : .lower
        }
        tree.add(layer, as: \.layer, of: file)
    }

    /// btrfs refuses to write in a read-only subvolume before it asks for permissions.
    func readSubvolume(of file: PlaceID) {
        let isReadOnly = withPlace(of: file) { (place: borrowing Descriptor) -> Bool? in
            switch FileCalls.refusal(of: .write, for: place) {
            case nil, Errno.EACCES?: false
            case Errno.EROFS?: true
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

    /// Nil where the file is not found again.
    private func withPlace<Fact>(
        of file: PlaceID,
        _ body: (borrowing Descriptor) -> Fact?
    ) -> Fact? {
        do throws(SystemError) {
            if tree[file].kind == .directory {
                let opened = try open(file)
                return body(opened.place)
            }
            let origin = try origin(of: file)
            let found = try findAgain(file, in: try open(origin.parent))
            return body(found.place)
        } catch {
            return nil
        }
    }
}
