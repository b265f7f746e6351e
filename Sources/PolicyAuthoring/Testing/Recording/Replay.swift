import LinuxCapabilities
import Policies
import PolicyLanguage
import Procedures

/// What `warrant test` would find by a record.
struct Replay {
    private(set) var mismatches: [TestedCase.Mismatch] = []
    private(set) var missedVariables: [String] = []

    /// - Throws: ``UnreadableRecord`` where it is not a test; ``UnreadablePolicy``.
    init(of record: String, policy path: String) async throws {
        let told = try RecordedFacts(record)
        let missed = MissedVariables()
        do {
            // As a test reads it, and not what was read for the check: that has the values of the environment.
            var reader = PolicyReader(
                vocabulary: Catalogue<Subject>.linux.vocabulary,
                environment: missed.environment
            )
            let settings = told.tested.settings
            let syntax = try reader.policy(at: path, setting: settings, areShared: false)
            let report = try await Policy(syntax, on: .inMemory(told.facts)).check()
            mismatches = try TestedCase(told.tested, report).mismatches
            if !mismatches.isEmpty { missedVariables = missed.names }
        } catch let problems as Diagnostics {
            missedVariables = missed.names
            guard !missedVariables.isEmpty else { throw UnreadableRecord(problems) }
        }
    }
}

/// The variables that a policy looks for in an environment that has none of them, although this process has.
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
