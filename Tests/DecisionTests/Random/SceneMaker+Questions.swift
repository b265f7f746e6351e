import TestSupport

extension SceneMaker {
    mutating func makeQuestions(_ count: Int) {
        var left = count
        while left > 0 {
            let subject = subject()
            let length = min(left, 50)
            let questions = (0..<length).map { _ in question(from: subject) }
            scene.runs.append(Run(subject: subject, questions: questions))
            left -= length
        }
    }

    private static let actions: [(Int, String)] = [
        (10, "access"), (7, "read"), (6, "write"), (3, "read-write"), (4, "append"),
        (3, "open-truncate"), (6, "open-create"), (4, "truncate"), (9, "execute"), (4, "search"),
        (4, "list"), (3, "stat"), (2, "read-link"), (9, "create"), (9, "delete"), (11, "rename"),
        (8, "link"), (6, "chmod"), (6, "chown"), (6, "chgrp"), (6, "touch"), (4, "set-attribute"),
        (5, "set-acl"),
    ]

    private static let wanted: [String: [Node.Kind]] = [
        "read": [.file, .file, .fifo, .device, .socket],
        "write": [.file, .file, .fifo, .device, .socket],
        "append": [.file], "read-write": [.file], "open-truncate": [.file], "truncate": [.file],
        "execute": [.file], "search": [.directory], "list": [.directory],
        "read-link": [.symlink], "link": [.file, .file, .file, .symlink, .fifo],
        "set-attribute": [.file, .directory], "open-create": [.file, .file, .fifo, .symlink],
    ]

    private mutating func question(from subject: Subject) -> Question {
        let action = random.weigh(Self.actions)
        let target = entry(for: action, subject)
        let newChance = action == "create" ? 75 : action == "open-create" ? 40 : 8
        let object = random.chance(newChance) ? newPath() : path(to: target)
        return Question(
            action: action,
            object: object,
            argument: argument(of: action, target, subject),
            follow: follow(of: action)
        )
    }

    /// Returns an entry, preferably of the kind that the action needs, and sometimes one of the subject's own.
    private mutating func entry(for action: String, _ subject: Subject) -> Visible {
        if random.chance(3) {
            let points = Set(scene.mounts.map(\.at))
            return random.pick(visible.filter { points.contains($0.path) })
        }
        let kinds = Self.wanted[action]
        var entry = random.pick(visible)
        for _ in 0..<8 {
            let node = scene.nodes[entry.node]
            let isWanted = kinds?.contains(node.kind) ?? true
            let isOwn = node.uid == subject.uid
            if (isWanted || random.chance(4)) && (isOwn || random.chance(70)) { break }
            entry = random.pick(visible)
        }
        return entry
    }

    private mutating func argument(of action: String, _ entry: Visible, _ subject: Subject)
        -> String
    {
        let node = scene.nodes[entry.node]
        switch action {
        case "access": return random.pick(["", "r", "w", "x", "rw", "rx", "wx", "rwx"])
        case "create": return random.pick(["file", "directory", "symlink", "fifo", "device"])
        case "delete":
            return random.pick(["", "", matching(node), matching(node), "file", "directory"])
        case "rename", "link": return secondPath(near: entry)
        case "chmod":
            let modes = [0o644, 0o755, 0o4755, 0o2755, 0o2644, 0, 0o7777, 0o1777, node.mode]
            return String(random.pick(modes), radix: 8)
        case "chown": return "\(random.pick(Self.uids + [subject.uid, node.uid, node.uid]))"
        case "chgrp":
            let own = [subject.gid, subject.gid, node.gid] + subject.groups + subject.groups
            return "\(random.pick(Self.gids + own))"
        case "touch": return random.pick(["now", "1000000000"])
        case "execute": return random.weigh([(25, ""), (25, "/"), (50, scene.folder)])
        default: return ""
        }
    }

    private func matching(_ node: Node) -> String { node.kind == .directory ? "directory" : "file" }

    /// Returns the second path of rename and link: mostly on the same mount, with a new or an existing name.
    private mutating func secondPath(near entry: Visible) -> String {
        let siblings = visible.filter { $0.mount == entry.mount }
        let pool = random.chance(75) ? siblings : visible
        if random.chance(60) {
            let folders = pool.filter { scene.nodes[$0.node].kind == .directory }
            guard !folders.isEmpty else { return newPath() }
            return decorated(scene.path(Scene.join(random.pick(folders).path, "new")))
        }
        return path(to: random.pick(pool))
    }

    private mutating func follow(of action: String) -> Bool? {
        let never: Set = ["truncate", "create", "delete", "rename", "read-link"]
        if never.contains(action) { return nil }
        return random.weigh([(70, nil), (20, action == "link"), (10, action != "link")])
    }
}
