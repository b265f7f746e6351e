import Capabilities
import Procedures
import TestSupport
import Testing
import WarrantTesting

@Suite struct `Concurrent requests for one capability` {
    private static func guarded(by desk: Desk) -> Procedure<Void> {
        Procedure("work") {}.condition(AuthorizedFor(Permission(at: desk), asking: .once))
    }

    @Test func `Callers on several queues and without one share one request`() async {
        let haveLooked = Latch()
        let desk = Desk(
            whenLooked: { if $0 == 6 { haveLooked.open() } },
            whenAsked: { _ in await haveLooked.wait() }
        )
        await withTaskGroup(of: Bool.self) { group in
            for _ in 0..<5 {
                group.addTask {
                    await ProcedureQueue(width: 1).run(Self.guarded(by: desk)).isSuccess
                }
            }
            group.addTask {
                (try? await withPermit(
                    for: Permission(at: desk),
                    options: GateOptions(asking: .once)
                ) { _ in 42 }) == 42
            }
            for await isSuccess in group { #expect(isSuccess) }
        }

        #expect(desk.requests == 1)
    }

    @Test func `A caller with an older look uses a newer answer`() async throws {
        let (isLooking, mayGoOn) = (Latch(), Latch())
        let desk = Desk(whenLooked: { number in
            guard number == 1 else { return }
            isLooking.open()
            await mayGoOn.wait()
        })
        let queue = ProcedureQueue(width: 2)
        let late = queue.enqueue(Self.guarded(by: desk))
        await isLooking.wait()
        #expect(await queue.run(Self.guarded(by: desk)).isSuccess)
        mayGoOn.open()

        #expect(try await late.outcome().isSuccess)
        #expect(desk.requests == 1)
    }

    @Test func `A request continues for others if its first caller is cancelled`() async throws {
        let (isAsked, mayAnswer) = (Latch(), Latch())
        let desk = Desk(whenAsked: { _ in
            isAsked.open()
            await mayAnswer.wait()
        })
        let first = ProcedureQueue(width: 1).enqueue(Self.guarded(by: desk))
        await isAsked.wait()
        let queue = ProcedureQueue(width: 1)
        let second = queue.enqueue(Self.guarded(by: desk))
        // This procedure gets the slot of the second, which waits for the answer.
        _ = await queue.run(Procedure("other") {})
        first.cancel()

        let cancelled = try await first.outcome()
        #expect(throws: CancellationError.self) { try cancelled.get() }
        mayAnswer.open()
        #expect(try await second.outcome().isSuccess)
    }

    @Test func `Requests for different capabilities are not shared`() async {
        let desks = [Desk(), Desk()]
        let work = desks.reduce(Procedure("work") {}) {
            $0.condition(AuthorizedFor(Permission(at: $1), asking: .once))
        }

        #expect(await ProcedureQueue(width: 1).run(work).isSuccess)
        #expect(desks.map(\.requests) == [1, 1])
    }

    @Test func `A second caller asks again if the first request failed`() async {
        let key = ScriptedCapability("key", .denied([]), answers: [.denied([]), .authorized()])
        let queue = ProcedureQueue(width: 1)
        let work = Procedure("work") {}.condition(AuthorizedFor(key, asking: .once))

        #expect(!(await queue.run(work).isSuccess))
        #expect(await queue.run(work).isSuccess)
        #expect(key.requests == 2)
    }
}
