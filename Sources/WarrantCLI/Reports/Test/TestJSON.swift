import Policies
import PolicyAuthoring
import PolicyLanguage

/// The output of `warrant test --format json`.
struct TestJSON: Encodable {
    let version = 1
    let command = "test"
    let exit: Int32
    let tests: [TestedFileJSON]
    /// The policies beside the tests that have no test, if coverage was asked for.
    let untested: [String]?
}

struct TestedFileJSON: Encodable {
    let path: String
    let policy: String?
    let outcome: String
    let cases: [TestedCaseJSON]
    let coverage: [CoverageJSON]
    let diagnostics: [DiagnosticJSON]
    /// The reason why the test could not be read.
    let problem: String?

    init(_ file: TestReport.File, _ covered: Coverage) {
        path = file.path
        policy = file.policy
        outcome = file.outcome.rawValue
        cases = file.cases.map(TestedCaseJSON.init)
        coverage = covered.requirements.map(CoverageJSON.init)
        diagnostics = file.diagnostics.map(DiagnosticJSON.init)
        problem = file.problem
    }
}

struct TestedCaseJSON: Encodable {
    let name: String
    let place: SourceLocation
    let passes: Bool
    let mismatches: [MismatchJSON]

    init(_ tested: TestedCase) {
        name = tested.name.value
        place = tested.name.location
        passes = tested.passes
        mismatches = tested.mismatches.map(MismatchJSON.init)
    }
}

struct MismatchJSON: Encodable {
    /// The requirement; nil for the policy as a whole.
    let requirement: String?
    let expected: String
    let found: String
    let why: String
    let place: SourceLocation

    init(_ mismatch: TestedCase.Mismatch) {
        requirement = mismatch.name
        expected = mismatch.expected
        found = mismatch.found
        why = mismatch.why
        place = mismatch.location
    }
}

struct CoverageJSON: Encodable {
    let requirement: String
    let place: SourceLocation
    let held: Bool
    let failed: Bool
    let notApplied: Bool?

    init(_ requirement: Coverage.Requirement) {
        self.requirement = requirement.name
        place = requirement.location
        held = requirement.hasHeld
        failed = requirement.hasFailed
        notApplied = requirement.hasNotApplied
    }
}

extension TestReport {
    func json() throws -> String {
        try encoded(
            TestJSON(
                exit: status.rawValue,
                tests: files.map { TestedFileJSON($0, coverage(of: $0)) },
                untested: tellsCoverage ? untested : nil
            )
        )
    }
}
