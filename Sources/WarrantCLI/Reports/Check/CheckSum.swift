import Capabilities
import Policies
import PolicyAuthoring
import PolicyLanguage
import Procedures

/// The number of requirements with each outcome, in one line. Advice is counted separately, because it does not fail a
/// policy.
struct CheckSum {
    private var requirements = Tally()
    private var advice = Tally()
    /// The number of requirements that hold because an object that they name does not exist here.
    private var absent = 0
    /// The number of requirements that hold because of the kind of a file that they name.
    private var ofKind = 0

    init(_ findings: some Sequence<PolicyReport.Finding>) {
        for finding in findings {
            let isAdvice = finding.severity == .advice
            add(
                finding.outcome,
                finding.rule,
                isAdvice: isAdvice,
                finding.ground
            )
        }
    }

    init(_ cases: [ReportedCase]) {
        for one in cases {
            add(one.found, one.rule, isAdvice: one.isAdvice, one.ground)
        }
    }

    private mutating func add(
        _ outcome: PolicyReport.Outcome,
        _ rule: Policy.Rule,
        isAdvice: Bool,
        _ ground: PolicyReport.Ground?
    ) {
        switch ground {
        case .absence: absent += 1
        case .kind: ofKind += 1
        case nil: break
        }
        isAdvice ? advice.add(outcome, rule) : requirements.add(outcome, rule)
    }

    var text: String {
        var text = requirements.sentence + requirements.list
        if requirements.notApplicable > 0 {
            text += "; \(requirements.notApplicable) not applicable"
        }
        if advice.isOpen {
            text += "; advice: \(advice.sentence)"
        } else if advice.holds > 0 {
            text += "; advice: \(advice.holds) \(advice.holds == 1 ? "holds" : "hold")"
        }
        switch absent {
        case 0: break
        case 1: text += "; 1 holds because what it names does not exist"
        default: text += "; \(absent) hold because what they name does not exist"
        }
        switch ofKind {
        case 0: break
        case 1: text += "; 1 holds because of the kind of file that it names"
        default: text += "; \(ofKind) hold because of the kind of files that they name"
        }
        return text
    }
}

private struct Tally {
    private(set) var holds = 0
    private var denied = 0
    private var breached = 0
    private var undetermined = 0
    private(set) var notApplicable = 0

    mutating func add(_ outcome: PolicyReport.Outcome, _ rule: Policy.Rule) {
        switch (outcome, rule) {
        case (.holds, _): holds += 1
        case (.fails, .require): denied += 1
        case (.fails, .forbid): breached += 1
        case (.undetermined, _): undetermined += 1
        case (.notApplicable, _): notApplicable += 1
        }
    }

    private var failing: Int { denied + breached }

    /// True if some requirements fail or are undetermined.
    var isOpen: Bool { failing + undetermined > 0 }

    var sentence: String {
        let open = failing + undetermined
        let all = open + holds
        guard open > 0 else {
            switch all {
            case 0: return "no requirement applies"
            case 1: return "the requirement holds"
            default: return "all \(all) hold"
            }
        }
        guard failing > 0 else {
            return "\(open) of \(all) \(open == 1 ? "is" : "are") not known"
        }
        return "\(failing) of \(all) \(failing == 1 ? "does" : "do") not hold"
    }

    /// The counts behind the sentence, if any requirement fails.
    var list: String {
        guard failing > 0 else { return "" }
        var words: [String] = []
        if denied > 0 { words.append("\(denied) denied") }
        if breached > 0 { words.append("\(breached) authorized though forbidden") }
        let list = ": " + words.joined(separator: ", ")
        guard undetermined > 0 else { return list }
        return list + "; \(undetermined) \(undetermined == 1 ? "is" : "are") not known"
    }
}
