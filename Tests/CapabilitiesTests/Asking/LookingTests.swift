import Capabilities
import Procedures
import TestSupport
import Testing
import WarrantTesting

@Suite struct `Gate without a request` {
    private let key = ScriptedCapability(
        "key",
        .denied([Reason("no", "/srv/key", "is 0600 root:root")]),
        answers: [.authorized()]
    )
    private let queue = ProcedureQueue(width: 1)
    private let refusal = "`work` did not run: `key` is refused: `/srv/key` is 0600 root:root"

    @Test func `A condition looks but does not ask by default`() async {
        let work = Procedure("work") {}.condition(AuthorizedFor(key))
        #expect(!AuthorizedFor(key).asks)
        #expect(await queue.run(work).description == "refused: \(refusal)")
        #expect(key.requests == 0)
    }

    @Test func `A permit looks but does not ask by default`() async {
        let work = Procedure("work", permitted: key) { _ in Issue.record("ran") }
        #expect(await queue.run(work).description == "refused: \(refusal)")
        let thrown = await #expect(throws: Refusal.self) {
            try await withPermit(for: key, named: "work") { _ in Issue.record("ran") }
        }
        #expect(thrown?.description == refusal)
        #expect(key.requests == 0)
    }

    @Test func `Authorize asks by default`() async throws {
        _ = try await queue.run(Authorize(key)).get()
        #expect(key.requests == 1)
    }

    @Test func `Asking once is asking one time, and zero or fewer times is never`() {
        #expect(Asking.times(1) == .once)
        #expect([0, -1].map(Asking.times) == [.never, .never])
    }
}

@Suite struct `Request that fails` {
    private let no = Reason("connection-refused", "tcp:backup:443", "refuses connections")

    @Test func `A failed request has the reasons of the look before its own`() async {
        let own = Reason("waited", "tcp:backup:443", "was waited for")
        let key = ScriptedCapability("key", .denied([no]), answers: [.denied([own, no])])
        let work = Procedure("work") {}.condition(AuthorizedFor(key, asking: .once))
        #expect(
            await ProcedureQueue(width: 1).run(work).refusal?.findings
                == [Refusal.Finding("key", .refused([no, own]))]
        )
    }

    /// The engine ends the request, with or without the condition.
    @Test func `A request that never ends keeps the reason of its look`() async throws {
        let (clock, log) = (ManualClock(), KeptLog())
        let queue = ProcedureQueue(width: 1, logger: log.logger, clock: clock)
        let (isAsked, mayAnswer) = (Latch(), Latch())
        let key = ScriptedCapability("key", .denied([no]), answers: [.authorized()]) {
            isAsked.open()
            await mayAnswer.wait()
        }
        let work = Procedure("work") {}.condition(AuthorizedFor(key, asking: .once))
        let handle = queue.enqueue(work)
        await isAsked.wait()
        await clock.sleepers(1)
        clock.advance(by: .seconds(300))
        #expect(
            try await handle.outcome().description
                == "refused: `work` did not run: `key` is undetermined: "
                + "`tcp:backup:443` refuses connections, `key` gave no answer within 300 s"
        )
        mayAnswer.open()
        while queue.activity.abandonedConditions > 0 { await Task.yield() }
        #expect(log.decisions.map(\.message) == ["undetermined: key"])
        #expect(
            log.decisions.first?.metadata["reason"]
                == "tcp:backup:443 refuses connections; key gave no answer within 300 s"
        )
    }

    @Test func `A late request without a queue keeps the reason of its look`() async {
        let key = ScriptedCapability("key", .denied([no]), answers: [.authorized()])
        let thrown = await #expect(throws: Refusal.self) {
            try await withPermit(
                for: key,
                options: GateOptions(asking: .once, askingForUpTo: .zero),
                named: "work"
            ) { _ in }
        }
        #expect(
            thrown?.description == "`work` did not run: `key` is undetermined: "
                + "`tcp:backup:443` refuses connections, `key` gave no answer within 0 s"
        )
        #expect(key.requests == 0)
    }
}
