import Glibc
import LinuxCapabilities
import LinuxSystem
import TestSupport
import Testing

@testable import Procedures

/// Two scopes over one directory contend as two processes do: a lock belongs to an open file.
@Suite struct `Exclusion on a host` {
    private let folder: TemporaryFolder
    private let one: HostExclusion
    private let other: HostExclusion

    init() throws {
        folder = try TemporaryFolder()
        one = HostExclusion(directory: folder.path)
        other = HostExclusion(directory: folder.path)
    }

    @Test func `lets one in, and the other when it is gone`() async {
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

    @Test func `is of categories: others are free`() {
        let first = one.asking(["backup"])
        let second = other.asking(["restore"])

        #expect(first.isGranted && second.isGranted)
        one.release(first)
        other.release(second)
    }

    @Test func `is first come, first served within a process`() async {
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

    @Test func `does not keep a child from what its parent holds, but from its sibling`() async {
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

    @Test func `holds nothing of a set behind what it waits for`() async {
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

    @Test func `forgets at once who gives up, and what it had of a set`() async {
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

    /// As other programs do: there is no event then.
    @Test func `waits also for who gives a lock back and keeps the file open`() async throws {
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

    @Test func `is what a condition can ask for`() {
        let condition = MutuallyExclusive("backup", in: .host)

        #expect(condition.exclusions == [Exclusion("backup", in: HostExclusion.shared)])
        #expect(HostExclusion.shared.name == "this host")
    }
}
