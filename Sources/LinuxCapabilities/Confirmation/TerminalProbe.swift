package import LinuxSystem

/// What came of a question on a terminal.
package enum TerminalAnswer: Hashable, Sendable {
    case yes, no
    /// None could be opened.
    case noTerminal(SystemError)
    /// Another process group has the terminal.
    case background
    case hangUp
    /// Its input ended.
    case end
    /// As often as it was asked, neither was typed.
    case unclear
}

/// Asks on the terminal that controls this process.
package protocol TerminalProbe: Sendable {
    /// Asks until there is an answer, or can be none; the terminal is as it was then, also when it throws.
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
