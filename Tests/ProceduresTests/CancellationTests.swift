import Procedures
import TestSupport
import Testing
import WarrantTesting

@Suite struct `A cancelled run` {
    let queue = ProcedureQueue(width: 1, timer: DeadlineTimer(clock: ManualClock()))
    let journal = Journal()

    @Test func `A run cancelled before its start executes and evaluates nothing (H5)`() async {
        let procedure = Procedure("work") { [journal] in journal.note("work") }
            .condition(Scripted("condition", .satisfied, journal: journal))
            .after(Procedure("first") { [journal] in journal.note("first") })
        let task = Task { [queue] in
            await untilCancelled()
            return await queue.run(procedure)
        }
        task.cancel()

        #expect(await task.value.word == "cancelled")
        #expect(journal.entries == [])
    }

    @Test func `A cancelled run notifies the observers of procedures that did not run`() async {
        let first = Procedure("first") {}.observer(Recorder(journal))
        let second = Procedure("second", input: first) { _ in }.observer(Recorder(journal))
        let task = Task { [queue] in
            await untilCancelled()
            return await queue.run(second)
        }
        task.cancel()
        _ = await task.value

        #expect(
            journal.entries == [
                "second didAttach", "first didAttach",
                "first didCancel", "first willFinish cancelled", "first didFinish cancelled",
                "second didCancel", "second willFinish cancelled", "second didFinish cancelled",
            ]
        )
    }

    @Test func `A cancelled run waits for its work, which may still succeed (N5)`() async throws {
        let started = Latch()
        let procedure = Procedure("work") { [journal] in
            started.open()
            await untilCancelled()
            journal.note("tidied")
            return 1
        }
        let task = Task { [queue] in await queue.run(procedure) }
        await started.wait()
        task.cancel()

        #expect(try await task.value.get() == 1)
        #expect(journal.entries == ["tidied"])
    }

    @Test func `Procedures that depend on cancelled work end as cancelled, not as refused`() async {
        let started = Latch()
        let first = Procedure("first") {
            started.open()
            await untilCancelled()
            try Task.checkCancellation()
        }
        let second = Procedure("second") { [journal] in journal.note("second") }.after(first)
        let task = Task { [queue] in await queue.run(second) }
        await started.wait()
        task.cancel()

        #expect(await task.value.word == "cancelled")
        #expect(journal.entries == [])
    }

    @Test func `A cancelled run cancels a hanging condition without waiting for it (H3)`() async {
        let condition = Deaf()
        let procedure = Procedure("work") { [journal] in journal.note("work") }
            .condition(condition)
            .condition(Scripted("second", .satisfied, journal: journal))
        let task = Task { [queue] in await queue.run(procedure) }
        await condition.started.wait()
        task.cancel()

        #expect(await task.value.word == "cancelled")
        condition.latch.open()
        #expect(await condition.ended.wait() == ())
        #expect(condition.wasCancelled.entries == ["cancelled"])
        #expect(journal.entries == [])
    }

    @Test func `A run that waits for a slot ends at once when it is cancelled`() async {
        let started = Latch()
        let release = Latch()
        async let holder = queue.run(
            Procedure("holder") {
                started.open()
                await release.wait()
            }
        )
        await started.wait()
        let task = Task { [queue, journal] in
            await queue.run(Procedure("waiter") { journal.note("waiter") })
        }
        task.cancel()

        #expect(await task.value.word == "cancelled")
        release.open()
        #expect(await holder.word == "succeeded")
        #expect(await queue.run(Procedure("next") {}).word == "succeeded")
        #expect(journal.entries == [])
    }
}

/// A condition that ignores its cancellation until it is released.
struct Deaf: Condition {
    let name = "deaf"
    let started = Latch()
    let latch = Latch()
    let ended = Latch()
    let wasCancelled = Journal()

    func evaluate(in context: ConditionContext) async -> ConditionResult {
        started.open()
        await latch.wait()
        if Task.isCancelled { wasCancelled.note("cancelled") }
        ended.open()
        return .satisfied
    }
}
