import AccessModel
import Kernel

extension RandomFiles {
    /// Returns the tree. Each place has the number of its file.
    func tree() -> FileTree {
        let root = files[0]
        let tree = FileTree(root: root.place, on: mounts[0], list: root.list, settings: settings)
        for mount in mounts.dropFirst() { _ = tree.add(mount) }
        for file in files.dropFirst() {
            tree.add(
                file.place,
                named: file.name,
                in: id(file.parent),
                mount: file.mount,
                list: file.list,
                target: file.target
            )
        }
        for index in files.indices { addDetails(of: index, to: tree) }
        return tree
    }

    private func id(_ index: Int) -> PlaceID { PlaceID(index: Int32(index)) }

    private func addDetails(of index: Int, to tree: FileTree) {
        let file = files[index]
        tree.add(file.isMountPoint, as: \.isMountPoint, of: id(index))
        tree.add(file.hasKey, as: \.hasKey, of: id(index))
        tree.add(file.layer, as: \.layer, of: id(index))
        tree.add(true, as: \.isCopyable, of: id(index))
        let project = Project(id: 0, isHandedDown: false, refusesLinks: file.refusesLinks)
        tree.add(project, as: \.project, of: id(index))
        switch file.place.kind {
        case .directory:
            let names = files.filter { $0.parent == index }.map(\.name)
            tree.add(names.isEmpty, as: \.emptiness, of: id(index))
            for name in Self.names where !names.contains(name) {
                tree.add(.missing, named: name, in: id(index))
            }
            if file.place.isMountRoot {
                let covered = Place(.directory, mode: 0o755, uid: 0, gid: 0)
                _ = tree.add(covered: covered, by: id(index))
            }
        case .regular:
            tree.add(file.program, as: \.program, of: id(index))
            tree.add(file.isSwap, as: \.isSwap, of: id(index))
        default: break
        }
    }
}
