import Foundation
import TestSupport
import Testing

/// Tests in a user namespace, where a process has its own limits.
@Suite(.timeLimit(.minutes(20))) struct `Updates at the limits of inotify` {
    @Test func `Updates end at the limit of watches`() async throws {
        #expect(
            try await told("max_inotify_watches", "0") == """
                true
                further changes are not announced; `/` cannot be watched: inotify_add_watch(2) failed \
                for `/`: No space left on device (ENOSPC); raise fs.inotify.max_user_watches

                """
        )
    }

    @Test func `Updates end at the limit of inotify instances`() async throws {
        #expect(
            try await told("max_inotify_instances", "0") == """
                true
                further changes are not announced; `the watch for changes` has failed: inotify_init(2) \
                failed for `this process`: Too many open files (EMFILE); raise \
                fs.inotify.max_user_instances

                """
        )
    }

    /// Returns the updates that a process receives about a file that it may read.
    private func told(_ limit: String, _ value: String) async throws -> String {
        let folder = try TemporaryFolder()
        let file = try folder.file("key")
        let program = PortJudge.builds.appending(path: "PrivilegeProbe").path()
        let script = "echo \(value) > /proc/sys/user/\(limit) && exec \(program) updates \(file)"
        let alone = ["unshare", "--user", "--map-root-user"]
        return try await runCommand(alone + ["sh", "-c", script]).output
    }
}
