public import Capabilities
import LinuxSystem
import Procedures

/// The answer of polkit about an action.
public struct PolkitActionStatus: AuthorizationStatus, Hashable {
    /// The three answers of polkit.
    public enum Answer: Hashable, Sendable {
        case yes, no
        /// polkit would have to ask a person.
        case challenge
    }

    private enum Finding: Hashable {
        case answer(PolkitAnswer, to: String, askingPerson: Bool)
        case verdict(Verdict)
    }

    private let finding: Finding
    /// The verdict of a no after counting all threads of the subject, and what they could gain by themselves.
    private var counted: Verdict?

    /// - Parameter verdict: The verdict if polkit was not asked, or does not know the action.
    init(_ verdict: Verdict) { finding = .verdict(verdict) }

    /// - Parameters:
    ///   - answer: nil if polkit does not know the action.
    ///   - askingPerson: True if polkit was allowed to ask a person.
    init(_ answer: PolkitAnswer?, to action: String, askingPerson: Bool) {
        if let answer {
            finding = .answer(answer, to: action, askingPerson: askingPerson)
        } else {
            let reason = Reason(.actionUnknown, action, "is not known to polkit here")
            finding = .verdict(.denied([reason]))
        }
    }

    /// The answer; nil if polkit was not asked, or does not know the action. The verdict has the reason.
    public var answer: Answer? {
        guard case .answer(let answer, _, _) = finding else { return nil }
        return switch answer.decision {
        case .yes: .yes
        case .no: .no
        case .challenge: .challenge
        }
    }

    public var verdict: Verdict {
        if let counted { return counted }
        switch finding {
        case .verdict(let verdict): return verdict
        case .answer(let answer, let action, let askingPerson):
            let reason = PolkitWords(answer, action, askingPerson: askingPerson).reason
            return switch answer.decision {
            case .yes: .authorized([reason])
            case .no: .denied([reason])
            case .challenge: .undetermined([reason])
            }
        }
    }

    func with(_ counted: Verdict) -> Self {
        var status = self
        status.counted = counted
        return status
    }

    public func meets(_ requirement: Void) -> Verdict { verdict }

    /// True if the yes came from a person and polkit does not keep it.
    public var isForThisOnce: Bool {
        guard case .answer(let answer, _, true) = finding else { return false }
        return answer.decision == .yes && !answer.isTemporary
    }
}

/// The reason for an answer of polkit.
private struct PolkitWords {
    private let answer: PolkitAnswer
    private let action: String
    private let askingPerson: Bool

    init(_ answer: PolkitAnswer, _ action: String, askingPerson: Bool) {
        self.answer = answer
        self.action = action
        self.askingPerson = askingPerson
    }

    var reason: Reason {
        Reason(
            answer.decision == .challenge ? .polkitWouldAsk : .polkitAnswer,
            action,
            message,
            cause: .permission,
            evidence: [
                Evidence("allow_any", facts: answer.rule.any),
                Evidence("allow_inactive", facts: answer.rule.inactive),
                Evidence("allow_active", facts: answer.rule.active),
            ]
        )
    }

    private var message: String {
        switch answer.decision {
        case .yes:
            answer.isTemporary
                ? "is allowed by polkit, which was asked before" : "is allowed by polkit"
        case .no where answer.details["polkit.dismissed"] != nil:
            "is not allowed by polkit: the question was dismissed"
        case .no where askingPerson: "is not allowed by polkit: no person authenticated"
        case .no: "is not allowed by polkit"
        case .challenge where askingPerson:
            "is not decided: polkit would have to ask\(asked), "
                + "but no authentication agent runs; start one, such as pkttyagent"
        case .challenge: "is not decided: polkit would have to ask\(asked)"
        }
    }

    /// The person whom polkit would ask, in the words of polkit(8); early versions do not report it.
    private var asked: String { answer.details["polkit.result"].map { " (\($0))" } ?? "" }
}

extension PolkitAnswer {
    /// True if a person said yes and polkit keeps it for some minutes.
    fileprivate var isTemporary: Bool { details["polkit.temporary_authorization_id"] != nil }
}
