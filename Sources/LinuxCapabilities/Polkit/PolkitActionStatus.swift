public import Capabilities
import LinuxSystem
import Procedures

/// What polkit said of an action.
public struct PolkitActionStatus: AuthorizationStatus, Hashable {
    /// The three answers of polkit.
    public enum Answer: Hashable, Sendable {
        case yes, no
        /// It would have to ask a person.
        case challenge
    }

    private enum Finding: Hashable {
        case answer(PolkitAnswer, to: String, askingPerson: Bool)
        case verdict(Verdict)
    }

    private let finding: Finding
    /// What a no comes to where all threads of the subject are counted, and what they could by themselves.
    private var counted: Verdict?

    /// - Parameter verdict: Where polkit was not asked, or does not know the action.
    init(_ verdict: Verdict) { finding = .verdict(verdict) }

    /// - Parameters:
    ///   - answer: Nil where polkit does not know the action.
    ///   - askingPerson: Whether polkit was let to ask a person.
    init(_ answer: PolkitAnswer?, to action: String, askingPerson: Bool) {
        if let answer {
            finding = .answer(answer, to: action, askingPerson: askingPerson)
        } else {
            let reason = Reason(.actionUnknown, action, "is not known to polkit here")
            finding = .verdict(.denied([reason]))
        }
    }

    /// Nil where polkit was not asked, or does not know the action; the verdict says why.
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

    /// True of a person's yes that polkit does not keep.
    public var isForThisOnce: Bool {
        guard case .answer(let answer, _, true) = finding else { return false }
        return answer.decision == .yes && !answer.isTemporary
    }
}

/// An answer of polkit, as a reason says it.
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

    /// Whom, in the words of polkit(8); early versions do not say.
    private var asked: String { answer.details["polkit.result"].map { " (\($0))" } ?? "" }
}

extension PolkitAnswer {
    /// Whether it is a yes of a person that polkit keeps for some minutes.
    fileprivate var isTemporary: Bool { details["polkit.temporary_authorization_id"] != nil }
}
