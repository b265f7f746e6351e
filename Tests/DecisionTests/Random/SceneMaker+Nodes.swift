import TestSupport

extension SceneMaker {
    /// Makes a separate base with about this number of nodes.
    mutating func makeTree(_ base: Base, size: Int) {
        let index = scene.bases.count
        scene.bases.append(base)
        let rootMode = random.pick([0o755, 0o755, 0o777, 0o1777, 0o775, 0o711])
        scene.nodes.append(
            Node(base: index, path: ".", kind: .directory, mode: rootMode, uid: 0, gid: 0)
        )
        var folders = ["."]
        for _ in 0..<size { makeNode(in: index, folders: &folders) }
        if index == 0 { makeChain(in: index, folder: random.pick(folders)) }
    }

    private mutating func makeNode(in base: Int, folders: inout [String]) {
        let folder = random.pick(folders)
        let depth = folder.utf8.count { $0 == UInt8(ascii: "/") }
        let kind: Node.Kind = random.weigh([
            (depth > 5 ? 0 : folders.count < 8 ? 60 : 26, .directory), (40, .file), (20, .symlink),
            (4, .fifo), (3, .socket), (3, .device),
        ])
        let name = newName()
        if kind == .file, random.chance(12), alias(in: base, Scene.join(folder, name)) { return }
        var node = Node(
            base: base,
            path: Scene.join(folder, name),
            kind: kind,
            mode: mode(of: kind),
            uid: random.pick(Self.uids),
            gid: random.pick(Self.gids)
        )
        if kind == .directory { folders.append(node.path) }
        if kind == .symlink { node.content = Array(target(of: node).utf8) }
        if kind == .file { fill(&node) }
        if kind != .symlink { addLists(to: &node) }
        if kind == .file || kind == .directory, random.chance(5) {
            node.flags = random.pick(["i", "i", "a", "a", "ia"])
        }
        node.isLower = kind == .file && folder == "." && isOverlay(base) && random.chance(40)
        scene.nodes.append(node)
    }

    private func isOverlay(_ base: Int) -> Bool { scene.bases[base].kind == .overlay }

    /// Adds a further name for an existing node. Returns false if no node can have one.
    private mutating func alias(in base: Int, _ path: String) -> Bool {
        let candidates = scene.nodes.indices.filter {
            let node = scene.nodes[$0]
            return node.base == base && node.kind != .directory && !node.isLower
        }
        guard !candidates.isEmpty else { return false }
        scene.nodes[random.pick(candidates)].aliases.append(path)
        return true
    }

    /// Makes a chain longer than the 40 links that one walk may follow.
    ///
    /// Questions name only its ends. If mounts change meanwhile, the kernel walks a path again, and goes on counting
    /// (`total_link_count` in fs/namei.c): a path with more than 20 links is sometimes refused with ELOOP.
    private mutating func makeChain(in base: Int, folder: String) {
        var target = "."
        for number in 1...43 {
            let name = newName()
            let path = Scene.join(folder, name)
            if 9...40 ~= number { unnamed.insert(scene.nodes.count) }
            var node = Node(base: base, path: path, kind: .symlink, mode: 0o777, uid: 0, gid: 0)
            node.content = Array(target.utf8)
            scene.nodes.append(node)
            target = name
        }
    }

    mutating func newName() -> String {
        nextName += 1
        let odd = [
            " ", "\"", "\n", "\\", "\t", "\u{1}", "é", "日本", "🙂", "#", "'", ".", "-", "e\u{301}",
        ]
        if random.chance(1) { return "\(nextName)" + String(repeating: "x", count: 252) }
        return random.chance(8) ? "n\(random.pick(odd))\(nextName)" : "n\(nextName)"
    }

    private mutating func mode(of kind: Node.Kind) -> Int {
        let bits = random.weigh([(80, 0), (6, 0o4000), (6, 0o2000), (4, 0o1000), (4, 0o6000)])
        guard kind == .directory else {
            let usual = [0o644, 0o664, 0o755, 0o755, 0o640, 0o600, 0o666, 0o777, 0o711, 0o750]
            return bits | (random.chance(60) ? random.pick(usual) : random.below(0o1000))
        }
        let usual = [
            0o755, 0o755, 0o777, 0o777, 0o1777, 0o1777, 0o1775, 0o3777, 0o775, 0o2775, 0o711,
            0o751, 0o770, 0o700,
        ]
        return random.chance(88) ? random.pick(usual) : random.below(0o10000)
    }
}
