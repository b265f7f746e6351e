import PolicyEngine
import PolicyLanguage
import Text

extension TestReport {
    /// For people: each case that is not as expected, and the sum.
    func text(_ style: Style) -> String {
        var lines = files.flatMap { $0.lines(style) }
        if tellsCoverage { lines += coverageLines }
        return (lines + [sum]).joined(separator: "\n") + "\n"
    }

    private var coverageLines: [String] {
        let missing = coverage.flatMap(\.missing).map { requirement in
            let never =
                requirement.hasHeld
                ? "to fail" : requirement.hasFailed ? "to hold" : "to hold or to fail"
            return "\(requirement.location): \(requirement.name.quoted) is in no case seen \(never)"
                .onOneLine
        }
        return missing + untested.map { "\($0): has no test".onOneLine }
    }

    private var sum: String {
        let cases = files.flatMap(\.cases)
        let failing = cases.count { !$0.passes }
        let ran = files.count { !$0.cases.isEmpty }
        let all = "\(counted(cases.count, "case")) in \(counted(ran, "test"))"
        var parts: [String] = []
        if failing > 0 {
            parts = ["\(failing) of \(all) not as expected"]
        } else if !cases.isEmpty {
            parts = ["\(all), all as expected"]
        }
        let invalid = files.count { $0.outcome != .passes && $0.outcome != .fails }
        if invalid > 0 { parts.append("\(counted(invalid, "test")) not carried out") }
        return (parts + (tellsCoverage ? coverageParts : [])).joined(separator: "; ")
    }

    private var coverageParts: [String] {
        let requirements = coverage.flatMap(\.requirements)
        let covered = requirements.count { $0.isCovered }
        let all = counted(requirements.count, "requirement")
        let alone = untested.count == 1 ? "1 policy has" : "\(untested.count) policies have"
        return (requirements.isEmpty ? [] : ["\(covered) of \(all) covered"])
            + (untested.isEmpty ? [] : ["\(alone) no test"])
    }

    private func counted(_ count: Int, _ noun: String) -> String {
        count == 1 ? "1 \(noun)" : "\(count == 0 ? "no" : "\(count)") \(noun)s"
    }
}

extension TestReport.File {
    fileprivate func lines(_ style: Style) -> [String] {
        let problems = diagnostics.map(\.description) + (problem.map { ["\(path): \($0)"] } ?? [])
        return problems.map(\.onOneLine)
            + cases.filter { !$0.passes }.flatMap { tested in
                let place = style.bold("\(tested.name.location)".onOneLine)
                let name = tested.name.value.onOneLine
                return ["\(place): \(style.mark(.no)) \(name)"]
                    + tested.mismatches.flatMap { $0.lines(style) }
            }
    }
}

extension TestedCase.Mismatch {
    fileprivate func lines(_ style: Style) -> [String] {
        let name = (name ?? "the policy").onOneLine
        let line = "    \(name): expected \(expected), found \(found)".onOneLine
        return [line] + (why.isEmpty ? [] : ["      \(style.faint(why.onOneLine))"])
    }
}
