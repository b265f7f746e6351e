import Capabilities
import LinuxCapabilities
import LinuxSystem
import PolicyLanguage
import Procedures
import Questions
import Text

extension Evidence {
    fileprivate var explains: Bool { holds == false && !finding.isEmpty }
}

/// The answer to one question of `warrant can`.
struct AnswerReport {
    let question: Question
    let subject: Subject
    let verdict: Verdict

    func text(_ style: Style) -> String {
        var lines = [sentence(style)]
        if let reason = verdict.reasons.first {
            let message = verdict.summary(about: question.capability.name)
            let walk = EvidenceTable(reason.evidence, style).lines(indent: 2)
            // The row that refuses gives the reason; the sentence need not repeat it.
            let isExplained =
                isDenied && reason.evidence.contains(where: \.explains)
                || verdict.isAuthorized && !walk.isEmpty
            if !message.isEmpty, !isExplained {
                lines += message.wrapped(to: style.columns - 2).map { "  \($0)" }
            }
            for further in verdict.reasons where further.has(.notByItself, .settingNotEnforced) {
                lines += further.message.onOneLine.wrapped(to: style.columns - 2)
                    .map { "  \($0)" }
            }
            lines += verdict.assumptions(style, indent: 2, showsAll: true)
            if !walk.isEmpty { lines += [""] + walk }
            let help = RemedyTable(reason.remedies, style).lines(indent: 2)
            if !help.isEmpty { lines += [""] + help }
            if lacksRemedy(reason) { lines += ["", "  " + Self.noRemedy] }
        }
        return lines.joined(separator: "\n") + "\n"
    }

    private func sentence(_ style: Style) -> String {
        let mark = style.mark(Style.Mark(verdict))
        switch question.claim {
        case .may(let phrase): return "\(mark) \(sentence(phrase.onOneLine))"
        case .state(let object, let state):
            return "\(mark) \(sentence(object.onOneLine, state.onOneLine))"
        }
    }

    private func sentence(_ phrase: String) -> String {
        let name = subject.name.onOneLine
        switch verdict {
        case .authorized: return "\(name) may \(phrase)"
        case .denied: return "\(name) may not \(phrase)"
        case .undetermined where isWithinReach:
            return "\(name) may not \(phrase) now, but can gain the permission by itself"
        case .undetermined: return "it is not known whether \(name) may \(phrase)"
        }
    }

    private func sentence(_ object: String, _ state: String) -> String {
        switch verdict {
        case .authorized: "\(object) is \(state)"
        case .denied: "\(object) is not \(state)"
        case .undetermined: "it is not known whether \(object) is \(state)"
        }
    }

    private var isWithinReach: Bool { verdict.isWithinReach }

    private var isDenied: Bool { if case .denied = verdict { true } else { false } }

    /// Returns whether permission is the cause, and no change is known that would help.
    private func lacksRemedy(_ reason: Reason) -> Bool {
        guard isDenied, reason.cause == .permission, question.capability is FileAccess else {
            return false
        }
        return reason.remedies.isEmpty && !reason.evidence.isEmpty
    }

    private static var noRemedy: String {
        ProcessCalls.ownUser == 0
            ? "no change is known that would help"
            : "no change is known that would help; ask as root, who can look at more"
    }
}
