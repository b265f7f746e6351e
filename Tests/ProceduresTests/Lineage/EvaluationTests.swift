import Procedures
import Synchronization
import TestSupport
import Testing

/// Lineage H: the times at which conditions are evaluated.
@Suite struct `Evaluation of a condition` {
    let queue = ProcedureQueue(width: 2)
    let journal = Journal()

    @Test func `A suspended queue evaluates no condition (H1)`() async throws {
        let procedure = Procedure("work") { [journal] in journal.note("work") }
            .condition(Scripted("condition", .satisfied, journal: journal))
        queue.suspend()
        let handle = queue.enqueue(procedure)
        for _ in 0..<100 { await Task.yield() }
        journal.note("resumed")
        queue.resume()

        #expect(try await handle.outcome().word == "succeeded")
        #expect(journal.entries == ["resumed", "condition", "work"])
    }

    @Test func `Conditions of a group are evaluated before those of its procedures (H2)`() async {
        let part = Procedure("part") { [journal] in journal.note("part") }
            .condition(Scripted("part's condition", .satisfied, journal: journal))
        let before = Procedure("before") { [journal] in journal.note("before") }
        let group = Group("group") { part }
            .after(before)
            .condition(Scripted("group's condition", .satisfied, journal: journal))
            .observer(BlockObserver(willExecute: { [journal] _ in journal.note("group") }))

        #expect(await queue.run(group).word == "succeeded")
        #expect(
            journal.entries == ["before", "group's condition", "group", "part's condition", "part"]
        )
    }

    @Test func `Cancellation stops produced procedures, but no shared one (H4)`() async {
        let (started, sharedMayEnd) = (Latch(), Latch())
        let condition = Deaf()
        let own = Procedure("own") {
            started.open()
            await untilCancelled()
            try Task.checkCancellation()
        }
        .observer(BlockObserver(didFinish: { [journal] in journal.note("\($0.name) \($1.word)") }))
        let shared = Procedure("shared") { await sharedMayEnd.wait() }
        let guarded = Procedure("guarded") {}
            .condition(condition).condition(Producing(own, shared)).stoppingAtFirstRefusal()
        let outer = Procedure("outer") { [journal] context in
            let other = try context.produce(shared)
            let handle = try context.produce(guarded)
            await condition.started.wait()
            await started.wait()
            handle.cancel()
            journal.note("guarded \(try await handle.outcome().word)")
            sharedMayEnd.open()
            journal.note("shared \(try await other.outcome().word)")
        }

        #expect(await ProcedureQueue(width: 8).run(outer).word == "succeeded")
        #expect(
            journal.entries.sorted() == ["guarded cancelled", "own cancelled", "shared succeeded"]
        )
        condition.latch.open()
    }

    /// 2,000 procedures are cancelled before they can start, and no handle to them is kept.
    @Test(.timeLimit(.minutes(20)))
    func `A cancelled procedure evaluates no condition, and still ends (H6)`() async {
        let count = Atomic(0)
        let ended = Latch()
        queue.suspend()
        for _ in 0..<2_000 {
            let procedure = Procedure("work") {}
                .condition(Scripted("condition", .satisfied, journal: journal))
                .observer(
                    BlockObserver(didFinish: { _, _ in
                        let done = count.wrappingAdd(1, ordering: .relaxed).newValue
                        if done == 2_000 { ended.open() }
                    })
                )
            queue.enqueue(procedure).cancel()
        }
        await ended.wait()
        queue.resume()

        #expect(count.load(ordering: .relaxed) == 2_000)
        #expect(journal.entries == [])
    }

    @Test func `Each procedure is evaluated although the queue is suspended at times (H7)`() async {
        let handles = (0..<2_000).map { _ in
            queue.enqueue(
                Procedure("work") { [journal] in journal.note("work") }
                    .condition(Scripted("condition", .satisfied, journal: journal))
            )
        }
        for _ in 0..<200 {
            queue.suspend()
            await Task.yield()
            queue.resume()
            await Task.yield()
        }
        for handle in handles { #expect(await (try? handle.outcome())?.word == "succeeded") }

        #expect(journal.entries.filter { $0 == "work" }.count == 2_000)
        #expect(journal.entries.count == 4_000)
    }
}
