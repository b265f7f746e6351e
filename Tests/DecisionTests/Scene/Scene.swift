/// A tree, the settings around it, and the questions about it: the input of the judge.
struct Scene {
    /// The folder that the judge makes and removes. Its subfolder `tree` is the tree.
    let folder: String
    var settings: [(name: String, value: Int)] = []
    var bases: [Base] = []
    var nodes: [Node] = []
    var userNamespaces: [UserNamespace] = []
    var mounts: [Mount] = []
    var runs: [Run] = []

    var tree: String { folder + "/tree" }
    var questions: [(subject: Subject, question: Question)] {
        runs.flatMap { run in run.questions.map { (run.subject, $0) } }
    }

    func path(_ below: String) -> String { below.isEmpty ? tree : "\(tree)/\(below)" }
}

/// A separate file system.
struct Base {
    enum Kind: String { case disk, tmpfs, overlay }

    let kind: Kind
    /// True if the superblock is read-only; for an overlay, that of its layers.
    var isReadOnly = false
}

struct Node {
    enum Kind: String, CaseIterable { case file, directory, symlink, fifo, socket, device }

    let base: Int
    /// The path below the root of the base; `.` is the root.
    let path: String
    let kind: Kind
    var mode: Int
    var uid: UInt32
    var gid: UInt32
    /// The content, or the target of a symbolic link.
    var content: [UInt8] = []
    var attributes: [(name: String, value: [UInt8])] = []
    var flags = ""
    var isLower = false
    /// Further names of the same inode.
    var aliases: [String] = []

    var parent: String { path.contains("/") ? Scene.parent(of: path) : "." }
}

struct Mount {
    let base: Int
    let source: String
    /// The path below the tree; empty for the tree itself.
    let at: String
    var flags: [String] = []
    var idmap: Int?
}

struct UserNamespace: Equatable {
    struct Range: Equatable { let inside, host, count: UInt32 }

    /// A number that no range of a scene has.
    static let unmapped: UInt32 = 3_999_999_999

    var uids: [Range]
    var gids: [Range]
}

struct Subject {
    var uid: UInt32
    var gid: UInt32
    var groups: [UInt32] = []
    /// The bits, numbered as in capabilities(7).
    var capabilities: UInt64 = 0
    var userNamespace: Int?
}

struct Question {
    let action: String
    let object: String
    var argument = ""
    var follow: Bool?
}

/// The consecutive questions of one subject: the judge takes on its credentials once.
struct Run {
    let subject: Subject
    var questions: [Question]
}

extension Scene {
    static func parent(of path: String) -> String {
        String(path[..<(path.lastIndex(of: "/") ?? path.startIndex)])
    }

    static func join(_ folder: String, _ name: String) -> String {
        folder == "." || folder.isEmpty ? name : "\(folder)/\(name)"
    }
}
