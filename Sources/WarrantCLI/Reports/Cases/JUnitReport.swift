import PolicyLanguage
import Text

/// The JUnit format: a suite for each file, with its cases.
///
/// A denial is a `failure`, and a question without an answer is an `error`. A requirement that does not apply is
/// `skipped`. Advice that does not hold is `skipped` too, because it does not fail the policy. The text of a failure
/// starts with the place in the file.
/// - SeeAlso: https://github.com/testmoapp/junitxml
struct JUnitReport {
    let suites: [CaseSuite]

    var text: String {
        """
        <?xml version="1.0" encoding="UTF-8"?>
        <testsuites name="warrant"\(counts(suites.flatMap(\.cases)))>
        \(suites.map { text(of: $0) }.joined())</testsuites>

        """
    }

    private func text(of suite: CaseSuite) -> String {
        let name = attribute("name", suite.name) + attribute("file", suite.file)
        return "  <testsuite\(name)\(counts(suite.cases))>\n"
            + suite.cases.map { line(of: $0, in: suite.name) }.joined() + "  </testsuite>\n"
    }

    private func counts(_ cases: [ReportedCase]) -> String {
        let skipped = cases.count(.notApplicable) + cases.count(.advised)
        return attribute("tests", "\(cases.count)")
            + attribute("failures", "\(cases.count(.fails))")
            + attribute("errors", "\(cases.count(.undetermined))")
            + attribute("skipped", "\(skipped)")
    }

    private func line(of one: ReportedCase, in suite: String) -> String {
        let head =
            "    <testcase" + attribute("classname", suite) + attribute("name", one.title)
            + attribute("file", one.place.file) + attribute("line", "\(one.place.line)")
        let because = one.because.map { ": \(one.rule.purpose($0))" } ?? ""
        let text = "\(one.place)\(because)".written(in: .xml)
        let message = attribute("message", one.message)
        let found =
            switch one.outcome {
            case .holds where one.ground != nil:
                "<system-out>\(one.message.written(in: .xml))</system-out>"
            case .holds: ""
            case .fails: "<failure\(message) type=\"fails\">\(text)</failure>"
            case .undetermined: "<error\(message) type=\"undetermined\">\(text)</error>"
            case .notApplicable: "<skipped\(message)/>"
            case .advised: "<skipped\(attribute("message", "advice: \(one.message)"))/>"
            }
        return found.isEmpty ? "\(head)/>\n" : "\(head)>\(found)</testcase>\n"
    }

    private func attribute(_ name: String, _ value: String) -> String {
        " \(name)=\"\(value.written(in: .xml))\""
    }
}
