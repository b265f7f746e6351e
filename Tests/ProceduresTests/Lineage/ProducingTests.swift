import Procedures
import Testing
import WarrantTesting

@Suite struct `Procedures that a procedure produces` {
    let clock = ManualClock()
    let journal = Journal()

    func noting(_ name: String) -> Procedure<Void> {
        Procedure(name) { [journal] in journal.note(name) }
    }

    @Test func `A produced procedure runs, and no events overlap (P1)`() async throws {
        let overlap = Overlap()
        let child = noting("child")
        let producer = Procedure("producer") { try $0.produce(child) }

        let outcome = await ProcedureQueue(width: 2)
            .run(producer.observer(OverlapObserver(overlap: overlap)))

        #expect(outcome.isSuccess)
        #expect(journal.entries == ["child"])
        #expect(overlap.entries == 7)
        #expect(overlap.most == 1)
    }

    @Test func `A procedure produced for a condition runs before the work (P2 P3)`() async {
        let queue = ProcedureQueue(width: 1, deadlines: .endless, clock: clock)
        let slow = noting("prepared").after(Delay(.milliseconds(500)))
        let work = noting("work").condition(Prepared(remedy: slow)).observer(Recorder(journal))
        let outcome = await clock.passing { await queue.run(work) }

        #expect(outcome.isSuccess)
        #expect(
            journal.entries == [
                "work didAttach", "work willAdd prepared", "work didAdd prepared", "prepared",
                "work willExecute", "work", "work didExecute", "work willFinish succeeded",
                "work didFinish succeeded",
            ]
        )
    }

    @Test func `A producer ends after the procedures that it produced (P4 P5)`() async {
        let queue = ProcedureQueue(width: 1, deadlines: .endless, clock: clock)
        let late = noting("late").after(Delay(.milliseconds(500)))
        let producer = Procedure("producer") { [journal] context in
            await Task.yield()
            try context.produce(late)
            journal.note("returned")
        }
        .observer(BlockObserver(willFinish: { [journal] in journal.note("\($1)") }))
        let outcome = await clock.passing { await queue.run(producer) }

        #expect(outcome.isSuccess)
        #expect(journal.entries == ["returned", "late", "succeeded"])
    }

    @Test func `A procedure cannot produce after its work has returned (P6)`() async {
        let kept = Box<ProcedureContext>()
        let queue = ProcedureQueue(width: 1)
        _ = await queue.run(Procedure("producer") { kept.value = $0 })

        let error = #expect(throws: WorkIsOver.self) {
            _ = try kept.value?.produce(noting("late"))
        }
        #expect(
            error?.description
                == "the work of `producer` is over; produce and wait before it returns"
        )
        #expect(journal.entries == [])
    }
}
