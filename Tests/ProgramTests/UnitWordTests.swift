import TestSupport
import Testing

/// SystemdHostTests compares the states with a real systemd.
@Suite struct `The word unit` {
    @Test(arguments: ["active", "inactive", "failed", "loaded", "masked", "enabled", "disabled"])
    func `The word unit accepts every state`(state: String) async throws {
        let folder = try TemporaryFolder()
        let lines = "  ? unit a.service \(state)   no D-Bus at /nonexistent/bus"
        try await folder.expect("unit: a.service, state: \(state)", 2, lines)
    }

    @Test func `The default state of the word unit is active`() async throws {
        let folder = try TemporaryFolder()
        let lines = "  ? unit a.service active   no D-Bus at /nonexistent/bus"
        try await folder.expect("unit: a.service", 2, lines)
    }
}
