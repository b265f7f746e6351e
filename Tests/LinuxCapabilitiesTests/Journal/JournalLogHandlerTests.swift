import Capabilities
import LinuxCapabilities
import LinuxSystem
import Logging
import Procedures
import TestSupport
import Testing

@Suite struct `Log handler of the journal` {
    @Test(arguments: ["/", "/nonexistent"])
    func `A lost log goes to the fallback and changes no decision`(path: String) async throws {
        let kept = KeptLog()
        let lost = JournalSocket(path: "/nonexistent/socket")
        let logger = Logger(label: "test") { label in
            JournalLogHandler(label: label, to: lost, fallback: kept.handler)
        }
        let isThere = path == "/"
        var hasRun = false
        do {
            try await withPermit(
                for: FileAccess(.list, path),
                options: GateOptions(within: patience, logger: logger),
                named: "look"
            ) { _ in hasRun = true }
        } catch is Refusal {}
        #expect(hasRun == isThere)
        let told = try #require(kept.events.first?.metadata)
        #expect(told["verdict"] == (isThere ? "authorized" : "denied"))
        #expect(told["procedure"] == "look")
        #expect(
            told["journal"]
                == "lost: sendto(2) failed for `/nonexistent/socket`: No such file or directory (ENOENT)"
        )
        #expect(kept.events.count == 1)
    }

    @Test(arguments: [
        ("capability", "CAPABILITY"), ("swift.task-id", "SWIFT_TASK_ID"), ("é=\n", "___"),
        (String(repeating: "a", count: 99), String(repeating: "A", count: 56)),
    ])
    func `A log handler writes keys as names of journal fields`(key: String, field: String) {
        #expect(JournalLogHandler.fieldName(key) == field)
    }
}
