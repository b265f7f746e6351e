import Synchronization
import TestSupport
import Testing
import WarrantTesting

@testable import Procedures

@Suite struct `A deadline` {
    let clock = ManualClock()
    let timer: DeadlineTimer

    init() { timer = DeadlineTimer(clock: clock) }

    @Test func `lets through what answers in time`() async {
        #expect(await withDeadline(.seconds(30), on: timer) { 42 } == 42)
        #expect(timer.count == 0)
    }

    @Test func `cancels what does not, and does not wait for it`() async {
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

    @Test func `does not pass before its time`() async {
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
    func `of nothing or less starts nothing`(limit: Duration) async {
        let journal = Journal()

        #expect(await withDeadline(limit, on: timer) { journal.note("ran") } == nil)
        #expect(journal.entries == [])
        #expect(timer.alarmTask == nil)
    }

    @Test func `may be as long as can be`() async {
        #expect(await withDeadline(.seconds(Int64.max), on: timer) { 42 } == 42)
        #expect(await withDeadline(.seconds(Int64.max)) { 42 } == 42)
    }

    @Test func `ends with the caller's cancellation, which is passed on`() async {
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

    @Test func `keeps the task-local values of the caller`() async {
        let seen = await Self.$value.withValue(7) {
            await withDeadline(.seconds(30), on: timer) { Self.value }
        }

        #expect(seen == 7)
    }

    @Test func `of a condition makes it undetermined, and the rest is still asked`() async {
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
    func `of ten seconds is counted from the next second of the system's time`(
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
