import Glibc
import TestSupport
import Testing

@Suite struct `Pseudo-terminal of tests` {
    /// A number that is closed belongs to another test at once.
    @Test func `A terminal closes its descriptors once for several hangups`() async {
        await #expect(processExitsWith: .success) {
            try await PseudoTerminal.with { terminal in
                await terminal.hangUp()
                // Whoever opens something now has the numbers that were closed.
                let opened = (0..<16).map { _ in
                    unsafe open("/dev/null", O_RDONLY | O_CLOEXEC)
                }
                await terminal.hangUp()
                #expect(opened.allSatisfy { fcntl($0, F_GETFD) >= 0 })
            }
        }
    }
}
