import LinuxSystem

/// A question on a terminal, and what is typed.
struct TerminalDialogue {
    private static let attempts = 3

    let terminal: Terminal
    let wakeUp: WakeUp

    /// - Throws: `CancellationError` when it is woken; `SystemError` where the terminal cannot be used.
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
            // What was typed by now is no answer to it.
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

    /// Where no line comes, what others write begins on one of its own.
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
    /// A whole line that is `yes` or `no`, in capitals or not, and nothing besides.
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
    /// Its lines as a terminal shows them: with everything escaped that it would act on or not show, and all but
    /// the first indented, so that none looks like a line of somebody else's.
    fileprivate var onTerminal: String {
        unicodeScalars.split(separator: "\n", omittingEmptySubsequences: false)
            .map { line in line.map(\.shown).joined() }
            .joined(separator: "\n    ")
    }
}

extension Unicode.Scalar {
    fileprivate var shown: String {
        switch properties.generalCategory {
        case .control, .format, .lineSeparator, .paragraphSeparator: escaped(asASCII: true)
        default: String(self)
        }
    }
}
