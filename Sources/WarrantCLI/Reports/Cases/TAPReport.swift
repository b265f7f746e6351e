import Policies
import PolicyLanguage
import Text

/// The TAP format: a test point for each case.
///
/// A question without an answer is `not ok`, because a pass would open a gate. Advice that does not hold is a `TODO`,
/// which does not fail the test. A requirement that does not apply is a `SKIP`.
/// - SeeAlso: https://testanything.org/tap-version-13-specification.html
struct TAPReport {
    let suites: [CaseSuite]

    var text: String {
        let points = suites.flatMap { suite in suite.cases.map { (suite.name, $0) } }
        let lines = zip(1..., points).map { number, point in
            self.lines(of: point.1, in: point.0, number: number)
        }
        return "TAP version 13\n1..\(points.count)\n" + lines.joined()
    }

    private func lines(of one: ReportedCase, in suite: String, number: Int) -> String {
        let point = "\(number) - \("\(suite): \(one.title)".written(in: .tap))"
        switch one.outcome {
        case .holds: return "ok \(point)\n" + (one.ground != nil ? details(of: one) : "")
        case .notApplicable: return "ok \(point) # SKIP \(one.message.written(in: .tap))\n"
        case .advised: return "not ok \(point) # TODO advice\n" + details(of: one)
        case .fails, .undetermined: return "not ok \(point)\n" + details(of: one)
        }
    }

    /// Returns a block of YAML in which all texts are quoted.
    private func details(of one: ReportedCase) -> String {
        let fields = [
            ("message", one.message), ("outcome", one.found.rawValue),
            ("because", one.because), ("id", one.id), ("at", "\(one.place)".onOneLine),
        ]
        let lines = fields.compactMap { name, value in
            value.map { "  \(name): \($0.written(in: .yaml))\n" }
        }
        return "  ---\n" + lines.joined() + "  ...\n"
    }
}
