public import Capabilities
import Procedures

/// The answer of a person, if there is one.
public struct ConfirmationStatus: AuthorizationStatus, Hashable {
    public enum Answer: String, Hashable, Sendable { case yes, no }

    /// The result of asking.
    enum Finding: Hashable {
        case notAsked
        case answer(Answer)
        case noAnswer(ReasonCode, String)
    }

    /// The answer; nil if there is none. The verdict has the reason.
    public let answer: Answer?
    public let verdict: Verdict

    init(_ finding: Finding, about question: String) {
        switch finding {
        case .notAsked:
            answer = nil
            let message = "is not answered: no person was asked"
            verdict = .undetermined([Reason(.confirmationNotAsked, question, message)])
        case .answer(let answer):
            self.answer = answer
            let message = "is answered \(answer)"
            let reason = Reason(.confirmationAnswer, question, message, cause: .permission)
            verdict = answer == .yes ? .authorized([reason]) : .denied([reason])
        case .noAnswer(let code, let message):
            answer = nil
            verdict = .undetermined([Reason(code, question, message)])
        }
    }

    public func meets(_ requirement: Void) -> Verdict { verdict }

    /// True for every answer, because none is kept.
    public var isForThisOnce: Bool { answer != nil }
}
