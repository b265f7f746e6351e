import LinuxSystem
import Procedures

extension Confirmation {
    func found() async throws -> ConfirmationStatus.Finding {
        if let handler { return try await answer(of: handler) }
        return try await answerOnTerminal()
    }

    /// One that ignores that it is cancelled is left behind.
    private func answer(of handler: ConfirmationHandler) async throws -> ConfirmationStatus.Finding
    {
        let answer = await withDeadline(patience, on: host.timer) {
            [question] () -> Result<Bool, any Error> in
            do {
                return .success(try await handler.answer(question))
            } catch {
                return .failure(error)
            }
        }
        try Task.checkCancellation()
        guard let answer else { return late }
        return .answer(try answer.get() ? .yes : .no)
    }

    /// The terminal is as it was when this returns, also where it was cancelled.
    private func answerOnTerminal() async throws -> ConfirmationStatus.Finding {
        guard patience > .zero else { return late }
        let asked = Task { try await host.terminal.answer(to: question) }
        let isOver = await withDeadline(patience, on: host.timer) { await asked.result } == nil
        if isOver { asked.cancel() }
        do {
            // It ends soon then.
            return try await asked.value.finding
        } catch is CancellationError where !Task.isCancelled {
            return late
        }
    }

    private var late: ConfirmationStatus.Finding {
        .noAnswer("confirmation-late", "is not answered: nobody did so within \(patience.inWords)")
    }
}

extension TerminalAnswer {
    fileprivate var finding: ConfirmationStatus.Finding {
        switch self {
        case .yes: .answer(.yes)
        case .no: .answer(.no)
        case .noTerminal(let error) where error.code == Errno.ENXIO:
            .noAnswer(
                "confirmation-no-terminal",
                "cannot be asked: no terminal controls this process; run it on one"
            )
        case .noTerminal(let error):
            .noAnswer("confirmation-no-terminal", "cannot be asked: \(error)")
        case .background:
            .noAnswer(
                "confirmation-no-terminal",
                "cannot be asked: this process is in the background of its terminal; "
                    + "bring it to the foreground"
            )
        case .hangUp: noAnswer("the terminal hung up")
        case .end: noAnswer("the input of the terminal ended")
        case .unclear: noAnswer("neither `yes` nor `no` was typed, three times")
        }
    }

    private func noAnswer(_ why: String) -> ConfirmationStatus.Finding {
        .noAnswer("confirmation-no-answer", "is not answered: \(why)")
    }
}
