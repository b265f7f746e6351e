public import Capabilities
import Kernel
import LinuxSystem
import Procedures
import Text

/// Whether a person says yes to a question.
///
/// ```swift
/// let asked = Confirmation("Delete all?")                      // on the terminal
/// let told = Confirmation("Delete all?", by: ConfirmationHandler { question in
///     try await window.confirm(question)
/// })
/// ```
///
/// A look asks nobody, so that it never has an answer. To ask is to ask the person, on the terminal that
/// controls this process (`/dev/tty`, whatever the standard streams are), or by a handler of yours.
///
/// An answer is for the one request: nothing is kept, and a retry, or another procedure, asks anew. Two
/// procedures that ask the same at the same time are asked one after another, and each needs a yes of its own;
/// a no that one of them gets is the answer to both.
///
/// On the terminal one question at a time is asked. Control characters in it are escaped. What was typed
/// before it is dropped; then a whole line `yes` or `no` counts, and anything else is asked again, twice.
/// There is no answer where no terminal controls this process, where that is in its background (it is
/// not stopped), where the terminal hangs up or its input ends, and where nobody answers in time.
/// - SeeAlso: tty(4), termios(3), credentials(7).
public struct Confirmation: Capability {
    /// As it is asked, without the white space around it.
    public let question: String
    private let handler: ConfirmationHandler?
    private let patience: Duration
    private let host: Host

    /// - Parameters:
    ///   - question: May have several lines; what is not shown is escaped.
    ///   - handler: Who is asked; nil for the terminal.
    ///   - patience: How long asking waits at most, for its turn and for the answer; zero and less ask nobody.
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

    /// Asks nobody: what a person would say is not known.
    public func authorizationStatus() async throws -> ConfirmationStatus {
        status(invalidQuestion.map { .noAnswer(.invalidQuestion, $0) } ?? .notAsked)
    }

    /// Asks, and returns when there is an answer, or there will be none.
    ///
    /// - Throws: `CancellationError`, the terminal being as it was; what the handler throws; `SystemError`
    ///   where the terminal cannot be used for another reason than that there is none.
    public func requestAuthorization() async throws -> ConfirmationStatus {
        guard invalidQuestion == nil else { return try await authorizationStatus() }
        return status(try await found())
    }

    /// What is wrong with the question, and the remedy; nil for one that can be asked.
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
