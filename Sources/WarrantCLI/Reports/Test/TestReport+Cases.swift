import Policies
import PolicyAuthoring
import PolicyLanguage
import Text

extension TestReport {
    /// The cases of each test, and a case for each policy without a test. If coverage was asked for, there is one for
    /// each requirement, too.
    var suites: [CaseSuite] {
        files.map { CaseSuite($0.path.onOneLine, file: $0.path, $0.cases(known: $0.mistakes)) }
            + coverageSuites
    }

    /// The output of `warrant test --format github`.
    var github: String {
        let mistakes = files.flatMap { file in
            file.diagnostics.map { GitHubCommand(.error, $0) }
                + (file.problem.map { [GitHubCommand(unreadable: file.path, $0)] } ?? [])
        }
        let cases = files.flatMap { file in
            file.cases(known: []).compactMap { GitHubCommand($0, in: file.path.onOneLine) }
        }
        let coverage = coverageSuites.flatMap { suite in
            suite.cases.compactMap { GitHubCommand($0, in: suite.name) }
        }
        return (mistakes + cases + coverage).map(\.line).joined()
    }

    /// The suites about coverage: the policies without a test and, if asked for, each requirement. Missing coverage is a
    /// failure only if full coverage is needed.
    private var coverageSuites: [CaseSuite] {
        let asked = tellsCoverage ? coverage.filter { !$0.requirements.isEmpty } : []
        let covered = asked.map { covered in
            let file = covered.requirements[0].location.file
            return CaseSuite("coverage", file: file, covered.requirements.map { reported($0) })
        }
        let untested = untested.map { path in
            CaseSuite(
                "coverage",
                file: path,
                [
                    ReportedCase(
                        path.onOneLine,
                        .fails,
                        "has no test",
                        at: .start(of: path),
                        isAdvice: !needsCoverage
                    )
                ]
            )
        }
        return covered + untested
    }

    private func reported(_ requirement: Coverage.Requirement) -> ReportedCase {
        ReportedCase(
            requirement.name,
            requirement.isCovered ? .holds : .fails,
            requirement.gap("it") ?? "",
            at: requirement.location,
            isAdvice: !needsCoverage
        )
    }
}

extension TestReport.File {
    /// The mistakes that kept the test from running.
    fileprivate var mistakes: [ReportedCase] {
        let title = outcome == .fault ? "a fault of warrant" : "the test cannot be read"
        return diagnostics.map { ReportedCase("the test cannot run", $0) }
            + (problem.map { [ReportedCase(title, .undetermined, $0, at: .start(of: path))] } ?? [])
    }

    /// - Parameter known: The cases to put first.
    fileprivate func cases(known: [ReportedCase]) -> [ReportedCase] {
        known
            + cases.map { tested in
                let message = tested.mismatches.map(\.sentence).joined(separator: "; ")
                return ReportedCase(
                    tested.name.value,
                    tested.passes ? .holds : .fails,
                    message,
                    at: tested.name.location
                )
            }
    }
}

extension TestedCase.Mismatch {
    fileprivate var sentence: String {
        let line = "\(name ?? "the policy"): expected \(expected), found \(found)"
        return why.isEmpty ? line : "\(line) (\(why))"
    }
}
