import Foundation
import Glibc
import Policies
import PolicyAuthoring
import TestSupport
import Testing

@Suite struct `Described host` {
    private struct Answer: Equatable {
        let name: String
        let outcome: PolicyReport.Outcome
        let reason: String?

        init(_ name: String, _ finding: PolicyReport.Finding) {
            self.name = name
            outcome = finding.outcome
            reason = finding.decidingCode
        }

        init(_ finding: TestedCase.Finding) {
            (name, outcome, reason) = (finding.name, finding.outcome, finding.code)
        }
    }

    /// Compares the kernel and the rules on this machine with the rules on its description.
    @Test func `A described host has the answers of the live host`() async throws {
        try #require(getuid() == 0, "the tests of hosts need root; run them through sudo")
        try await withFreshSeed { seed in
            for round in 0..<6 as Range<UInt64> {
                try await FileSettingsLock.held { try await Self.compare(seed: seed &+ round) }
            }
        }
    }

    /// Returns the settings of the running kernel, which may differ from its defaults.
    private static func settings() throws -> String {
        try ["symlinks", "hardlinks", "regular", "fifos"].map { name in
            let path = "/proc/sys/fs/protected_\(name)"
            let value = try String(contentsOfFile: path, encoding: .utf8)
            return "fs.protected_\(name): \(value.filter(\.isNumber))"
        }.joined(separator: ", ")
    }

    private static func compare(seed: UInt64) async throws {
        let folder = try TemporaryFolder()
        let host = try await RandomHost(in: folder, seed: seed, files: 30, questions: 250)
        let list = host.questions.map { "  - \($0)\n" }.joined()
        let policy = try folder.file("p.yaml", "warrant: 1\nname: p\nrequire:\n\(list)")
        // The policy is in the directory too.
        let files = host.described + [#""\#(policy)": "-rw-r--r--""#]
        let test = try folder.file(
            "p.test.yaml",
            """
            warrant: 1
            given:
              groups: { "1001": 1001, "1002": 1002, "1003": 1003 }
              sysctls: { \(try Self.settings()) }
              files:
            \(files.map { "    \($0)\n" }.joined())
            cases: [{ case: as described, expect: fails }]
            """
        )
        // The limit is long, because other tests may keep the threads for checks busy.
        let live = try await PolicyFile(.path(policy)).policy.check(within: .seconds(1200))
        let described = try #require(try await PolicyTest(path: test).run().first)

        let found = zip(live.requirementNames, live.findings).map(Answer.init)
        let differing = zip(found, described.findings.map(Answer.init)).enumerated()
            .filter { $0.element.0 != $0.element.1 }
        #expect(found.count == 250)
        // Root asks, and could get round some refusals, so not all outcomes are certain.
        #expect(Set(found.map(\.outcome)).isSuperset(of: [.holds, .fails]))
        #expect(
            differing.isEmpty,
            "seed \(seed): \(differing.prefix(3).map { ($0.element, host.questions[$0.offset]) })"
        )
    }
}
