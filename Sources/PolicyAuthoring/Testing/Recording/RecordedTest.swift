import LinuxCapabilities
package import Policies
package import PolicyLanguage

/// What a check of this host looked at, as a test of the policy.
package struct RecordedTest: Sendable {
    /// The test file.
    package let text: String
    /// What the check found.
    package let report: PolicyReport
    /// Where the test would find something else, since the facts have no word for the cause.
    package let mismatches: [TestedCase.Mismatch]
    /// The variables of the environment that make it find something else: what the policy includes has
    /// parameters that no test can set.
    package let missedVariables: [String]
    /// What was overridden by the caller.
    package let warnings: [Diagnostic]

    /// Checks the policy on this host, and keeps what was looked at: no contents of files but the machine's id, and
    /// no environment but what the policy's own parameters have of it.
    ///
    /// - Parameter allowWritable: Whether a policy that others could write is checked all the same.
    /// - Throws: ``Diagnostics``, ``UnreadablePolicy``; ``UnreadableRecord``.
    package init(
        policy path: String,
        settings: [String: String] = [:],
        allowWritable: Bool = false
    ) async throws {
        var reader = PolicyReader(
            vocabulary: Catalogue<Subject>.linux.vocabulary,
            refusesWritable: !allowWritable
        )
        let given = settings.mapValues { Setting($0) }
        let syntax = try reader.policy(at: path, setting: given, areShared: false)
        let recorder = HostRecorder()
        let policy = try Policy(syntax, on: recorder.host)
        warnings = try reader.warnings(of: policy, allowWritable: allowWritable)
        report = await policy.check()
        let written = RecordText(
            path: path,
            report: report,
            facts: try await recorder.facts(),
            settings: settings,
            fromEnvironment: syntax.fromEnvironment(besides: settings)
        )
        text = written.text
        let replay = try await Replay(of: text, policy: path)
        (mismatches, missedVariables) = (replay.mismatches, replay.missedVariables)
    }
}

/// A parameter that has its value from the environment.
struct EnvironmentParameter {
    let name: String
    let variable: String
    let value: String
}

extension PolicySyntax {
    /// Of the policy itself, but for those that were set.
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
