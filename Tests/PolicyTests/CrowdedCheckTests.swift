import Capabilities
import Policies
import PolicyLanguage
import Procedures
import Testing

@Suite struct `Check of many requirements` {
    @Test func `A check examines a limited number of requirements at once`()
        async throws
    {
        let crowd = Crowd()
        let catalogue = Catalogue<String>(
            [
                .init(Vocabulary.Word("look")) { _, _ throws(Diagnostic) in Crowded(crowd: crowd) }
            ],
            defaultSubject: "me",
            bindSubject: { _ throws(Diagnostic) in "other" }
        )
        let list = String(repeating: "  - look: here\n", count: 40)
        let root = try YAMLTree.parse(
            Array("warrant: 1\nname: test\nrequire:\n\(list)".utf8),
            file: "p.yaml"
        )
        let syntax = try PolicySyntax.parse(root, vocabulary: catalogue.vocabulary)
        let policy = try Policy(syntax, to: catalogue, subject: nil) { _ in nil }
        let report = await policy.check(within: .seconds(600), turns: Slots(3))
        #expect(report.outcome == .holds)
        #expect(crowd.looks == 40)
        #expect(crowd.most == 3)
    }
}

/// The number of concurrent checks.
private final class Crowd: Sendable {
    private let counts = Locked((now: 0, most: 0, looks: 0))

    var most: Int { counts.withLock { $0.most } }
    var looks: Int { counts.withLock { $0.looks } }

    func enter() {
        counts.withLock { counts in
            counts.now += 1
            counts.looks += 1
            counts.most = max(counts.most, counts.now)
        }
    }

    func leave() { counts.withLock { $0.now -= 1 } }
}

extension Crowd: Hashable {
    static func == (one: Crowd, other: Crowd) -> Bool { one === other }

    func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}

/// A check that lasts until others had every chance to run too.
private struct Crowded: Capability {
    struct Status: AuthorizationStatus {
        func meets(_ requirement: Void) -> Verdict { .authorized() }
    }

    let crowd: Crowd
    var name: String { "look" }
    var requirement: Void { () }

    func isAvailable() async -> Availability { .available }

    func authorizationStatus() async throws -> Status {
        crowd.enter()
        for _ in 0..<100 { await Task.yield() }
        crowd.leave()
        return Status()
    }
}
