import Capabilities
import Glibc
import LinuxCapabilities
import Procedures
import TestSupport
import Testing

/// A thousand real changes, reported by the kernel's own events. The tests run one after another, because they keep the
/// machine busy.
@Suite(.serialized, .timeLimit(.minutes(20))) struct `Random changes of a file` {
    @Test func `Updates for a user end with the current status`() async throws {
        try await Self.watch(400) { FileAccess(.read, $0.path, as: .user("nobody")) }
    }

    @Test func `Updates for this process end with the current status`() async throws {
        try await Self.watch(200) { FileAccess(.read, $0.path, asking: .model) }
    }

    @Test func `Updates for a process with own mounts end with the status`() async throws {
        try #require(getuid() == 0, "root is needed to mount")
        let mounts = ["unshare", "--mount", "--propagation", "private"]
        let user = ["setpriv", "--reuid", "65534", "--regid", "65534", "--clear-groups", "cat"]
        try await withChild(mounts + user) { child in
            try await Self.watch(400, mountsOf: child.pid) {
                FileAccess(.write, $0.path, as: .process(pid: child.pid))
            }
        }
    }

    private static func watch(
        _ changes: Int,
        mountsOf process: Int32? = nil,
        by file: (ChangingTree) -> FileAccess
    ) async throws {
        try await withFreshSeed { seed in
            let tree = try ChangingTree(seed: seed, mountsOf: process)
            try await History.watch(file(tree), changes, seed: seed) { try await tree.change() }
        }
    }
}
