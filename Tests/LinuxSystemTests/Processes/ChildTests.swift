import Glibc
import LinuxSystem
import TestSupport
import Testing

/// The helper that the other tests depend on.
@Suite struct `A child of a test` {
    private struct Stop: Error { let pid: Int32 }

    @Test func `A child is killed and reaped if the test throws`() async throws {
        let stop = try #require(
            await #expect(throws: Stop.self) {
                try await withChild(["cat"]) { child in throw Stop(pid: child.pid) }
            }
        )
        let gone = SystemError("pidfd_open(2)", "process \(stop.pid)", code: ESRCH)
        #expect(throws: gone) { _ = try ProcessHandle(pid: stop.pid) }
    }

    @Test(arguments: [("echo no; exit 1", "no\n"), ("exit 1", "")])
    func `A child that does not start is an error with its output`(
        script: String,
        words: String
    ) async throws {
        let error = try #require(
            await #expect(throws: (any Error).self) {
                try await withChild(["sh", "-c", script]) { _ in Issue.record("it ran") }
            }
        )
        #expect("\(error)" == "`sh -c \(script)` did not answer, but said: \(words)")
    }
}
