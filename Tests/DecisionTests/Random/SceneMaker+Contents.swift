import TestSupport

extension SceneMaker {
    /// Fills a file with data, a program that ends at once, a script, or contents that only resemble one.
    mutating func fill(_ node: inout Node) {
        let path = somePath(in: 0)
        let interpreter = scene.path(path)
        let none = "missing"
        node.content = random.weigh([
            (35, Array("data\n".utf8)), (10, []), (30, Self.program),
            (15, Array("#!\(interpreter)\n".utf8)), (2, Array("#! \(interpreter) argument\n".utf8)),
            (2, Array("#!\(scene.path(none))\n".utf8)), (2, Array("#!".utf8)),
            (2, Array("#!tree/\(path)\n".utf8)), (2, Self.program + [0, 1, 2]),
        ])
        if random.chance(50) { node.mode |= random.pick([0o111, 0o100, 0o010, 0o001, 0o555]) }
        if random.chance(15) {
            node.attributes.append(("security.capability", fileCapabilities()))
        }
    }

    /// Returns the path of an existing file, preferably of one that can be executed.
    private mutating func somePath(in base: Int) -> String {
        let files = scene.nodes.filter { $0.base == base && $0.kind != .directory }
        let runnable = files.filter {
            $0.content.starts(with: Self.program) && $0.mode & 0o111 != 0
        }
        let pool = random.chance(75) && !runnable.isEmpty ? runnable : files
        return pool.isEmpty ? "missing" : random.pick(pool).path
    }

    /// Returns a target: relative or absolute, existing or missing, through other links, with possible suffixes.
    mutating func target(of link: Node) -> String {
        let nodes = scene.nodes.filter { $0.base == link.base && $0.path != "." }
        guard let any = nodes.isEmpty ? nil : random.pick(nodes) else { return ".." }
        let links = nodes.filter { $0.kind == .symlink }
        let other = links.isEmpty ? any : random.pick(links)
        let below = relative(any.path, from: link.parent)
        let name = Scene.join("", String(link.path.split(separator: "/").last ?? "x"))
        return random.weigh([
            (40, below), (15, scene.path(any.path)), (12, relative(other.path, from: link.parent)),
            (6, below + "/"), (7, relative(any.parent, from: link.parent) + "/new\(nextName)"),
            (3, name), (3, "../" + name), (4, "./" + below), (3, below + "/.."), (2, "."),
            (2, ".."),
            (1, "/"), (1, scene.folder), (2, relative(other.path, from: link.parent) + "/" + name),
            (2, scene.path(other.path) + "/"), (1, String(repeating: "y", count: 256)),
        ])
    }

    private func relative(_ path: String, from folder: String) -> String {
        let here = folder == "." ? 0 : folder.split(separator: "/").count
        let there = path == "." ? "." : path
        return String(repeating: "../", count: here) + there
    }

    /// The smallest program that a kernel runs: one segment, and exit(0).
    static let program: [UInt8] = {
        #if arch(arm64)
            let machine: UInt8 = 0xb7
            let code: [UInt8] = [0xa8, 0x0b, 0x80, 0xd2, 0, 0, 0x80, 0xd2, 1, 0, 0, 0xd4]
        #else
            let machine: UInt8 = 0x3e
            let code: [UInt8] = [0xb8, 0x3c, 0, 0, 0, 0x31, 0xff, 0x0f, 0x05]
        #endif
        func word(_ value: Int, _ count: Int) -> [UInt8] {
            (0..<count).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
        }
        let size = 120 + code.count, address = 0x40_0000
        let identity: [UInt8] = [0x7f, 0x45, 0x4c, 0x46, 2, 1, 1] + word(0, 9)
        let header = [2, 0, machine, 0] + word(1, 4) + word(address + 120, 8) + word(64, 8)
        let sizes = word(0, 12) + word(64, 2) + word(56, 2) + word(1, 2) + word(0, 6)
        let segment = word(1, 4) + word(5, 4) + word(0, 8) + word(address, 8) + word(address, 8)
        return identity + header + sizes + segment + word(size, 8) + word(size, 8)
            + word(0x1000, 8) + code
    }()
}
