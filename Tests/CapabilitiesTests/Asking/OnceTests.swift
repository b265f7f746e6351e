import Capabilities
import Procedures
import TestSupport
import Testing
import WarrantTesting

@Suite struct `One-time approval` {
    /// A capability with separate results for requests and for checks.
    private struct Granted: Capability {
        struct Status: AuthorizationStatus {
            let verdict: Verdict
            var isForThisOnce = false
            func meets(_ requirement: Void) -> Verdict { verdict }
        }

        let name = "the key"
        var requirement: Void { () }
        let found: Verdict
        let answer: Verdict
        let isOnce: Bool

        func authorizationStatus() async -> Status { Status(verdict: found) }

        func requestAuthorization() async -> Status {
            Status(verdict: answer, isForThisOnce: isOnce)
        }
    }

    private static func no(_ message: String) -> Verdict {
        .denied([Reason("no", "/srv/key", message)])
    }

    private static let open = Verdict.undetermined([Reason("would-ask", "/srv/key", "is open")])

    private static func outcome(
        asking answer: Verdict,
        isOnce: Bool,
        finding found: Verdict
    ) async -> Outcome<Void> {
        let granted = Granted(found: found, answer: answer, isOnce: isOnce)
        let work = Procedure("work") {}.condition(AuthorizedFor(granted, asking: .once))
        return await ProcedureQueue(width: 1).run(work)
    }

    @Test(arguments: [open, no("is locked")])
    func `A one-time approval opens the gate, although no look finds it`(found: Verdict) async {
        let outcome = await Self.outcome(asking: .authorized(), isOnce: true, finding: found)
        #expect(outcome.isSuccess)
    }

    @Test(arguments: [open, no("is locked")])
    func `A lasting approval that no look finds does not open the gate`(found: Verdict) async {
        let outcome = await Self.outcome(asking: .authorized(), isOnce: false, finding: found)
        #expect(!outcome.isSuccess)
    }

    @Test func `A one-time answer that is not yes does not open the gate`() async {
        let outcome = await Self.outcome(asking: Self.open, isOnce: true, finding: Self.open)
        #expect(!outcome.isSuccess)
    }

    @Test func `A refusal has the reasons of the look, then those of the request`() async {
        let outcome = await Self.outcome(
            asking: Self.no("was asked for in vain"),
            isOnce: false,
            finding: Self.no("is locked")
        )
        #expect(
            outcome.description
                == "refused: `work` did not run: `the key` is refused: "
                + "`/srv/key` is locked, `/srv/key` was asked for in vain"
        )
    }

    @Test(arguments: [true, false])
    func `Only a one-time approval may differ from the next look`(isOnce: Bool) async {
        let granted = Granted(found: Self.open, answer: .authorized(), isOnce: isOnce)
        let rules = await CapabilityContract(granted, within: patience).violations().map(\.rule)
        #expect(rules == (isOnce ? [] : [.asking]))
    }

    @Test func `A one-time approval goes to one of several callers, and the others ask`() async {
        let count = 8
        let haveLooked = Latch()
        let answers = [Verdict.authorized()] + (1..<count).map { Self.no("said no, \($0)") }
        let counter = OnceCounter(answers, whenAsked: haveLooked.wait) {
            if $0 == count { haveLooked.open() }
        }
        let letIn = await withTaskGroup { group in
            for _ in 0..<count {
                group.addTask {
                    (try? await withPermit(for: counter, options: GateOptions(asking: .once)) { _ in
                        true
                    }) ?? false
                }
            }
            return await group.reduce(0) { $0 + ($1 ? 1 : 0) }
        }
        #expect(letIn == 1)
    }
}

/// Gives one answer after another, and keeps none.
private final class OnceCounter: Capability {
    struct Status: AuthorizationStatus {
        let verdict: Verdict
        var isForThisOnce = false
        func meets(_ requirement: Void) -> Verdict { verdict }
    }

    let name = "the key"
    var requirement: Void { () }
    private let state: Locked<(answers: [Verdict], looks: Int)>
    private let whenAsked: @Sendable () async -> Void
    private let whenLooked: @Sendable (_ count: Int) -> Void

    init(
        _ answers: [Verdict],
        whenAsked: @escaping @Sendable () async -> Void,
        whenLooked: @escaping @Sendable (_ count: Int) -> Void
    ) {
        state = Locked((answers, 0))
        self.whenAsked = whenAsked
        self.whenLooked = whenLooked
    }

    func authorizationStatus() async -> Status {
        let looks = state.withLock { state in
            state.looks += 1
            return state.looks
        }
        whenLooked(looks)
        return Status(verdict: .undetermined([Reason("would-ask", "/srv/key", "is open")]))
    }

    func requestAuthorization() async -> Status {
        await whenAsked()
        return state.withLock { state in
            Status(verdict: state.answers.removeFirst(), isForThisOnce: true)
        }
    }

    static func == (one: OnceCounter, other: OnceCounter) -> Bool { one === other }

    func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}
