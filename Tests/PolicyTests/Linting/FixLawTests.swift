import Capabilities
import LinuxCapabilities
import Policies
import PolicyAuthoring
import PolicyLanguage
import TestSupport
import Testing

/// Laws of every repair, on random policies.
@Suite struct `Repair of a policy` {
    private static let seed = UInt64.random(in: 0..<1_000_000)

    private static func each(_ law: (LintResult, UInt64) -> Void) async {
        print("laws of repairs: seed \(seed)")
        for number in 0..<200 as Range<UInt64> {
            var policy = RandomPolicy(seed: seed &+ number)
            law(Linted.result(policy.text()), seed &+ number)
            await Task.yield()  // All tests share a thread for each core.
        }
    }

    @Test func `Most random policies are valid and need a repair`() async {
        var (invalid, repaired) = (0, 0)
        await Self.each { result, seed in
            if result.isInvalid {
                invalid += 1
                if invalid == 1 { Issue.record("seed \(seed): \(result.findings)") }
            }
            repaired += result.fixed.repaired > 0 ? 1 : 0
        }
        #expect(repaired > 100)
    }

    @Test func `A repaired policy has no finding left to repair`() async {
        await Self.each { result, seed in
            let fixed = result.fixed
            if fixed.isInvalid || fixed.findings.contains(where: { !$0.fix.isEmpty }) {
                Issue.record("seed \(seed): \(fixed.findings)")
            }
        }
    }

    /// The damage is what an editor may leave behind: bytes lost, doubled or swapped.
    @Test func `A repair of damaged text keeps it valid or invalid`() async {
        print("laws of repairs: seed \(Self.seed)")
        let pieces = ["", "#", "- ", ": ", "'", "|\n", " ", "\r\n", "{", "]", "ü"]
        for number in 0..<500 as Range<UInt64> {
            var policy = RandomPolicy(seed: Self.seed &+ number)
            var bytes = Array(policy.text().utf8)
            for _ in 0...policy.random.below(4) {
                let start = policy.random.below(bytes.count)
                let end = min(bytes.count, start + policy.random.below(6))
                bytes.replaceSubrange(start..<end, with: Array(policy.random.pick(pieces).utf8))
            }
            await Task.yield()
            let result = LintResult(bytes, file: "p")
            let fixed = result.fixed
            let isFixed = fixed.findings.allSatisfy { $0.fix.isEmpty }
            if result.isInvalid != fixed.isInvalid || !isFixed {
                let text = String(decoding: bytes, as: UTF8.self)
                Issue.record("seed \(Self.seed &+ number): \(text)")
            }
        }
    }

    /// The exception are comments that allowed a finding that does not exist.
    @Test func `A repair keeps every comment in order`() async {
        await Self.each { result, seed in
            let before = result.text.comments.map(\.text)
            let after = result.fixed.text.comments.map(\.text)
            var rest = after[...]
            for text in before {
                if text == rest.first {
                    rest = rest.dropFirst()
                } else if !text.contains("warrant: allow") {
                    Issue.record("seed \(seed): \(text) of \(before) is not in \(after)")
                    return
                }
            }
            if !rest.isEmpty { Issue.record("seed \(seed): \(after) has more than \(before)") }
        }
    }

    @Test func `A repair never changes the requirements of a policy`() async throws {
        await Self.each { result, seed in
            let fixed = result.fixed
            for settings in Self.settings {
                guard let old = try? Self.normal(result, settings),
                    let new = try? Self.normal(fixed, settings)
                else { continue }
                if old != new {
                    let text = String(decoding: result.text.bytes, as: UTF8.self)
                    Issue.record("seed \(seed), \(settings):\n\(text)\n\(old)\n\(new)")
                }
            }
        }
    }

    /// Various settings with which the policy is checked.
    private static let settings = [
        [:], ["who": "b"], ["dir": "/a/.", "cap": "cap_chown"], ["name": ""], ["name": "/"],
    ]

    private static func normal(
        _ result: LintResult,
        _ settings: [String: String]
    ) throws -> [String] {
        let catalogue = Catalogue<Subject>.linux
        let syntax = try PolicySyntax.parse(
            try YAMLTree.parse(result.text.bytes, file: "p"),
            vocabulary: catalogue.vocabulary,
            parametersFrom: ParameterSources(settings: settings.mapValues { Setting($0) })
        )
        return try Policy(syntax, to: catalogue) { _ in nil }.normal
    }
}
