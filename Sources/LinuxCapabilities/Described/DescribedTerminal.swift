import Kernel
import LinuxSystem

/// A described terminal.
struct DescribedTerminal: TerminalProbe {
    let facts: DescribedFacts

    func answer(to question: String) async throws -> TerminalAnswer {
        facts.answer(onTerminal: question)
            ?? .noTerminal(SystemError("open(2)", "/dev/tty", code: .ENXIO))
    }
}
