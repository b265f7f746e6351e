import LinuxSystem
import Text

/// A question on a terminal, with the typed answer.
struct TerminalDialogue {
    private static let attempts = 3

    let terminal: Terminal
    let wakeUp: WakeUp

    /// - Throws: `CancellationError` when it is woken; `SystemError` if the terminal cannot be used.
    func answer(to question: String) throws -> TerminalAnswer {
        guard terminal.isForeground else { return .background }
        do {
            let mode = try terminal.enterLineMode()
            defer { terminal.leaveLineMode(to: mode) }
            return try typed("\(question.onTerminal) [yes/no] ")
        } catch is SystemError where terminal.isHungUp {
            return .hangUp
        }
    }

    private func typed(_ question: String) throws -> TerminalAnswer {
        var prompt = question
        for _ in 0..<Self.attempts {
            // Earlier input is not an answer to this prompt.
            try terminal.discardInput()
            switch try input(after: prompt) {
            case .line(let line): if let answer = TerminalAnswer(typed: line) { return answer }
            case .end: return .end
            case .hangUp: return .hangUp
            case .background: return .background
            }
            prompt = "answer yes or no: "
        }
        return .unclear
    }

    /// Returns the input after a prompt. Without a whole line it ends the line, so later output begins on a new one.
    private func input(after prompt: String) throws -> Terminal.Input {
        do {
            try terminal.write(prompt, until: wakeUp)
            let input = try terminal.input(until: wakeUp)
            if case .end = input { terminal.writeAtOnce("\n") }
            return input
        } catch let error as CancellationError {
            terminal.writeAtOnce("\n")
            throw error
        }
    }
}

extension TerminalAnswer {
    /// Creates the answer for a whole line that is only `yes` or `no`, in upper or lower case.
    fileprivate init?(typed line: [UInt8]) {
        let text = String(decoding: line, as: UTF8.self)
        guard text.last == "\n" else { return nil }
        switch text.dropLast().lowercased() {
        case "yes": self = .yes
        case "no": self = .no
        default: return nil
        }
    }
}

extension String {
    /// The lines of the text for a terminal. All but the first are indented, so that none of them looks like a line
    /// of another program.
    fileprivate var onTerminal: String {
        unicodeScalars.split(separator: "\n", omittingEmptySubsequences: false)
            .map { String($0).onOneLine }
            .joined(separator: "\n    ")
    }
}
