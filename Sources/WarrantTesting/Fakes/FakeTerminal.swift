package import LinuxCapabilities
import LinuxSystem
import Procedures

/// A terminal on which somebody gives one answer after another.
package final class FakeTerminal: TerminalProbe {
    private let state: Locked<(answers: [TerminalAnswer], questions: [String])>

    /// - Parameter answers: The last stays; without any, there is no terminal.
    package init(_ answers: TerminalAnswer...) { state = Locked((answers, [])) }

    /// What was asked, in order.
    package var questions: [String] { state.withLock { $0.questions } }

    package func answer(to question: String) async throws -> TerminalAnswer {
        state.withLock { state in
            state.questions.append(question)
            if state.answers.count > 1 { return state.answers.removeFirst() }
            let none = SystemError("open(2)", "/dev/tty", code: Errno.ENXIO)
            return state.answers.first ?? .noTerminal(none)
        }
    }
}
