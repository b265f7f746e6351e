import Foundation
import TestSupport
import Testing

/// Tests with a separate process whose capabilities are permitted but not effective.
@Suite(.timeLimit(.minutes(20))) struct `Updates of a file with a raised capability` {
    @Test func `Updates continue only with the raised capability`() async throws {
        try #require(getuid() == 0, "root is needed to have capabilities")
        let folder = try TemporaryFolder()
        let way = try folder.folder("way", mode: 0o711)
        let file = try folder.file("way/key", mode: 0o600)
        for name in ["way/key", "way"] { try folder.change(name, owner: 7) }
        let program = PortJudge.builds.appending(path: "PrivilegeProbe").path()
        #expect(
            try await runCommand([program, "raised-updates", file]).output == """
                true
                true
                false
                further changes are not announced; `\(way)` cannot be watched: inotify_add_watch(2) \
                failed for `\(way)`: Permission denied (EACCES)

                """
        )
    }
}
