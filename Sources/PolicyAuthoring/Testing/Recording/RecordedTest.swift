package import LinuxCapabilities
package import Policies
package import PolicyLanguage

/// The facts that a check of this host examined, as a test of the policy.
package struct RecordedTest: Sendable {
    /// The text of the test file.
    package let text: String
    /// The report of the check.
    package let report: PolicyReport
    /// The places where the test would have another result, because the facts cannot express the cause.
    package let mismatches: [TestedCase.Mismatch]
    /// The environment variables that cause a mismatch. The included policies have parameters that no test can set.
    package let missedVariables: [String]
    /// The paths of files that changed while they were recorded. The record is then of no one moment.
    package let changedPaths: [String]
    /// The requirements without a case; nil if cases were not asked for, or if the record differs from the check.
    package let uncovered: Uncovered?
    /// The problems that the caller chose to ignore.
    package let warnings: [Diagnostic]

    /// The requirements that the cases of a record do not make both hold and fail.
    package struct Uncovered: Hashable, Sendable {
        /// The requirements that are known as recorded, with the result that no change gives.
        package var gaps: [Gap] = []
        /// The requirements that are not known, or not applicable, as recorded, and that lack a case.
        package var unknown: [String] = []
        /// True if the policy is too large to try every change, or the record to have every case.
        package var isCut = false

        package struct Gap: Hashable, Sendable {
            package let requirement: String
            package let outcome: PolicyReport.Outcome
        }
    }

    /// Checks the policy on this host, and records the facts that it examined. The record holds no contents of files
    /// except the machine's id. It holds no environment variables except the values of the policy's own parameters.
    ///
    /// - Parameters:
    ///   - directories: What users see as if systemd had made these; nil for this host as it is.
    ///   - isCovering: True to add cases in which a change of the facts gives each requirement the other result.
    ///   - isInstalled: True if the test will not be put beside the policy, and so names its whole path.
    ///   - allowWritable: True if a policy that other users could write is checked all the same.
    /// - Throws: ``Diagnostics``, ``UnreadablePolicy``; ``UnreadableRecord``.
    package init(
        policy path: String,
        settings: [String: String] = [:],
        after directories: UnitDirectories? = nil,
        isCovering: Bool = false,
        isInstalled: Bool = false,
        allowWritable: Bool = false
    ) async throws {
        var reader = PolicyReader(refusesWritable: !allowWritable)
        let given = settings.mapValues { Setting($0) }
        let syntax = try reader.policy(at: path, setting: given, areShared: false)
        let recorder = HostRecorder(after: directories)
        let live = try Policy(syntax, on: recorder.host)
        warnings = try reader.warnings(of: live, allowWritable: allowWritable)
        report = await live.check()
        changedPaths = try await recorder.changedPaths()
        let written = RecordText(
            path: path,
            isInstalled: isInstalled,
            report: report,
            facts: try await recorder.facts(),
            unitFile: directories?.unitFile,
            settings: settings,
            fromEnvironment: syntax.fromEnvironment(besides: settings)
        )
        let recorded = try RecordedFacts(written.text)
        let replay = try await Replay(of: recorded, policy: path)
        (mismatches, missedVariables) = (replay.mismatches, replay.missedVariables)
        // A record that does not repeat the check would have cases about another host.
        guard isCovering, let (policy, report) = replay.replayed else {
            (text, uncovered) = (written.text, nil)
            return
        }
        let covering = await CoveringCases(
            of: recorded,
            policy,
            report: report,
            after: written.text.utf8.count
        )
        text = ([written.text] + covering.lines.map { $0 + "\n" }).joined()
        uncovered = covering.uncovered
    }
}

/// A parameter whose value comes from the environment.
struct EnvironmentParameter {
    let name: String
    let variable: String
    let value: String
}

extension PolicySyntax {
    /// Returns the parameters of the policy itself that come from the environment, except those that were set.
    fileprivate func fromEnvironment(besides settings: [String: String]) -> [EnvironmentParameter] {
        guard case .variables(let value) = ParameterSources.Environment.ofProcess else { return [] }
        return parameters.compactMap { parameter in
            guard let variable = parameter.environment, settings[parameter.name.value] == nil,
                let value = value(variable)
            else { return nil }
            return EnvironmentParameter(
                name: parameter.name.value,
                variable: variable,
                value: value
            )
        }
    }
}
