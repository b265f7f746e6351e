import AccessModel
import Kernel

/// Two directories of user 7: `/d` with a program, a directory and a link to the program, and `/e` with a file.
struct FileScene: Sendable {
    var mount = Mount()
    /// The mount of the program; nil if it is the mount of all files.
    var mountOfFile: Mount?
    var settings = FileSettings()
    var directory = Place(.directory, mode: 0o755, uid: 7, gid: 7, inode: 11)
    var file = Place(.regular, mode: 0o755, uid: 7, gid: 7, inode: 12)
    var below = Place(.directory, mode: 0o755, uid: 7, gid: 7, inode: 13)
    var link = Place(.symbolicLink, mode: 0o777, uid: 7, gid: 7, inode: 14)
    var other = Place(.directory, mode: 0o755, uid: 7, gid: 7, inode: 15)
    var replaced = Place(.regular, mode: 0o644, uid: 7, gid: 7, inode: 16)
    var isEmpty = true
    var isMountPoint = false
    var isSwap = false
    /// Nil if it cannot be seen.
    var hasKey: Bool? = true
    var layer: OverlayLayer? = .upper
    /// Nil if it cannot be seen.
    var isCopyable: Bool? = true
    var isSubvolumeReadOnly = false
    /// The project of the program, followed by that of the two directories.
    var project: Project? = Project(id: 1, isHandedDown: false, refusesLinks: false)
    var projectOfDirectories: Project? = Project(id: 1, isHandedDown: false, refusesLinks: false)

    func tree() -> FileTree {
        let root = Place(.directory, mode: 0o755, uid: 0, gid: 0, inode: 10)
        let tree = FileTree(root: root, on: Mount(), settings: settings)
        let mount = tree.add(mount)
        let mountOfFile = mountOfFile.map(tree.add(_:)) ?? mount
        func add(_ place: Place, _ name: String, in directory: PlaceID) -> PlaceID {
            tree.add(
                place,
                named: Array(name.utf8),
                in: directory,
                mount: name == "f" ? mountOfFile : mount,
                target: name == "l" ? Array("f".utf8) : nil
            )
        }
        let first = add(directory, "d", in: tree.root)
        let second = add(other, "e", in: tree.root)
        let file = add(file, "f", in: first)
        let below = add(below, "below", in: first)
        let link = add(link, "l", in: first)
        let replaced = add(replaced, "h", in: second)
        for name in ["new", "g"] {
            tree.add(.missing, named: Array(name.utf8), in: first)
            tree.add(.missing, named: Array(name.utf8), in: second)
        }
        tree.add(.missing, named: Array("f".utf8), in: second)
        for id in [first, second, file, below, link, replaced] {
            tree.add(id == file && isMountPoint, as: \.isMountPoint, of: id)
            if self.file.isMountRoot { tree.add(nil, as: \.covered, of: id) }
            tree.add(id == file && isSwap, as: \.isSwap, of: id)
            tree.add(hasKey, as: \.hasKey, of: id)
            tree.add(layer, as: \.layer, of: id)
            tree.add(isCopyable, as: \.isCopyable, of: id)
            tree.add(isSubvolumeReadOnly, as: \.isSubvolumeReadOnly, of: id)
            let isDirectory = id == first || id == second
            tree.add(isDirectory ? projectOfDirectories : project, as: \.project, of: id)
            tree.add(isEmpty, as: \.emptiness, of: id)
            tree.add(Program(.elf(interpreter: nil)), as: \.program, of: id)
        }
        return tree
    }

