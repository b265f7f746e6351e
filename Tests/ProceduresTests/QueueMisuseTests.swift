import Procedures
import Synchronization
import TestSupport
import Testing
import WarrantTesting

@Suite struct `Misuse of a queue` {
    let queue = ProcedureQueue(width: 1, clock: ManualClock())
    let journal = Journal()

    @Test func `A queue runs each procedure that an observer enqueues, once`() async {
        let (queue, journal) = (queue, journal)
        let enqueue: @Sendable (String) -> Void = { event in
            queue.enqueue(Procedure(event) { journal.note(event) })
        }
        let observer = BlockObserver(
            didAttach: { _ in enqueue("attach") },
            willExecute: { _ in enqueue("execute") },
            didExecute: { _ in enqueue("executed") },
            willFinish: { _, _ in enqueue("finish") },
            didFinish: { _, _ in enqueue("finished") }
        )

        #expect(await queue.run(Procedure("work") {}.observer(observer)).isSuccess)
        #expect(await queue.shutdown(within: .seconds(10)) == [])
        #expect(
            Set(journal.entries) == ["attach", "execute", "executed", "finish", "finished"]
        )
        #expect(journal.entries.count == 5)
    }

    @Test func `A queue that shuts down refuses new procedures with a message`() async throws {
        let queue = ProcedureQueue(width: 2, clock: ManualClock())
        let (executing, mayReturn) = (Latch(), Latch())
        let running = queue.enqueue(
            Procedure("running") {
                executing.open()
                await mayReturn.wait()
            }
        )
        await executing.wait()
        async let left = queue.shutdown(within: .seconds(60))
        let late = Procedure("late") { [journal] in journal.note("late") }
        var outcome = await queue.run(late)
        while outcome.isSuccess { outcome = await queue.run(late) }
        let enqueued = try await queue.enqueue(late).outcome()
        mayReturn.open()

        for refused in [outcome, enqueued, await queue.run(late)] {
            #expect(
                refused.description == """
                    refused: `late` did not run: `the queue` shuts down and takes nothing more
                    """
            )
            #expect(refused.refusal?.phase == .enqueueing)
        }
        #expect(await left == [])
        #expect(try await running.outcome().isSuccess)
    }

    @Test func `A procedure runs twice if enqueued twice, once if produced twice`() async throws {
        let count = Atomic(0)
        let procedure = Procedure("count") { count.wrappingAdd(1, ordering: .relaxed).newValue }
        let handles = [queue.enqueue(procedure), queue.enqueue(procedure)]
        var outputs: [Int] = []
        for handle in handles { outputs.append(try await handle.outcome().get()) }
        let producing = Procedure("producing") { context in
            let twice = [try context.produce(procedure), try context.produce(procedure)]
            return [try await twice[0].outcome().get(), try await twice[1].outcome().get()]
        }

        #expect(outputs.sorted() == [1, 2])
        #expect(try await queue.run(producing).get() == [3, 3])
    }

    @Test(arguments: [Int.min, -1, 0])
    func `A queue has a width of at least one`(width: Int) async {
        let overlap = Overlap()
        let queue = ProcedureQueue(width: width)
        let visits = (0..<10).map { _ in Procedure("visit") { await overlap.visit() } }

        #expect(await queue.run(Group("all", visits)).isSuccess)
        #expect(overlap.most == 1)
    }

    @Test(arguments: [1, 4])
    func `A narrow queue runs 64 nested groups`(width: Int) async {
        let queue = ProcedureQueue(width: width)
        var nested: any ProcedureConvertible = Procedure("innermost") { [journal] in
            journal.note("innermost")
        }
        for depth in 1...64 { nested = Group("group \(depth)", width: 1, [nested]) }

        #expect(await queue.run(Group("outermost", [nested])).isSuccess)
        #expect(journal.entries == ["innermost"])
    }

    @Test func `A failure in 64 nested groups is one line`() async {
        var nested: any ProcedureConvertible = Procedure("innermost") { throw Broken() }
        for depth in 1...64 { nested = Group("group \(depth)", [nested]) }
        let text = await queue.run(Group("outermost", [nested])).description

        #expect(text.hasSuffix("`innermost` failed: broken"))
        #expect(!text.contains("\n"))
    }
}
