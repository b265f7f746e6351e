public import Capabilities
import Kernel
import LinuxSystem
import Procedures
import Text

/// The confirmation of a question by a person.
///
/// ```swift
/// let asked = Confirmation("Delete all?")                      // on the terminal
/// let told = Confirmation("Delete all?", by: ConfirmationHandler { question in
///     try await window.confirm(question)
/// })
/// ```
///
/// A look asks no person, so it never has an answer. A request asks the person, on the terminal that controls this
/// process (`/dev/tty`, whatever the standard streams are), or through the caller's handler.
///
/// An answer holds for one request. It is not kept, and a retry, or another procedure, asks again. If two procedures
/// ask the same question at the same time, they ask one after another, and each needs its own yes. A no to one of them
/// is the answer to both.
///
/// The terminal asks one question at a time. Control characters in the question are escaped. Earlier input is dropped.
/// Then only a whole line `yes` or `no` counts. Anything else repeats the question, twice. There is no answer if no
/// terminal controls this process, if the process is in the background of its terminal (it is not stopped), if the
/// terminal hangs up or its input ends, or if the person does not answer in time.
/// - SeeAlso: tty(4), termios(3), credentials(7).
public struct Confirmation: Capability {
    /// The question as the person sees it, without surrounding white space.
    public let question: String
    private let handler: ConfirmationHandler?
    private let patience: Duration
    private let host: Host

    /// - Parameters:
    ///   - question: May have several lines; non-printing characters are escaped.
    ///   - handler: Asks the person; nil for the terminal.
    ///   - patience: The longest time to wait, for its turn and for the answer; zero or less does not ask.
    public init(
        _ question: String,
        by handler: ConfirmationHandler? = nil,
        waitingUpTo patience: Duration = .seconds(300),
        on host: Host = .live
    ) {
        self.question = question.trimmed
        self.handler = handler
        self.patience = patience
        self.host = host
    }

    public var name: String { question.isEmpty ? "confirm" : "confirm \(question.onOneLine)" }

    public var requirement: Void { () }

    /// Asks no person. The answer of a person is not known without asking.
    public func authorizationStatus() async throws -> ConfirmationStatus {
        status(invalidQuestion.map { .noAnswer(.invalidQuestion, $0) } ?? .notAsked)
    }

    /// Asks, and returns when there is an answer, or when there will be none.
    ///
    /// - Throws: `CancellationError`, after the terminal is restored; the error of the handler; `SystemError` if the
    ///   terminal exists and cannot be used.
    public func requestAuthorization() async throws -> ConfirmationStatus {
        guard invalidQuestion == nil else { return try await authorizationStatus() }
        return status(try await found())
    }

    /// The fault of the question with its remedy; nil for a valid question.
    package var invalidQuestion: String? {
        question.isEmpty ? "is empty; write what is to be confirmed" : nil
    }

    private func status(_ finding: ConfirmationStatus.Finding) -> ConfirmationStatus {
        ConfirmationStatus(finding, about: question.isEmpty ? name : question.onOneLine)
    }
}

extension String {
    fileprivate var trimmed: String {
        let start = drop(while: \.isWhitespace)
        guard let last = start.lastIndex(where: { !$0.isWhitespace }) else { return "" }
        return String(start[...last])
    }
}

extension Confirmation {
    private func found() async throws -> ConfirmationStatus.Finding {
        if let handler { return try await answer(of: handler) }
        return try await answerOnTerminal()
    }

    /// Returns the handler's answer. A handler that ignores cancellation is abandoned.
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

    /// Asks on the terminal, and restores the terminal before it returns, also after cancellation.
    private func answerOnTerminal() async throws -> ConfirmationStatus.Finding {
        guard patience > .zero else { return late }
        let asked = Task { try await host.terminal.answer(to: question) }
        let isOver = await withDeadline(patience, on: host.timer) { await asked.result } == nil
        if isOver { asked.cancel() }
        do {
            // The cancelled task ends soon.
            return try await asked.value.finding
        } catch is CancellationError where !Task.isCancelled {
            return late
        }
    }

    private var late: ConfirmationStatus.Finding {
        .noAnswer(.confirmationLate, "has no answer after \(patience.inWords)")
    }
}

extension TerminalAnswer {
    fileprivate var finding: ConfirmationStatus.Finding {
        switch self {
        case .yes: .answer(.yes)
        case .no: .answer(.no)
        case .noTerminal(let error) where error.errno == .ENXIO:
            .noAnswer(
                .confirmationNoTerminal,
                "cannot be asked: no terminal controls this process; run it on one"
            )
        case .noTerminal(let error):
            .noAnswer(.confirmationNoTerminal, "cannot be asked: \(error)")
        case .background:
            .noAnswer(
                .confirmationNoTerminal,
                "cannot be asked: this process is in the background of its terminal; "
                    + "bring it to the foreground"
            )
        case .hangUp: noAnswer("the terminal hung up")
        case .end: noAnswer("the input of the terminal ended")
        case .unclear: noAnswer("neither `yes` nor `no` was typed, three times")
        }
    }

    private func noAnswer(_ why: String) -> ConfirmationStatus.Finding {
        .noAnswer(.confirmationNoAnswer, "is not answered: \(why)")
    }
}

extension Confirmation: Askable {
    package var canBeAskedFor: Bool { invalidQuestion == nil }
}
