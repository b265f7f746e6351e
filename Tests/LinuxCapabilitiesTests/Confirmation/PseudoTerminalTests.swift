import Glibc
import TestSupport
import Testing

@Suite struct `Pseudo-terminal of tests` {
    /// Another test may get the number of a closed descriptor at once.
    @Test func `A terminal closes its descriptors once for several hangups`() async {
        await #expect(processExitsWith: .success) {
            try await PseudoTerminal.with { terminal in
                await terminal.hangUp()
                // Files opened now get the numbers that were closed.
                let opened = (0..<16).map { _ in
                    unsafe open("/dev/null", O_RDONLY | O_CLOEXEC)
                }
                await terminal.hangUp()
                #expect(opened.allSatisfy { fcntl($0, F_GETFD) >= 0 })
            }
        }
    }
}
