import PolicyLanguage
import Text

/// `warrant check --format junit`: a suite for each policy, a case for each requirement.
///
/// A denial is a `failure`, what is not known an `error`; `skipped` is what does not apply, and advice that does
/// not hold, which fails nothing.
/// - SeeAlso: https://github.com/testmoapp/junitxml
struct JUnitReport {
    let results: [CheckResult]

    var text: String {
        let suites = results.map { suite(of: $0) }
        return """
            <?xml version="1.0" encoding="UTF-8"?>
            <testsuites name="warrant"\(counts(results.flatMap(\.cases)))>
            \(suites.joined())</testsuites>

            """
    }

    private func suite(of result: CheckResult) -> String {
        let cases = result.cases
        let name = attribute("name", result.name) + attribute("file", result.path)
        return "  <testsuite\(name)\(counts(cases))>\n"
            + cases.map { line(of: $0, in: result.name) }.joined() + "  </testsuite>\n"
    }

    private func counts(_ cases: [CheckCase]) -> String {
        let skipped = cases.count(.notApplicable) + cases.count(.advised)
        return attribute("tests", "\(cases.count)")
            + attribute("failures", "\(cases.count(.fails))")
            + attribute("errors", "\(cases.count(.undetermined))")
            + attribute("skipped", "\(skipped)")
    }

    private func line(of one: CheckCase, in policy: String) -> String {
        let head =
            "    <testcase" + attribute("classname", policy) + attribute("name", one.title)
            + attribute("file", one.place.file) + attribute("line", "\(one.place.line)")
        let because = one.because.map { "because \($0)".written(in: .xml) } ?? ""
        let message = attribute("message", one.message)
        let found =
            switch one.outcome {
            case .holds where one.restsOnAbsence:
                "<system-out>\(one.message.written(in: .xml))</system-out>"
            case .holds: ""
            case .fails: "<failure\(message) type=\"fails\">\(because)</failure>"
            case .undetermined: "<error\(message) type=\"undetermined\">\(because)</error>"
            case .notApplicable: "<skipped\(message)/>"
            case .advised: "<skipped\(attribute("message", "advice: \(one.message)"))/>"
            }
        return found.isEmpty ? "\(head)/>\n" : "\(head)>\(found)</testcase>\n"
    }

    private func attribute(_ name: String, _ value: String) -> String {
        " \(name)=\"\(value.written(in: .xml))\""
    }
}
