import Capabilities
import Foundation
import LinuxCapabilities
import LinuxSystem
import Logging
import Procedures
import Testing

extension `A real systemd` {
    @Suite struct `Journal entries of decisions` {
        @Test func `The journal shows the denied capability with its reason`() async throws {
            let systemd = try await SystemdHost.shared
            let socket = JournalSocket(path: systemd.path(JournalSocket.path))
            let logger = Logger(label: "gates") { JournalLogHandler(label: $0, to: socket) }
            let queue = ProcedureQueue(width: 1, logger: logger)
            for path in ["/", "/nonexistent"] {
                let look = Procedure("look") {}.condition(AuthorizedFor(FileAccess(.list, path)))
                _ = await queue.run(look)
            }
            try await systemd.run("journalctl", "--sync")
            let lines = try await systemd.output(
                of: "journalctl",
                "--output=json",
                "--identifier=gates",
                "WARRANT_VERDICT=denied"
            )
            let entries = try lines.split(separator: "\n").map { line in
                try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any]
            }
            let entry = try #require(entries.first ?? nil)
            #expect(entries.count == 1)
            #expect(entry["WARRANT_CAPABILITY"] as? String == "list /nonexistent")
            #expect(entry["WARRANT_SUBJECT"] as? String == "this process")
            #expect(entry["WARRANT_PROCEDURE"] as? String == "look")
            #expect(
                entry["WARRANT_REASON"] as? String == "/nonexistent does not exist"
            )
            #expect(entry["MESSAGE"] as? String == "denied: list /nonexistent")
            #expect(entry["PRIORITY"] as? String == "5")
        }
    }
}
