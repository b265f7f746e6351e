import AccessModel
import Kernel
import LinuxCapabilities

extension FileAccess {
    /// The question, regardless of the spelling of its path: the names in the path, and the model's answers on a small
    /// tree. The tree shows the difference of `/a/b`, `/a/b/` and `/a/b/./`.
    var nameByTheModel: String {
        let names = path.split(separator: "/").filter { $0 != "." }
        let question = FileQuestion(action.operation, Array(path.utf8), follow: follow)
        let answers = Self.subjects.map {
            String(describing: Self.tree().refusal(of: question, for: $0))
        }
        return "\(action.word) \(action.argument ?? "") \(names) \(answers)"
    }

    private static let subjects = [
        Credentials(user: 0, group: 0, effective: KernelCapabilitySet(mask: .max)),
        Credentials(user: 7, group: 7),
    ]

    /// Returns a tree. Every user may write `/a`, which has an empty directory `b`. `/srv` belongs to root and has a
    /// file `x`.
    private static func tree() -> FileTree {
        let folder = Place(.directory, mode: 0o755, uid: 0, gid: 0)
        let tree = FileTree(root: folder, on: Mount(), settings: FileSettings())
        let shared = Place(.directory, mode: 0o777, uid: 0, gid: 0)
        func add(_ place: Place, _ name: String, in directory: PlaceID) -> PlaceID {
            let id = tree.add(place, named: Array(name.utf8), in: directory, mount: 0)
            tree.add(false, as: \.isMountPoint, of: id)
            tree.add(false, as: \.isSwap, of: id)
            return id
        }
        let a = add(shared, "a", in: tree.root)
        tree.add(false, as: \.emptiness, of: a)
        tree.add(true, as: \.emptiness, of: add(shared, "b", in: a))
        _ = add(
            Place(.regular, mode: 0o644, uid: 0, gid: 0),
            "x",
            in: add(folder, "srv", in: tree.root)
        )
        for (name, directory) in [("n", a), ("n", tree.root), ("tmp", tree.root)] {
            tree.add(.missing, named: Array(name.utf8), in: directory)
        }
        return tree
    }
}
