import Procedures
import Testing
import WarrantTesting

@Suite struct `A block observer` {
    let queue = ProcedureQueue(width: 1)
    let journal = Journal()

    var everything: BlockObserver {
        BlockObserver(
            didAttach: { [journal] in journal.note("attached \($0.name)") },
            willExecute: { [journal] in journal.note("executes \($0.name)") },
            willAdd: { [journal] in journal.note("adds \($0.name) to \($1.name)") },
            didAdd: { [journal] in journal.note("added \($0.name) to \($1.name)") },
            didExecute: { [journal] in journal.note("executed \($0.name)") },
            didCancel: { [journal] in journal.note("\($0.name): \($1)") },
            didRefuse: { [journal] in journal.note("\($0.name): \($1)") },
            willFinish: { [journal] in journal.note("finishes \($0.name): \($1)") },
            didFinish: { [journal] in journal.note("finished \($0.name): \($1)") }
        )
    }

    @Test func `A block observer sees events in order (Q1 Q2 Q3 Q5 Q6 Q7 Q8 Q11 Q15 Q16)`()
        async
    {
        let producer = Procedure("dump") { try $0.produce(Procedure("child") {}) }

        _ = await queue.run(producer.observer(everything).ignoringErrors())

        #expect(
            journal.entries == [
                "attached dump", "executes dump", "adds child to dump", "added child to dump",
                "executed dump", "finishes dump: succeeded", "finished dump: succeeded",
            ]
        )
    }

    @Test func `A block observer gets the cause of a cancellation or refusal (Q4)`() async {
        let cancelled = Procedure("dump") { throw CancellationError() }
        let refused = Procedure("send") {}.condition(FalseCondition())

        _ = await queue.run(cancelled.observer(everything))
        _ = await queue.run(refused.observer(everything))

        #expect(
            journal.entries == [
                "attached dump", "executes dump", "executed dump", "dump: `dump` was cancelled",
                "finishes dump: cancelled: `dump` was cancelled",
                "finished dump: cancelled: `dump` was cancelled", "attached send",
                "send: `send` did not run: `false` never holds",
                "finishes send: refused: `send` did not run: `false` never holds",
                "finished send: refused: `send` did not run: `false` never holds",
            ]
        )
    }
}

@Suite struct `An observer of a queue of width one` {
    let queue = ProcedureQueue(width: 1)
    let journal = Journal()

    @Test func `An observer may enqueue while a group produces (Q10 Q12)`() async throws {
        let enqueued = Box<ProcedureHandle<Int>>()
        let observer = BlockObserver(willAdd: { [queue] _, _ in
            enqueued.value = queue.enqueue(Procedure("counted") { 7 })
        })
        let group = Group("group") { Procedure("child") {} }.observer(observer)

        #expect(await queue.run(group).isSuccess)
        #expect(try await enqueued.value?.outcome().get() == 7)
    }

    @Test func `An observer gets one event at a time (Q13)`() async {
        let overlap = Overlap()
        let child = Procedure("child") {}
        let producer = Procedure("producer") { context in
            await withTaskGroup { group in
                for _ in 0..<100 {
                    group.addTask { _ = try? context.produce(Procedure("part") {}.after(child)) }
                }
            }
        }

        let outcome = await ProcedureQueue(width: 4)
            .run(producer.observer(OverlapObserver(overlap: overlap)))

        #expect(outcome.isSuccess)
        #expect(overlap.entries == 205)
        #expect(overlap.most == 1)
    }
}
