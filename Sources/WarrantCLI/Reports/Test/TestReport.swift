import Policies
import PolicyAuthoring
import PolicyLanguage
import Text

/// The result of testing some policies.
struct TestReport: Sendable {
    /// One test file, or the reason why it could not run.
    struct File: Sendable {
        enum Outcome: String, Sendable {
            case passes, fails, invalid, unreadable, fault
        }

        let path: String
        private(set) var policy: String?
        /// The file of the policy, regardless of its name in the test.
        private(set) var tested: NamedFile?
        private(set) var outcome: Outcome
        private(set) var cases: [TestedCase] = []
        private(set) var diagnostics: [Diagnostic] = []
        private(set) var problem: String?
    }

    let files: [File]
    /// The policies beside the tests that have no test.
    let untested: [String]
    let tellsCoverage: Bool
    /// True if a requirement without coverage fails the whole run.
    let needsCoverage: Bool
    /// The coverage of each policy by all its tests.
    let coverage: [Coverage]
    private let coverageByPolicy: [NamedFile: Coverage]

    init(files: [File], untested: [String], tellsCoverage: Bool, needsCoverage: Bool) {
        self.files = files
        self.untested = untested
        self.tellsCoverage = tellsCoverage
        self.needsCoverage = needsCoverage
        var (order, cases): ([NamedFile], [NamedFile: [TestedCase]]) = ([], [:])
        for file in files {
            guard let policy = file.tested else { continue }
            if cases[policy] == nil { order.append(policy) }
            cases[policy, default: []] += file.cases
        }
        let coverageByPolicy = cases.mapValues(Coverage.init)
        self.coverageByPolicy = coverageByPolicy
        coverage = order.compactMap { coverageByPolicy[$0] }
    }

    /// Returns the coverage of the file's policy by all its tests.
    func coverage(of file: File) -> Coverage {
        file.tested.flatMap { coverageByPolicy[$0] } ?? Coverage([])
    }

    var status: ExitStatus {
        let isCovered = untested.isEmpty && coverage.allSatisfy { $0.missing.isEmpty }
        return ExitStatus.worst(
            of: files.map(\.status) + [needsCoverage && !isCovered ? .fails : .holds]
        )
    }
}

extension TestReport.File {
    init(_ entry: PolicyPaths.Entry) async {
        switch entry {
        case .unreadable(let path, let problem):
            self.init(path: path, outcome: .unreadable)
            self.problem = problem
        case .file(let path):
            self.init(path: path, outcome: .passes)
            await run()
        }
    }

    private init(path: String, outcome: Outcome) {
        self.path = path
        self.outcome = outcome
    }

    private mutating func run() async {
        do {
            let test = try PolicyTest(path: path)
            policy = test.policy
            tested = NamedFile(test.policy)
            cases = try await test.run()
            if cases.contains(where: { !$0.passes }) { outcome = .fails }
        } catch let error as Diagnostics {
            (outcome, diagnostics) = (.invalid, error.all)
        } catch let error as UnreadablePolicy {
            let isOwn = error.path == path
            (outcome, problem) = (.unreadable, isOwn ? error.problem : "\(error)")
        } catch {
            (outcome, problem) = (.fault, "\(error)")
        }
    }

    var status: ExitStatus {
        switch outcome {
        case .passes: .holds
        case .fails: .fails
        case .invalid: .invalidPolicy
        case .unreadable: .unreadablePolicy
        case .fault: .fault
        }
    }
}

extension TestReport {
    /// Returns the text report: each case with an unexpected result, and the sum.
    func text(_ style: Style) -> String {
        var lines = files.flatMap { $0.lines(style) }
        if tellsCoverage { lines += coverageLines }
        return (lines + [sum]).joined(separator: "\n") + "\n"
    }

    private var coverageLines: [String] {
        let missing = coverage.flatMap(\.requirements).compactMap { requirement in
            requirement.gap(requirement.name.quoted).map {
                "\(requirement.location): \($0)".onOneLine
            }
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
        if invalid > 0 { parts.append("\(counted(invalid, "test")) could not run") }
        let requirements = tellsCoverage ? coverage.flatMap(\.requirements) : []
        if !requirements.isEmpty {
            let covered = requirements.count { $0.isCovered }
            parts.append("\(covered) of \(counted(requirements.count, "requirement")) covered")
        }
        if !untested.isEmpty {
            let alone = untested.count == 1 ? "1 policy has" : "\(untested.count) policies have"
            parts.append("\(alone) no test")
        }
        return parts.joined(separator: "; ")
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
