import Procedures
import TestSupport
import Testing
import WarrantTesting

/// Lineage J, with another procedure already inside.
@Suite struct `A procedure that waits to be alone` {
    let journal = Journal()
    let scope: JournalingScope
    let queue = ProcedureQueue(width: 2)
    let mayLeave = Latch()

    init() { scope = JournalingScope(journal) }

    private func alone(_ name: String) -> Procedure<Void> {
        Procedure(name) {}.condition(MutuallyExclusive("room", in: scope))
    }

    /// Starts a procedure that stays inside until it is told to leave.
    private func holder() async -> ProcedureHandle<Void> {
        let holder = Procedure("holder") { [mayLeave] in await mayLeave.wait() }
            .condition(MutuallyExclusive("room", in: scope))
        let handle = queue.enqueue(holder)
        await scope.requests(1)
        return handle
    }

    @Test func `A procedure that waits keeps its queue alive (J7)`() async throws {
        let holder = await holder()
        let waiter = ProcedureQueue(width: 1).enqueue(alone("waiter"))
        await scope.requests(2)
        mayLeave.open()

        #expect(try await waiter.outcome().word == "succeeded")
        #expect(try await holder.outcome().word == "succeeded")
    }

    @Test func `Procedures of different queues exclude each other by default (J8)`() async {
        let occupancy = Occupancy()
        await withTaskGroup { group in
            for _ in 0..<10 {
                let visit = Procedure("visit") { await occupancy.visit() }
                    .condition(MutuallyExclusive("lineage J8"))
                group.addTask { _ = await ProcedureQueue(width: 3).run(visit) }
            }
        }

        #expect(occupancy.most == 1)
        #expect(occupancy.visits == 10)
    }

    @Test func `A procedure that waits takes no slot of its queue (J9)`() async throws {
        let holder = await holder()
        let waiter = queue.enqueue(alone("waiter"))
        await scope.requests(2)

        #expect(await queue.run(Procedure("other") {}).word == "succeeded")
        #expect(queue.activity.phases[.exclusion] == 1)

        mayLeave.open()
        #expect(try await holder.outcome().word == "succeeded")
        #expect(try await waiter.outcome().word == "succeeded")
    }

    @Test func `A procedure that waits ends at once when it is cancelled (J10)`() async throws {
        let holder = await holder()
        let waiter = queue.enqueue(alone("waiter"))
        await scope.requests(2)

        waiter.cancel()

        #expect(try await waiter.outcome().word == "cancelled")
        mayLeave.open()
        #expect(try await holder.outcome().word == "succeeded")
    }

    @Test(arguments: [["b"], ["a"], ["b", "a"], ["c", "b"], ["a", "c"], ["c", "b", "a"]])
    func `A cancelled waiter admits no other and keeps the order (J11)`(
        cancelled: [String]
    ) async throws {
        let holder = await holder()
        var waiters: [String: ProcedureHandle<Void>] = [:]
        for (index, name) in ["a", "b", "c"].enumerated() {
            waiters[name] = ProcedureQueue(width: 1).enqueue(alone(name))
            await scope.requests(index + 2)
        }

        for name in cancelled {
            waiters[name]?.cancel()
            #expect(try await waiters[name]?.outcome().word == "cancelled")
        }

        #expect(entered == ["holder"])
        mayLeave.open()
        _ = try await holder.outcome()
        for handle in waiters.values { _ = try await handle.outcome() }
        #expect(entered == ["holder"] + ["a", "b", "c"].filter { !cancelled.contains($0) })
    }

    private var entered: [String] {
        journal.entries.filter { $0.hasPrefix("enters: ") }
            .map { String($0.dropFirst("enters: ".count).prefix { $0 != " " }) }
    }

    @Test func `A procedure waits until an exclusive delay has ended (J14)`() async throws {
        let clock = ManualClock()
        let queue = ProcedureQueue(width: 1, clock: clock)
        let delay = queue.enqueue(
            Delay(.seconds(2)).condition(MutuallyExclusive("room", in: scope))
                .observer(BlockObserver(didFinish: { [journal] _, _ in journal.note("delayed") }))
        )
        let work = queue.enqueue(
            Procedure("work") { [journal] in journal.note("works") }
                .condition(MutuallyExclusive("room", in: scope))
        )
        await scope.requests(2)
        await clock.sleepers(1)
        #expect(!journal.entries.contains("works"))
        clock.advance(by: .seconds(2))

        #expect(try await delay.outcome().word == "succeeded")
        #expect(try await work.outcome().word == "succeeded")
        #expect(journal.entries.filter { !$0.contains(":") } == ["delayed", "works"])
    }
}
