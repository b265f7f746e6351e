import AccessModel
import Kernel

/// A few files below a root of mode 0755, added by their paths.
struct SmallTree {
    let tree: FileTree
    private var ids: [String: PlaceID]

    init(settings: FileSettings = FileSettings()) {
        let root = Place(.directory, mode: 0o755, uid: 0, gid: 0)
        tree = FileTree(root: root, on: Mount(), settings: settings)
        ids = ["": tree.root]
    }

    /// Adds a file to a directory that was added before.
    @discardableResult
    mutating func add(
        _ place: Place,
        at path: String,
        on mount: Mount? = nil,
        list: [ListEntry]? = nil,
        target: String? = nil
    ) -> PlaceID {
        let slash = path.lastIndex(of: "/") ?? path.startIndex
        let name = path[slash...].dropFirst()
        let directory = ids[String(path[..<slash])] ?? tree.root
        let id = tree.add(
            place,
            named: Array(name.utf8),
            in: directory,
            mount: mount.map(tree.add(_:)) ?? 0,
            list: list,
            target: target.map { Array($0.utf8) }
        )
        ids[path] = id
        return id
    }

    func stop(
        _ operation: FileOperation,
        _ path: String,
        follow: Bool? = nil,
        by subject: Credentials
    ) -> Stop? {
        tree.refusal(of: FileQuestion(operation, Array(path.utf8), follow: follow), for: subject)
    }
}
