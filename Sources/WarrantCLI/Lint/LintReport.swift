import LinuxPolicies
import LinuxSystem
import PolicyEngine
import PolicyLanguage

/// What came of linting some policies.
struct LintReport {
    /// One policy, or what kept it from being linted.
    struct File {
        enum Outcome: String {
            case clean, findings, invalid, unreadable, fault
        }

        let path: String
        private(set) var outcome: Outcome
        /// What is left after what was repaired.
        var findings: [LintFinding] = []
        /// Where they stand; nil for a policy that was not read.
        var text: PolicyText?
        /// How many were repaired.
        var repaired = 0
        /// How it would be repaired, as a unified diff.
        var diff = ""
        /// Why it could not be read, or written; in that case it is as it was.
        var problem: String?
    }

    let files: [File]

    var status: ExitStatus { ExitStatus.worst(of: files.map(\.status)) }
}

extension PolicyPaths.Entry {
    /// - Parameter settings: Values for parameters.
    func linted(_ settings: [String: String]) -> Result<LintedFile, UnreadablePolicy> {
        switch self {
        case .unreadable(let path, let problem):
            .failure(UnreadablePolicy(path: path, problem: problem))
        case .file(let path):
            Result { () throws(UnreadablePolicy) in
                try LintedFile(path: path, settings: settings)
            }
        }
    }
}

extension LintReport.File {
    init(_ file: Result<LintedFile, UnreadablePolicy>, fix: Bool, dryRun: Bool) {
        switch file {
        case .success(let file): self.init(file, fix: fix, dryRun: dryRun)
        case .failure(let error):
            self.init(path: error.path, outcome: .unreadable, problem: error.problem)
        }
    }

    private init(_ file: LintedFile, fix: Bool, dryRun: Bool) {
        let fixed = fix ? file.result.fixed : file.result
        guard fixed.repaired > 0 else {
            self.init(file.path, file.result)
            return
        }
        if dryRun {
            self.init(file.path, file.result)
            let (old, new) = (file.result.text.bytes, fixed.text.bytes)
            diff = UnifiedDiff(from: old, to: new, file: file.path).text
            return
        }
        do throws(UnwritablePolicy) {
            try file.write(fixed)
            self.init(file.path, fixed)
        } catch {
            self.init(file.path, file.result)
            outcome = .fault
            problem = "\(error)"
        }
    }

    private init(_ path: String, _ result: LintResult) {
        self.init(
            path: path,
            outcome: result.isInvalid ? .invalid : result.findings.isEmpty ? .clean : .findings,
            findings: result.findings,
            text: result.text,
            repaired: result.repaired
        )
    }

    var status: ExitStatus {
        switch outcome {
        case .clean: .holds
        case .findings: .fails
        case .invalid: .invalidPolicy
        case .unreadable: .unreadablePolicy
        case .fault: .fault
        }
    }
}
