import Capabilities
import Procedures
import Synchronization
import TestSupport
import Testing
import WarrantTesting

@Suite struct `A request that takes its time` {
    let clock = ManualClock()
    let queue: ProcedureQueue

    init() { queue = ProcedureQueue(width: 1, clock: clock) }

    private static func guarded(by desk: Desk) -> Procedure<Void> {
        Procedure("work") {}.condition(AuthorizedFor(Permission(at: desk), asking: .times(2)))
    }

    @Test func `A request takes no slot of the queue`() async throws {
        let (isAsked, mayAnswer) = (Latch(), Latch())
        let desk = Desk(whenAsked: { _ in
            isAsked.open()
            await mayAnswer.wait()
        })
        let asking = queue.enqueue(Self.guarded(by: desk))
        await isAsked.wait()

        #expect(await queue.run(Procedure("other") {}).isSuccess)
        #expect(queue.activity.phases[.remedies] == 1)
        mayAnswer.open()
        #expect(try await asking.outcome().isSuccess)
    }

    @Test func `A request that ignores its deadline ends with it, and refuses`()
        async throws
    {
        let (isAsked, mayAnswer) = (Latch(), Latch())
        let desk = Desk(whenAsked: { _ in
            isAsked.open()
            await mayAnswer.wait()
        })
        let handle = queue.enqueue(Self.guarded(by: desk).condition(TrueCondition()))
        await isAsked.wait()
        await clock.sleepers(1)
        clock.advance(by: .seconds(299))
        await clock.sleepers(1)
        #expect(queue.activity.phases[.remedies] == 1)
        clock.advance(by: .seconds(1))

        let outcome = try await handle.outcome()
        #expect(
            outcome.description
                == "refused: `work` did not run: `the permission` gave no answer within 300 s"
        )
        #expect(outcome.findings?.last?.result == .satisfied)
        mayAnswer.open()
    }

    @Test func `The deadline cancels a request that no other caller awaits`() async throws {
        let isCancelled = Latch()
        let desk = Desk(whenAsked: { _ in
            await untilCancelled()
            isCancelled.open()
        })
        let limited = Self.guarded(by: desk).deadlines { $0.remedies = .milliseconds(1500) }
        let handle = queue.enqueue(limited)
        _ = await queue.run(Procedure("other") {})
        await clock.sleepers(1)
        clock.advance(by: .milliseconds(1500))

        #expect(
            try await handle.outcome().description
                == "refused: `work` did not run: `the permission` gave no answer within 1.5 s"
        )
        await isCancelled.wait()
        #expect(desk.requests == 1)
    }

    @Test func `A repeated request has the whole time again`() async throws {
        let begun = [Latch(), Latch()]
        let mayEnd = [Latch(), Latch()]
        let count = Atomic(0)
        let capability = ScriptedCapability(
            "key",
            .denied([]),
            answers: [.denied([]), .authorized()],
            whenAsked: {
                let index = count.wrappingAdd(1, ordering: .relaxed).oldValue
                begun[index].open()
                await mayEnd[index].wait()
            }
        )
        let work = Procedure("work") {}.condition(AuthorizedFor(capability, asking: .times(2)))
        let handle = queue.enqueue(work)
        for index in begun.indices {
            await begun[index].wait()
            await clock.sleepers(1)
            clock.advance(by: .seconds(200))
            await clock.sleepers(1)
            mayEnd[index].open()
        }

        #expect(try await handle.outcome().isSuccess)
        #expect(capability.requests == 2)
    }

    @Test(arguments: [Duration.zero, .seconds(-1)])
    func `A request without time is not made`(limit: Duration) async {
        let desk = Desk()
        let work = Self.guarded(by: desk).deadlines { $0.remedies = limit }

        #expect(
            await queue.run(work).description
                == "refused: `work` did not run: `the permission` is refused"
        )
        #expect(desk.requests == 0)
    }
}
