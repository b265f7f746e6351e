package import LinuxSystem

/// The result of a question on a terminal.
package enum TerminalAnswer: Hashable, Sendable {
    case yes, no
    /// No terminal could be opened.
    case noTerminal(SystemError)
    /// Another process group has the terminal.
    case background
    case hangUp
    /// Its input ended.
    case end
    /// Every attempt had another input than `yes` or `no`.
    case unclear
}

/// Asks on the terminal that controls this process.
package protocol TerminalProbe: Sendable {
    /// Asks until there is an answer, or can be none. The terminal is restored before it returns or throws.
    ///
    /// - Throws: `CancellationError`; `SystemError`.
    func answer(to question: String) async throws -> TerminalAnswer
}

extension Host {
    package static let terminalFamily = Family<any TerminalProbe>(live: LiveTerminal())

    package var terminal: any TerminalProbe { self[Self.terminalFamily] }
}

package struct LiveTerminal: TerminalProbe {
    package init() {}

    package func answer(to question: String) async throws -> TerminalAnswer {
        try await TerminalThread.shared.run { wakeUp in
            let terminal: Terminal
            do throws(SystemError) {
                terminal = try Terminal()
            } catch {
                return .noTerminal(error)
            }
            return try TerminalDialogue(terminal: terminal, wakeUp: wakeUp).answer(to: question)
        }
    }
}
