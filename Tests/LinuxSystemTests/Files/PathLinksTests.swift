import Kernel
import LinuxSystem
import TestSupport
import Testing

@Suite struct `The links of a path` {
    let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    /// Returns the paths of the links below the directory of the test.
    private func links(_ path: String) -> [String] {
        PathLinks(path).links.map(\.path).filter { $0.hasPrefix(folder.path + "/") }
            .map { String($0.dropFirst(folder.path.utf8.count)) }
    }

    @Test func `A path without symbolic links has none`() throws {
        try folder.folder("a")
        try folder.file("a/b")
        #expect(links("\(folder.path)/a/b") == [])
    }

    @Test func `Links of a path may be relative and absolute`() throws {
        try folder.folder("a")
        try folder.file("a/b")
        try folder.link("r", to: "a")
        try folder.link("s", to: "\(folder.path)/r/b")
        #expect(links("\(folder.path)/s") == ["/s", "/r"])
        #expect(PathLinks("\(folder.path)/s").links.last?.facts.kind == .symbolicLink)
    }

    @Test func `Dots go back in a path, but not above the root`() throws {
        try folder.folder("a")
        try folder.link("r", to: "a")
        #expect(links("\(folder.path)/a/../r/./..") == ["/r"])
        let rooted = "/../.." + folder.path + "/r"
        #expect(links(rooted) == ["/r"])
    }

    @Test(arguments: ["/r/missing/s", "/f/s"])
    func `The links of a path end where its walk ends`(rest: String) throws {
        try folder.folder("a")
        try folder.file("f")
        try folder.link("r", to: "a")
        try folder.link("s", to: "f")
        #expect(links(folder.path + rest) == (rest == "/f/s" ? [] : ["/r"]))
    }

    @Test func `A loop has one link more than the kernel follows`() throws {
        try folder.link("a", to: "b")
        try folder.link("b", to: "a")
        #expect(links("\(folder.path)/a").count == 41)
    }

    @Test func `A link of proc is followed by its name`() throws {
        try folder.file("b")
        try folder.link("r", to: "b")
        let path = "/proc/self/root\(folder.path)/r"
        #expect(PathLinks(path).links.last?.path == path)
        #expect(PathLinks("/proc/self/fd/0").links.last?.path == "/proc/self/fd/0")
    }

    @Test func `A path with a NUL has no links`() {
        #expect(PathLinks("/etc\0/shadow").links.isEmpty)
    }
}