    /// Each call with its name in a table.
    static let calls: [(word: String, operation: FileOperation, path: String)] = [
        ("access-read", .access(.read), "/d/f"), ("access-write", .access(.write), "/d/f"),
        ("access-execute", .access(.execute), "/d/f"), ("read", .open(.read), "/d/f"),
        ("write", .open(.write), "/d/f"), ("append", .open(.append), "/d/f"),
        ("open-truncate", .open(.truncate), "/d/f"), ("open-create", .open(.create), "/d/f"),
        ("create-anew", .open(.create), "/d/new"), ("truncate", .truncate, "/d/f"),
        ("execute", .execute(from: nil), "/d/f"), ("search", .search, "/d"), ("list", .list, "/d"),
        ("stat", .stat, "/d/f"), ("read-link", .readLink, "/d/l"), ("follow", .open(.read), "/d/l"),
        ("create-file", .create(.file), "/d/new"), ("mkdir", .create(.directory), "/d/new"),
        ("mknod", .create(.device), "/d/new"), ("unlink", .delete(.file), "/d/f"),
        ("rmdir", .delete(.directory), "/d/below"), ("delete", .delete(.whicheverFits), "/d/f"),
        ("rename", .rename(to: Array("/d/g".utf8)), "/d/f"),
        ("move", .rename(to: Array("/e/f".utf8)), "/d/f"),
        ("move-directory", .rename(to: Array("/e/g".utf8)), "/d/below"),
        ("replace", .rename(to: Array("/e/h".utf8)), "/d/f"),
        ("link", .link(to: Array("/e/f".utf8)), "/d/f"), ("chmod", .changeMode, "/d/f"),
        ("chown", .changeOwner(7), "/d/f"), ("chown-away", .changeOwner(8), "/d/f"),
        ("chgrp", .changeGroup(7), "/d/f"), ("chgrp-away", .changeGroup(8), "/d/f"),
        ("touch", .touch(now: true), "/d/f"), ("set-time", .touch(now: false), "/d/f"),
        ("set-attribute", .setAttribute, "/d/f"), ("set-acl", .setList, "/d/f"),
    ]

    static let subjects: [(name: String, subject: Credentials)] = [
        ("owner", Credentials(user: 7, group: 7)), ("other", Credentials(user: 8, group: 8)),
        (
            "root",
            Credentials(user: 0, group: 0, effective: KernelCapabilitySet(KernelCapability.named))
        ),
        (
            "inner root",
            Credentials(
                user: 0,
                group: 0,
                effective: KernelCapabilitySet(KernelCapability.named),
                namespace: UserNamespace(
                    users: IDMap([IDMap.Range(inside: 0, outside: 0, count: 9)]),
                    groups: IDMap([IDMap.Range(inside: 0, outside: 0, count: 9)])
                )
            )
        ),
    ]

    private struct Row {
        var subjects: [String]
        let outcome: String
        var calls: [String]
    }

    /// Returns a table of outcomes, with the subjects and the calls of each.
    ///
    /// - Parameter isWhole: True if the outcomes of the plain scene are included.
    func table(isWhole: Bool = false) -> String {
        var rows: [Row] = []
        for (name, subject) in Self.subjects {
            let found = outcomes(for: subject, called: name, isWhole)
            for row in found {
                let same = rows.firstIndex { $0.outcome == row.outcome && $0.calls == row.calls }
                if let same { rows[same].subjects.append(name) } else { rows.append(row) }
            }
        }
        return rows.map(Self.text(of:)).joined(separator: "\n")
    }

    private func outcomes(
        for subject: Credentials,
        called name: String,
        _ isWhole: Bool
    ) -> [Row] {
        let (tree, plain) = (tree(), FileScene().tree())
        var rows: [Row] = []
        for (call, operation, path) in Self.calls {
            let question = FileQuestion(operation, Array(path.utf8))
            let outcome = Self.text(of: tree.refusal(of: question, for: subject), in: tree)
            let usual = Self.text(of: plain.refusal(of: question, for: subject), in: plain)
            guard isWhole || outcome != usual else { continue }
            if let row = rows.firstIndex(where: { $0.outcome == outcome }) {
                rows[row].calls.append(call)
            } else {
                rows.append(Row(subjects: [name], outcome: outcome, calls: [call]))
            }
        }
        return rows
    }

    /// Returns a line with the subjects and the outcome, and the calls below it.
    private static func text(of row: Row) -> String {
        var lines = [row.subjects.joined(separator: ", ") + ": " + row.outcome, " "]
        for call in row.calls {
            if lines[lines.count - 1].count + call.count > 80 { lines.append(" ") }
            lines[lines.count - 1] += " " + call
        }
        return lines.joined(separator: "\n")
    }

    private static func text(of stop: Stop?, in tree: FileTree) -> String {
        switch stop {
        case nil: "yes"
        case .refused(let refusal):
            (refusal.isFirst ? "" : "at last ")
                + "\(refusal.error) \(refusal.cause) \(tree.path(of: refusal.place))"
        case .unknown(let unknown): "unknown \(unknown.cause) \(tree.path(of: unknown.place))"
        case .lacks(let fact): "lacks \(fact)"
        }
    }
}
