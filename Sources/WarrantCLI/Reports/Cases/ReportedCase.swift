import Policies
import PolicyLanguage
import Text

/// One case of a report for tools that count tests. All its texts are on one line.
struct ReportedCase {
    enum Outcome {
        case holds, fails, undetermined, notApplicable
        /// Advice that does not hold. It does not fail the policy.
        case advised
    }

    /// The question and the id: `forbid read /etc/shadow as user nobody [shadow]`.
    fileprivate(set) var title: String
    let id: String?
    let rule: Policy.Rule
    let found: PolicyReport.Outcome
    let isAdvice: Bool
    /// Why the requirement holds, if permissions are not the cause.
    let ground: PolicyReport.Ground?
    /// The reason; empty if there is none.
    let message: String
    let because: String?
    let place: SourceLocation

    init(
        _ title: String,
        _ found: PolicyReport.Outcome,
        _ message: String,
        at place: SourceLocation,
        id: String? = nil,
        rule: Policy.Rule = .require,
        isAdvice: Bool = false,
        ground: PolicyReport.Ground? = nil,
        because: String? = nil
    ) {
        self.title = title.onOneLine
        self.id = id?.onOneLine
        self.rule = rule
        self.found = found
        self.isAdvice = isAdvice
        self.ground = ground
        self.message = message.onOneLine
        self.because = because?.onOneLine
        self.place = place
    }

    /// Makes a case of a mistake in a file, at its place.
    init(_ title: String, _ diagnostic: Diagnostic) {
        self.init(title, .undetermined, "\(diagnostic)", at: diagnostic.location)
    }

    var outcome: Outcome {
        switch found {
        case .holds: .holds
        case .notApplicable: .notApplicable
        case .fails: isAdvice ? .advised : .fails
        case .undetermined: isAdvice ? .advised : .undetermined
        }
    }
}

/// The cases of one file.
struct CaseSuite {
    let name: String
    let file: String
    let cases: [ReportedCase]

    /// Makes a suite. Tools identify a case by its name: if several have the same name, all but the first are numbered.
    init(_ name: String, file: String, _ cases: [ReportedCase]) {
        self.name = name
        self.file = file
        var numbers: [String: Int] = [:]
        self.cases = cases.map { one in
            var one = one
            let name = one.title
            // Another case may already have the numbered name.
            while numbers[one.title] != nil {
                let number = numbers[name, default: 1] + 1
                numbers[name] = number
                one.title = "\(name) (\(number))"
            }
            numbers[one.title] = 1
            return one
        }
    }
}

extension [ReportedCase] {
    func count(_ outcome: ReportedCase.Outcome) -> Int { self.count { $0.outcome == outcome } }
}
