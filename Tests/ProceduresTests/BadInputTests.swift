import Procedures
import TestSupport
import Testing
import WarrantTesting

@Suite struct `Faulty work` {
    let clock = ManualClock()
    let queue: ProcedureQueue
    let journal = Journal()

    init() {
        // The scope is this test's own, so the exclusions of other tests do not affect it.
        queue = ProcedureQueue(width: 1, exclusion: ProcessExclusion(), clock: clock)
    }

    @Test func `Work that throws fails, and the next procedure succeeds`() async {
        #expect(await queue.run(Procedure("work") { throw Broken() }).failure is Broken)
        #expect(await queue.run(Procedure("next") {}).isSuccess)
    }

    @Test func `The execution deadline cancels endless work, and the run waits for it`() async {
        let (executing, mayReturn) = (Latch(), Latch())
        let endless = Procedure("endless") {
            executing.open()
            await mayReturn.wait()
            try Task.checkCancellation()
        }
        async let outcome = queue.run(endless.deadlines { $0.execution = .seconds(5) })
        await executing.wait()
        await clock.sleepers(1)
        clock.advance(by: .seconds(5))
        while queue.activity.overrunning != 1 { await Task.yield() }
        mayReturn.open()

        #expect(await outcome.cancellation?.cause == .executionDeadline(.seconds(5)))
        #expect(queue.activity.overrunning == 0)
    }

    @Test func `Work that ignores its cancellation keeps its slot and its locks`() async throws {
        let (executing, mayReturn) = (Latch(), Latch())
        let deaf = Procedure("deaf") { [journal] in
            executing.open()
            await mayReturn.wait()
            journal.note("deaf")
        }
        let handle = queue.enqueue(deaf.condition(MutuallyExclusive("backup")))
        await executing.wait()
        handle.cancel()
        let next = queue.enqueue(
            Procedure("next") { [journal] in journal.note("next") }
                .condition(MutuallyExclusive("backup"))
        )
        #expect(queue.activity.phases == [.execution: 1, .dependencies: 1])
        mayReturn.open()

        #expect(try await handle.outcome().word == "succeeded")
        #expect(try await next.outcome().isSuccess)
        #expect(journal.entries == ["deaf", "next"])
    }

    @Test func `A shutdown names work that ignores it, and lets that work finish`() async throws {
        let (executing, mayReturn) = (Latch(), Latch())
        let handle = queue.enqueue(
            Procedure("deaf") {
                executing.open()
                await mayReturn.wait()
            }
        )
        await executing.wait()
        let left = await queue.shutdown(within: .zero, patience: .zero)
        mayReturn.open()

        #expect(left.map(\.name) == ["deaf"])
        #expect(try await handle.outcome().isSuccess)
    }

    @Test func `Work that cancels itself does not cancel the procedure after it`()
        async throws
    {
        let own = Box<ProcedureHandle<Bool>>()
        let isThere = Latch()
        func cancelling(_ cancel: @escaping @Sendable () -> Void) -> Procedure<Bool> {
            Procedure("work") {
                await isThere.wait()
                cancel()
                return Task.isCancelled
            }
        }
        let byTask = cancelling { unsafe withUnsafeCurrentTask { unsafe $0?.cancel() } }
        own.value = queue.enqueue(cancelling { own.value?.cancel() })
        isThere.open()

        #expect(try await own.value?.outcome().get() == true)
        #expect(try await queue.run(byTask).get())
        #expect(
            try await queue.run(Procedure("next") { Task.isCancelled }.after(byTask)).get() == false
        )
    }
}

@Suite struct `Faulty condition` {
    let clock = ManualClock()
    let queue: ProcedureQueue

    init() { queue = ProcedureQueue(width: 1, clock: clock) }

    @Test func `A condition that throws closes the gate, also below a double negation`() async {
        let broken = BlockCondition("disk") { throw Broken() }
        let text = "`disk` could not be answered: broken"

        for procedure in [
            Procedure("work") {}.condition(broken), Procedure("work") {}.condition(!(!broken)),
        ] {
            #expect(await queue.run(procedure).refusal?.description.hasSuffix(text) == true)
        }
    }

    @Test func `A condition that hangs is undetermined after its time limit`() async {
        let deaf = Deaf()
        async let outcome = queue.run(
            Procedure("work") {}.condition(deaf, within: .milliseconds(500))
        )
        await deaf.started.wait()
        await clock.sleepers(1)
        clock.advance(by: .milliseconds(500))

        #expect(
            await outcome.description
                == "refused: `work` did not run: `deaf` gave no answer within 500 ms"
        )
        #expect(queue.activity.abandonedConditions == 1)
        #expect(await queue.run(Procedure("next") {}).isSuccess)
        deaf.latch.open()
        while queue.activity.abandonedConditions != 0 { await Task.yield() }
    }

    /// Produces a procedure that waits for the very procedure that the condition guards.
    struct Circular: Condition {
        let name = "circular"
        let guarded: Box<Procedure<Void>>
        var produces: [any ProcedureConvertible] {
            guarded.value.map { [Procedure("remedy") {}.after($0)] } ?? []
        }
        func evaluate(in context: ConditionContext) async -> ConditionResult { .satisfied }
    }

    @Test func `A condition that makes its procedure wait for itself fails it`() async {
        let box = Box<Procedure<Void>>()
        let procedure = Procedure("work") {}.condition(Circular(guarded: box))
        box.value = procedure

        #expect(
            await queue.run(procedure).description == """
                failed: `work` would wait for itself, `work` → `remedy` → `work`; \
                produce only procedures that do not depend on their producer
                """
        )
        box.value = nil
    }

    /// Adds another dependency each time its produced procedures are read.
    struct Insatiable: Condition {
        let name = "insatiable"
        let journal: Journal
        var produces: [any ProcedureConvertible] {
            let number = journal.entries.count + 1
            journal.note("remedy \(number)")
            return [Procedure("remedy \(number)") {}.condition(TrueCondition())]
        }
        func evaluate(in context: ConditionContext) async -> ConditionResult { .satisfied }
    }

    @Test func `Each attempt asks a condition once for the procedures that it produces`() async {
        let journal = Journal()
        let procedure = Procedure("work") { throw Broken() }
            .condition(Insatiable(journal: journal))

        #expect(await queue.run(procedure.retried(upTo: 3)).failure is Broken)
        #expect(journal.entries == ["remedy 1", "remedy 2", "remedy 3"])
    }

    @Test func `A condition may run a procedure on its own queue of width one`() async throws {
        let queue = queue
        let nested = BlockCondition("nested") {
            try await queue.run(Procedure("look") { true }).get()
        }

        #expect(await queue.run(Procedure("work") {}.condition(nested)).isSuccess)
    }
}
