import TestSupport

extension SceneMaker {
    mutating func makeMounts() {
        let flags = random.chance(15) ? random.pick([["nosuid"], ["noexec"], ["nodev"]]) : []
        add(Mount(base: 0, source: ".", at: "", flags: flags))
        for base in 1..<scene.bases.count {
            if let at = mountPoint(isDirectory: true) {
                add(Mount(base: base, source: ".", at: at, flags: [], idmap: nil))
            }
        }
        for _ in 0..<(4 + random.below(6)) { addBind() }
    }

    private mutating func addBind() {
        let shallow = scene.nodes.filter { $0.kind == .directory && !$0.parent.contains("/") }
        let node = random.pick(random.chance(50) ? shallow : scene.nodes)
        // The judge makes a removed file of a lower layer anew in the upper layer. A mount of it keeps the old file, which
        // the kernel then cannot copy (EEXIST).
        let isOnOverlay = scene.bases[node.base].kind == .overlay
        guard node.kind != .symlink, node.kind == .directory ? hasChildren(node) : !isOnOverlay,
            let at = mountPoint(isDirectory: node.kind == .directory)
        else { return }
        let canMap = !isOnOverlay && random.chance(45)
        let all = [("ro", 35), ("nosuid", 25), ("nodev", 25), ("noexec", 30), ("nosymfollow", 15)]
        let flags = all.filter { random.chance($0.1) }.map(\.0)
        let idmap = canMap ? random.below(scene.userNamespaces.count) : nil
        add(Mount(base: node.base, source: node.path, at: at, flags: flags, idmap: idmap))
    }

    /// Returns whether the node has children in its base. A removed directory cannot be created again below a mount of
    /// it, because the mount keeps the removed one. The judge could not undo that.
    private func hasChildren(_ node: Node) -> Bool {
        scene.nodes.contains { other in
            other.base == node.base
                && ([other.path] + other.aliases).contains {
                    $0 != node.path && Self.below(node.path, $0) != nil
                }
        }
    }

    /// Returns a visible path of the kind that the mount needs, but not the tree itself.
    private mutating func mountPoint(isDirectory: Bool) -> String? {
        let points = visible.filter { entry in
            let kind = scene.nodes[entry.node].kind
            return !entry.path.isEmpty && kind != .symlink && (kind == .directory) == isDirectory
        }
        return points.isEmpty ? nil : random.pick(points).path
    }

    private mutating func add(_ mount: Mount) {
        let index = scene.mounts.count
        scene.mounts.append(mount)
        visible.removeAll { $0.path == mount.at || $0.path.hasPrefix(mount.at + "/") }
        if mount.at.isEmpty { visible = [] }
        for (node, described) in scene.nodes.enumerated() where described.base == mount.base {
            if unnamed.contains(node) { continue }
            for path in [described.path] + described.aliases {
                guard let below = Self.below(mount.source, path) else { continue }
                let shown = below.isEmpty ? mount.at : Scene.join(mount.at, below)
                visible.append(Visible(path: shown, node: node, mount: index))
            }
        }
    }

    /// Returns the rest of a path below a folder, empty for the folder itself.
    private static func below(_ folder: String, _ path: String) -> String? {
        if path == folder { return "" }
        if folder == "." { return path }
        return path.hasPrefix(folder + "/") ? String(path.dropFirst(folder.count + 1)) : nil
    }
}
