import Policies
import PolicyAuthoring
import PolicyLanguage
import Text

/// One line of a report for the tools that count tests: a requirement, or a policy that gave none.
struct CheckCase {
    enum Outcome {
        case holds, fails, undetermined, notApplicable
        /// Advice that does not hold, which fails nothing.
        case advised
    }

    /// What was asked, and the id: `forbid read /etc/shadow as user nobody [shadow]`; on one line, as are all
    /// texts here.
    fileprivate(set) var title: String
    let id: String?
    let rule: Policy.Requirement.Rule
    let found: PolicyReport.Outcome
    let isAdvice: Bool
    /// Whether it holds because something that it names does not exist here.
    let restsOnAbsence: Bool
    /// What was found; empty where there is nothing to say.
    let message: String
    let because: String?
    let place: SourceLocation
}

extension CheckCase {
    init(_ finding: PolicyReport.Finding) {
        let part = finding.part
        id = finding.id?.onOneLine
        title = finding.heading.onOneLine + (id.map { " [\($0)]" } ?? "")
        rule = finding.rule
        found = finding.outcome
        isAdvice = finding.severity == .advice
        restsOnAbsence = finding.restsOnAbsence
        message =
            finding.rule == .forbid && finding.outcome == .fails
            ? "is authorized, and must not be" : part.verdict.summary(about: part.title)
        because = finding.because?.onOneLine
        place = finding.location
    }

    var outcome: Outcome {
        switch found {
        case .holds: .holds
        case .notApplicable: .notApplicable
        case .fails: isAdvice ? .advised : .fails
        case .undetermined: isAdvice ? .advised : .undetermined
        }
    }

    /// What keeps a whole policy from being known.
    init(_ title: String, _ message: String, at place: SourceLocation) {
        self.title = title.onOneLine
        id = nil
        rule = .require
        found = .undetermined
        isAdvice = false
        restsOnAbsence = false
        self.message = message.onOneLine
        because = nil
        self.place = place
    }
}

extension CheckResult {
    /// Its requirements in the order written; one of undetermined outcome where nothing else would say
    /// that the policy does not hold.
    var cases: [CheckCase] {
        switch self {
        case .checked(let file, let report):
            let cases = report.findings.map { CheckCase($0) }.toldApart
            guard report.outcome == .undetermined,
                !cases.contains(where: { $0.outcome == .undetermined })
            else { return cases }
            let place = SourceLocation.start(of: file.path)
            return cases + [CheckCase("the policy", "nothing of it applied", at: place)]
        case .invalid(let path, let diagnostics):
            return diagnostics.all.map {
                CheckCase("the policy is wrong", "\($0)", at: .start(of: path))
            }
        case .unreadable(let path, let problem):
            return [CheckCase("the policy cannot be read", problem, at: .start(of: path))]
        case .fault(let path, let problem):
            return [CheckCase("a fault of warrant", problem, at: .start(of: path))]
        }
    }

    var path: String {
        switch self {
        case .checked(let file, _): file.path
        case .invalid(let path, _), .unreadable(let path, _), .fault(let path, _): path
        }
    }

    /// The policy's own name; the path of one that could not be read.
    var name: String {
        if case .checked(_, let report) = self {
            report.name.onOneLine
        } else {
            path.onOneLine
        }
    }

    /// `holds`, `fails`, `undetermined`, `invalid`, `unreadable` or `fault`.
    var outcome: String {
        switch self {
        case .checked(_, let report): report.outcome.rawValue
        case .invalid: "invalid"
        case .unreadable: "unreadable"
        case .fault: "fault"
        }
    }
}

extension [CheckCase] {
    /// Tools know a case by its name: of several of one name, all but the first are numbered.
    fileprivate var toldApart: Self {
        var numbers: [String: Int] = [:]
        return map { one in
            var one = one
            let name = one.title
            // Another may be called already what this one is with its number.
            while numbers[one.title] != nil {
                let number = numbers[name, default: 1] + 1
                numbers[name] = number
                one.title = "\(name) (\(number))"
            }
            numbers[one.title] = 1
            return one
        }
    }

    func count(_ outcome: CheckCase.Outcome) -> Int { self.count { $0.outcome == outcome } }
}
