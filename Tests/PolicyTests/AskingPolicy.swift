import Capabilities
import Policies
import PolicyAuthoring
import PolicyLanguage
import Procedures
import TestSupport

/// Policies with these words, and a log of announcements and requests in order.
///
/// - `say: yes|no` has this answer, and cannot be asked for.
/// - `ask: once|keep|no|never` is unknown before the request. The request is then granted once or for good, refused, or
///   never answered.
/// - `given: keep` holds after that was granted for good, and not before.
final class AskingPolicy: Sendable {
    private let state = Locked((log: [String](), given: Set<String>()))

    var log: [String] { state.withLock { $0.log } }

    fileprivate func note(_ line: String) { state.withLock { $0.log.append(line) } }

    fileprivate func give(_ what: String) { state.withLock { _ = $0.given.insert(what) } }

    fileprivate func isGiven(_ what: String) -> Bool {
        state.withLock { $0.given.contains(what) }
    }

    private func word(
        _ name: String,
        _ make: @escaping @Sendable (String) -> any Capability
    ) -> Catalogue<String>.Entry {
        .init(Vocabulary.Word(name)) { use, _ in make(use.value.value) }
    }

    private var catalogue: Catalogue<String> {
        Catalogue<String>(
            [
                word("say") { Found(name: "say \($0)", verdict: $0 == "yes" ? yes : no) },
                word("ask") { Asked(what: $0, policy: self) },
                word("given") { Given(what: $0, policy: self) },
            ],
            defaultSubject: "me",
            bindSubject: { _ throws(Diagnostic) in "other" }
        )
    }

    /// Checks, asks, and checks again. Returns the findings of all policies, one after another.
    func outcomes(
        of texts: [String],
        forUpTo limit: Duration = .seconds(300)
    ) async throws -> [PolicyReport.Finding] {
        let policies = try texts.map(policy)
        let asking = PolicyAsking(forUpTo: limit, lookingFor: patience) {
            self.note("tell \($0.name)")
        }
        var reports: [PolicyReport] = []
        for policy in policies { reports.append(await policy.check(within: patience)) }
        return await asking.reports(on: policies, after: reports).flatMap(\.findings)
    }

    func policy(_ text: String) throws -> Policy {
        let root = try YAMLTree.parse(
            Array("warrant: 1\nname: test\n\(text)\n".utf8),
            file: "p.yaml"
        )
        let syntax = try PolicySyntax.parse(root, vocabulary: catalogue.vocabulary)
        return try Policy(syntax, to: catalogue) { _ in nil }
    }
}

private let yes = Verdict.authorized()
private let no = Verdict.denied([Reason("no", "it", "is not so")])
private let open = Verdict.undetermined([Reason("open", "it", "is not asked")])

private struct VerdictStatus: AuthorizationStatus {
    let verdict: Verdict
    var isForThisOnce = false
    func meets(_ requirement: Void) -> Verdict { verdict }
}

private struct Found: Capability {
    let name: String
    let verdict: Verdict
    var requirement: Void { () }

    func authorizationStatus() async -> VerdictStatus { VerdictStatus(verdict: verdict) }
}

private struct Given: Capability {
    let what: String
    let policy: AskingPolicy
    var name: String { "given \(what)" }
    var requirement: Void { () }

    func authorizationStatus() async -> VerdictStatus {
        VerdictStatus(verdict: policy.isGiven(what) ? yes : no)
    }

    static func == (one: Self, other: Self) -> Bool { one.what == other.what }
    func hash(into hasher: inout Hasher) { hasher.combine(what) }
}

private struct Asked: Askable {
    let what: String
    let policy: AskingPolicy
    var name: String { "ask \(what)" }
    var requirement: Void { () }
    var canBeAskedFor: Bool { true }

    func authorizationStatus() async -> VerdictStatus {
        VerdictStatus(verdict: policy.isGiven(what) ? yes : open)
    }

    func requestAuthorization() async throws -> VerdictStatus {
        policy.note(name)
        switch what {
        case "once": return VerdictStatus(verdict: yes, isForThisOnce: true)
        case "keep": policy.give(what)
        case "no": return VerdictStatus(verdict: no, isForThisOnce: true)
        default:
            let (silence, _) = AsyncStream<Void>.makeStream()
            for await _ in silence {}
            throw CancellationError()
        }
        return await authorizationStatus()
    }

    static func == (one: Self, other: Self) -> Bool {
        one.what == other.what && one.policy === other.policy
    }

    func hash(into hasher: inout Hasher) {
        hasher.combine(what)
        hasher.combine(ObjectIdentifier(policy))
    }
}
