import LinuxPolicies
import PolicyEngine
import PolicyLanguage

/// What came of testing some policies.
struct TestReport: Sendable {
    /// One test file, or what kept it from being carried out.
    struct File: Sendable {
        enum Outcome: String, Sendable {
            case passes, fails, invalid, unreadable, fault
        }

        let path: String
        private(set) var policy: String?
        /// The file of the policy, whatever the test calls it.
        private(set) var tested: NamedFile?
        private(set) var outcome: Outcome
        private(set) var cases: [TestedCase] = []
        private(set) var diagnostics: [Diagnostic] = []
        private(set) var problem: String?
    }

    let files: [File]
    /// Policies beside the tests that have none.
    let untested: [String]
    let tellsCoverage: Bool
    /// Whether a requirement that no case turned fails the whole.
    let needsCoverage: Bool
    /// Of each policy, by all of its tests.
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

    /// That of its policy, by all of its tests.
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
