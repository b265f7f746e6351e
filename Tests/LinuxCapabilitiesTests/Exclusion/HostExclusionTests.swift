import Glibc
import LinuxCapabilities
import LinuxSystem
import TestSupport
import Testing

@testable import Procedures

/// Two scopes over one directory contend like two processes, because a lock belongs to an open file.
@Suite struct `Exclusion on a host` {
    private let folder: TemporaryFolder
    private let one: HostExclusion
    private let other: HostExclusion

    init() throws {
        folder = try TemporaryFolder()
        one = HostExclusion(directory: folder.path)
        other = HostExclusion(directory: folder.path)
    }

    @Test func `A second scope gets the lock after the first`() async {
        let first = one.asking(["backup"])
        let second = other.asking(["backup"])

        #expect(first.isGranted)
        #expect(!second.isGranted)
        #expect(
            other.obstacleLines(second) == ["backup is held by another scope of this process"]
        )
        one.release(first)
        #expect(await second.isAlone())
        other.release(second)
        #expect(one.isEmpty && other.isEmpty)
    }

    @Test func `Exclusion leaves other categories free`() {
        let first = one.asking(["backup"])
        let second = other.asking(["restore"])

        #expect(first.isGranted && second.isGranted)
        one.release(first)
        other.release(second)
    }

    @Test func `Requests of one process are served in order`() async {
        let held = other.asking(["backup"])
        let first = one.asking(["backup"], for: "first")
        let second = one.asking(["backup"], for: "second")
        let third = one.asking(["restore", "backup"], for: "third")

        #expect(one.obstacleLines(second) == ["backup is held by `first`"])
        other.release(held)
        #expect(await first.isAlone())
        #expect(!second.isGranted && !third.isGranted)
        one.release(first)
        #expect(await second.isAlone())
        #expect(!third.isGranted)
        one.release(second)
        #expect(await third.isAlone())
        one.release(third)
        #expect(one.isEmpty && other.isEmpty)
    }

    @Test func `A child shares the lock of its parent, but not with a sibling`() async {
        let parent = one.asking(["backup"], for: "parent")
        let child = one.asking(["backup", "index"], for: "child", inside: parent)
        let sibling = one.asking(["backup"], for: "sibling", inside: parent)
        let stranger = other.asking(["index"], for: "stranger")

        #expect(parent.isGranted && child.isGranted)
        #expect(!sibling.isGranted && !stranger.isGranted)
        one.release(child)
        #expect(await sibling.isAlone())
        #expect(await stranger.isAlone())
        one.release(sibling)
        #expect(!other.asking(["backup"]).isGranted)
        one.release(parent)
        other.release(stranger)
        #expect(one.isEmpty)
    }

    @Test func `A waiting request keeps later categories of its set free`() async {
        let held = one.asking(["b"])
        let waiting = other.asking(["a", "b", "c"])

        #expect(!one.asking(["a"]).isGranted)
        let free = one.asking(["c"])
        #expect(free.isGranted)
        one.release(free)
        one.release(held)
        #expect(await waiting.isAlone())
        other.release(waiting)
    }

    @Test func `A released request gives up its locks at once`() async {
        let held = one.asking(["b"])
        let waiting = other.asking(["a", "b"])
        let next = other.asking(["a"])

        #expect(!next.isGranted)
        other.release(waiting)
        #expect(next.isGranted)
        one.release(held)
        #expect(one.asking(["b"]).isGranted)
        #expect(!waiting.isGranted)
    }

    /// Other programs may release a lock in this way, which causes no event.
    @Test func `A request gets a lock that was released without a close`() async throws {
        let folder = try LockFolder(at: folder.path)
        let foreign = try #require(try folder.make("backup.lock", mode: 0o600, group: nil))
        try #require(try foreign.tryLock())
        let waiting = one.asking(["backup"])
        #expect(!waiting.isGranted)
        foreign.unlock()

        #expect(await waiting.isAlone())
        #expect(try foreign.tryLock() == false)
        one.release(waiting)
    }

    @Test func `A condition accepts exclusion on the host`() {
        let condition = MutuallyExclusive("backup", in: .host)

        #expect(condition.exclusions == [Exclusion("backup", in: HostExclusion.shared)])
        #expect(HostExclusion.shared.name == "this host")
    }
}
