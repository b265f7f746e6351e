import TestSupport

extension SceneMaker {
    /// Returns a path to an existing entry, mostly the shortest one.
    mutating func path(to entry: Visible) -> String {
        let straight = scene.path(entry.path)
        switch random.below(100) {
        case ..<70: return straight
        case ..<76: return straight + "/" + newOrOld()
        case ..<82: return throughLink(entry)
        case ..<84: return tooLong(straight)
        case ..<86: return random.pick([scene.tree, scene.folder, "/"])
        default: return decorated(straight)
        }
    }

    /// Returns a missing name in an existing folder.
    mutating func newPath() -> String {
        let folders = visible.filter { scene.nodes[$0.node].kind == .directory }
        let folder = scene.path(random.pick(folders).path)
        let name = random.weigh([
            (80, "new"), (5, "new/"), (4, "new/new"), (2, String(repeating: "z", count: 255)),
            (2, String(repeating: "z", count: 256)), (2, "\"new\"\n\\"), (2, "ню"), (3, "new/."),
        ])
        return decorated("\(folder)/\(name)")
    }

    /// Returns another spelling of the same path in some cases.
    mutating func decorated(_ path: String) -> String {
        guard random.chance(30) else { return path }
        let inner = path.dropFirst(scene.tree.count)
        let folder = random.pick(visible).path
        return random.weigh([
            (25, path + "/"), (10, path + "/."), (10, path + "/.."), (10, path + "//"),
            (15, scene.tree + "/." + inner), (10, scene.tree + "//" + inner),
            (
                20,
                scene.path(folder) + "/.." + String(repeating: "/..", count: depth(folder)) + inner
            ),
        ])
    }

    private func depth(_ path: String) -> Int { path.utf8.count { $0 == UInt8(ascii: "/") } }

    private mutating func newOrOld() -> String {
        let name = random.pick(visible).path.split(separator: "/").last.map(String.init)
        return random.pick(["new", name ?? "new"])
    }

    /// Returns a path through a link to a name that may exist there.
    private mutating func throughLink(_ entry: Visible) -> String {
        let links = visible.filter { scene.nodes[$0.node].kind == .symlink }
        let link = links.isEmpty ? entry : random.pick(links)
        let name = entry.path.split(separator: "/").last.map(String.init) ?? "new"
        let tail = random.pick(["", "", "/", "/.", "/" + name, "/new", "/../" + name])
        return scene.path(link.path) + tail
    }

    /// Returns a path at or above the limits for a path and a name.
    private mutating func tooLong(_ path: String) -> String {
        if random.chance(40) { return path + "/" + String(repeating: "w", count: 256) }
        let length = random.pick([4094, 4095, 4096, 5000])
        let inner = path.dropFirst(scene.tree.count)
        let fill = max(0, length - path.utf8.count)
        return scene.tree + String(repeating: "/", count: fill) + inner
    }
}
