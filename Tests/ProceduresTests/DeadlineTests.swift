import Synchronization
import TestSupport
import Testing
import WarrantTesting

@testable import Procedures

@Suite struct `A deadline` {
    let clock = ManualClock()
    let timer: DeadlineTimer

    init() { timer = DeadlineTimer(clock: clock) }

    @Test func `A call that returns in time gives its value`() async {
        #expect(await withDeadline(.seconds(30), on: timer) { 42 } == 42)
        #expect(timer.count == 0)
    }

    @Test func `A deadline cancels a late call, and does not wait for it`() async {
        let condition = Deaf()
        async let answer = withDeadline(.seconds(30), on: timer) {
            await condition.evaluate(in: ConditionContext(procedure: "test"))
        }
        await condition.started.wait()
        await clock.sleepers(1)
        clock.advance(by: .seconds(30))

        #expect(await answer == nil)
        condition.latch.open()
        await condition.ended.wait()
        #expect(condition.wasCancelled.entries == ["cancelled"])
    }

    @Test func `A call is not cancelled before its deadline`() async {
        let latch = Latch()
        async let answer = withDeadline(.seconds(30), on: timer) {
            await latch.wait()
            return 42
        }
        await clock.sleepers(1)
        clock.advance(by: .seconds(29))
        await clock.sleepers(1)
        latch.open()

        #expect(await answer == 42)
    }

    @Test(arguments: [Duration.zero, .seconds(-1), .seconds(Int64.min)])
    func `A deadline of zero or less starts no work`(limit: Duration) async {
        let journal = Journal()

        #expect(await withDeadline(limit, on: timer) { journal.note("ran") } == nil)
        #expect(journal.entries == [])
        #expect(timer.alarmTask == nil)
    }

    @Test func `A deadline may have the longest duration`() async {
        #expect(await withDeadline(.seconds(Int64.max), on: timer) { 42 } == 42)
        #expect(await withDeadline(.seconds(Int64.max)) { 42 } == 42)
    }

    @Test func `A cancelled caller cancels the call and removes its deadline`() async {
        let condition = Deaf()
        let task = Task { [timer] in
            await withDeadline(.seconds(30), on: timer) {
                await condition.evaluate(in: ConditionContext(procedure: "test"))
            }
        }
        await condition.started.wait()
        task.cancel()

        #expect(await task.value == nil)
        condition.latch.open()
        await condition.ended.wait()
        #expect(condition.wasCancelled.entries == ["cancelled"])
        #expect(timer.count == 0)
    }

    @TaskLocal static var value = 0

    @Test func `A call with a deadline sees the task-local values of its caller`() async {
        let seen = await Self.$value.withValue(7) {
            await withDeadline(.seconds(30), on: timer) { Self.value }
        }

        #expect(seen == 7)
    }

    @Test func `A late condition is undetermined, and the others are still evaluated`() async {
        let journal = Journal()
        let deaf = Deaf()
        let procedure = Procedure("work") { journal.note("work") }
            .condition(deaf)
            .condition(Scripted("second", .satisfied, journal: journal))
        async let outcome = ProcedureQueue(width: 1, timer: timer).run(procedure)
        await deaf.started.wait()
        await clock.sleepers(1)
        clock.advance(by: .seconds(30))

        #expect(
            await outcome.refusal?.description
                == "`work` did not run: `deaf` gave no answer within 30 s"
        )
        #expect(await outcome.refusal?.findings.last == .init("second", .satisfied))
        #expect(journal.entries == ["second"])
        deaf.latch.open()
    }

    @Test(arguments: [
        (limit: Duration.seconds(10), end: Duration.seconds(11)),
        (limit: .milliseconds(9_999), end: .milliseconds(9_999)),
    ])
    func `A deadline of ten seconds or more counts from the next full second`(
        limit: Duration,
        end: Duration
    ) async {
        let deaf = Deaf()
        let timer = DeadlineTimer(clock: clock, isExact: false)
        let queue = ProcedureQueue(width: 1, timer: timer)
        async let outcome = queue.run(Procedure("work") {}.condition(deaf, within: limit))
        await deaf.started.wait()
        for pause in [.seconds(1), end - .seconds(1) - .nanoseconds(1)] {
            await clock.sleepers(1)
            clock.advance(by: pause)
        }
        await clock.sleepers(1)
        #expect(queue.core.abandoned.load(ordering: .relaxed) == 0)
        clock.advance(by: .nanoseconds(1))

        let reasons = await outcome.refusal?.findings.first?.result.reasons
        #expect(reasons?.map(\.code) == ["deadline-passed"])
        deaf.latch.open()
    }
}
