import Capabilities
import LinuxCapabilities
import PolicyLanguage
import Procedures
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
            // The row that says no says why; the sentence need not say it twice.
            let isExplained =
                !isWithinReach && reason.evidence.contains(where: \.explains)
                || verdict.isAuthorized && !walk.isEmpty
            if !message.isEmpty, !isExplained {
                lines += message.wrapped(to: style.columns - 2).map { "  \($0)" }
            }
            let further = verdict.reasons.first { $0.code == .notByItself }?.message ?? ""
            if !further.isEmpty {
                lines += further.wrapped(to: style.columns - 2).map { "  \($0)" }
            }
            lines += verdict.assumptions(style, indent: 2, showsAll: true)
            if !walk.isEmpty { lines += [""] + walk }
            let help = RemedyTable(reason.remedies, style).lines(indent: 2)
            if !help.isEmpty { lines += [""] + help }
        }
        return lines.joined(separator: "\n") + "\n"
    }

    private func sentence(_ style: Style) -> String {
        let phrase = question.phrase.onOneLine
        let name = subjectName.onOneLine
        let mark = style.mark(Style.Mark(verdict))
        if let stated { return "\(mark) \(stated)" }
        switch verdict {
        case .authorized: return "\(mark) \(name) may \(phrase)"
        case .denied: return "\(mark) \(name) may not \(phrase)"
        case .undetermined where isWithinReach:
            return "\(mark) \(name) may not \(phrase) as it is, but could by itself"
        case .undetermined: return "\(mark) whether \(name) may \(phrase) is not known"
        }
    }

    private var isWithinReach: Bool { verdict.isWithinReach }

    /// Of what is the same for every subject.
    private var stated: String? {
        let what: (object: String, state: String)
        if let unit = question.capability as? SystemdUnit {
            what = (unit.unit, unit.state.rawValue)
        } else if let confirmation = question.capability as? Confirmation {
            what = ("`\(confirmation.question.onOneLine)`", "confirmed")
        } else {
            return nil
        }
        switch verdict {
        case .authorized: return "\(what.object) is \(what.state)"
        case .denied: return "\(what.object) is not \(what.state)"
        case .undetermined: return "whether \(what.object) is \(what.state) is not known"
        }
    }

    private var subjectName: String {
        if case .user(let name, _, _) = subject { name } else { subject.description }
    }
}
