import Capabilities
import Glibc
import LinuxCapabilities
import Procedures
import TestSupport
import Testing

/// A thousand real changes, told by the kernel's own events. One after another, since they keep the machine
/// busy for others.
@Suite(.serialized, .timeLimit(.minutes(4))) struct `Updates of a file that changes at random` {
    @Test func `end with what is, for a user`() async throws {
        let tree = try ChangingTree(seed: 1)
        try await Self.watch(tree, 400, by: FileAccess(.read, tree.path, as: .user("nobody")))
    }

    @Test func `end with what is, for this process`() async throws {
        let tree = try ChangingTree(seed: 2)
        try await Self.watch(tree, 200, by: FileAccess(.read, tree.path, asking: .model))
    }

    @Test func `end with what is, for a process with mounts of its own`() async throws {
        try #require(getuid() == 0, "root is needed to mount")
        let mounts = ["unshare", "--mount", "--propagation", "private"]
        let user = ["setpriv", "--reuid", "65534", "--regid", "65534", "--clear-groups", "cat"]
        try await withChild(mounts + user) { child in
            let tree = try ChangingTree(seed: 3, mountsOf: child.pid)
            let file = FileAccess(.write, tree.path, as: .process(pid: child.pid))
            try await Self.watch(tree, 400, by: file)
        }
    }

    /// Changes come in bursts of one to eight. After each, the last status told has to become what a fresh
    /// look finds; and what was told on the way there is never older than what was told before.
    private static func watch(
        _ tree: ChangingTree,
        _ changes: Int,
        by file: FileAccess
    ) async throws {
        var random = SplitMix(seed: 5)
        var history = [try await file.authorizationStatus()]
        let audience = Audience(file.updates)
        await audience.isTold(history[0])
        var left = changes
        while left > 0 {
            for _ in 1...min(left, 1 + random.below(8)) {
                try await tree.change()
                history.append(try await file.authorizationStatus())
                left -= 1
            }
            await audience.isTold(try #require(history.last))
        }
        #expect(await audience.leave() == nil)
        let told = try audience.statuses()
        #expect(told.last == history.last)
        #expect(Set(told).count > changes / 10, "hardly anything has changed")
        let stray = strayIndex(told, history)
        #expect(stray == nil, "\(stray.map { "\(told[$0])" } ?? "")")
    }

    /// The first that was so only before what was told before it; nil where none was.
    private static func strayIndex(
        _ told: [FileAccessStatus],
        _ history: [FileAccessStatus]
    ) -> Int? {
        let known = Set(history)
        var rest = history[...]
        for (number, status) in told.enumerated() where known.contains(status) {
            guard let index = rest.firstIndex(of: status) else { return number }
            rest = rest[index...]
        }
        return nil
    }
}
