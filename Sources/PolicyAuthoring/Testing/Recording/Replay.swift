import LinuxCapabilities
import Policies
import PolicyLanguage
import Procedures

/// The result that `warrant test` would have for a record.
struct Replay {
    private(set) var mismatches: [TestedCase.Mismatch] = []
    private(set) var missedVariables: [String] = []
    /// The policy as the test reads it, and its report; nil if the report is not the one of the check.
    private(set) var replayed: (policy: PolicySyntax, report: PolicyReport)?

    /// - Throws: ``UnreadableRecord`` if the record is not a test; ``UnreadablePolicy``.
    init(of recorded: RecordedFacts, policy path: String) async throws {
        let missed = MissedVariables()
        do {
            // The policy is read again as a test reads it. The policy read for the check has values from the
            // environment.
            var reader = PolicyReader(environment: missed.environment)
            let settings = recorded.tested.settings
            let syntax = try reader.policy(at: path, setting: settings, areShared: false)
            let report = try await Policy(syntax, on: .inMemory(recorded.facts)).check()
            mismatches = try TestedCase(recorded.tested, report).mismatches
            if mismatches.isEmpty {
                replayed = (syntax, report)
            } else {
                missedVariables = missed.names
            }
        } catch let problems as Diagnostics {
            missedVariables = missed.names
            guard !missedVariables.isEmpty else { throw UnreadableRecord(problems) }
        }
    }
}

/// The variables that a policy looks up in an empty environment, although this process has them.
private final class MissedVariables: Sendable {
    private let found = Locked<Set<String>>([])

    var environment: ParameterSources.Environment {
        .variables { name in
            if case .variables(let value) = ParameterSources.Environment.ofProcess,
                value(name) != nil
            {
                self.found.withLock { _ = $0.insert(name) }
            }
            return nil
        }
    }

    var names: [String] { found.withLock { $0.sorted() } }
}
