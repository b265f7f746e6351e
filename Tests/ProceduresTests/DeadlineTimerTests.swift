import TestSupport
import Testing
import WarrantTesting

@testable import Procedures

@Suite struct `The deadline timer` {
    let clock = ManualClock()
    let timer: DeadlineTimer

    init() { timer = DeadlineTimer(clock: clock) }

    @Test func `A timer without deadlines runs no task`() async {
        #expect(timer.alarmTask == nil)
        _ = await withDeadline(.seconds(3600), on: timer) {}
        let alarm = timer.alarmTask
        clock.advance(by: .seconds(1))
        await alarm?.value

        #expect(timer.alarmTask == nil)
        #expect(clock.sleeperCount == 0)
    }

    @Test func `A timer wakes for a deadline that is earlier than the one it sleeps for`() async {
        let short = FirstAnswer<String>()
        _ = timer.schedule(after: .milliseconds(900)) { short.settle("long") }
        await clock.sleepers(1)
        _ = timer.schedule(after: .milliseconds(10)) { short.settle("short") }
        clock.advance(by: .milliseconds(10))

        #expect(await short.value() == "short")
        #expect(timer.count == 1)
    }

    @Test func `A timer has one sleeper for 10,000 deadlines, which pass in order of time`()
        async
    {
        let expired = Locked<[Int]>([])
        var random = SplitMix(seed: 7)
        let limits = (0..<10_000).map { _ in Int.random(in: 1...5_000, using: &random) }
        for limit in limits {
            _ = timer.schedule(after: .milliseconds(limit)) {
                expired.withLock { $0.append(limit) }
            }
        }
        await clock.sleepers(1)
        #expect(clock.sleeperCount == 1)
        let alarm = timer.alarmTask
        clock.advance(by: .seconds(5))
        await alarm?.value

        #expect(expired.withLock { $0 } == limits.sorted())
    }

    @Test func `A timer keeps no entry of a call that has returned`() async {
        await withTaskGroup { group in
            for _ in 0..<10_000 {
                group.addTask { [timer] in _ = await withDeadline(.seconds(30), on: timer) {} }
            }
        }

        #expect(timer.count == 0)
    }

    @Test func `A timer is released with its last holder, although an alarm is set`() async {
        weak var held: DeadlineTimer?
        let alarm: Task<Void, Never>?
        do {
            let timer = DeadlineTimer(clock: clock)
            held = timer
            _ = timer.schedule(after: .seconds(5)) {}
            alarm = timer.alarmTask
            await clock.sleepers(1)
        }
        await alarm?.value

        #expect(held == nil)
    }

    /// Answers and expiries race here. Each must end, and only a late one may have no answer.
    @Test func `A timer loses no wake-up when answers race with deadlines`() async {
        let timer = DeadlineTimer(clock: ContinuousClock())
        await withTaskGroup { group in
            for number in 0..<20_000 {
                group.addTask {
                    let limit = Duration.microseconds(number % 500)
                    let answer = await withDeadline(limit, on: timer) {
                        if number % 3 == 0 { await untilCancelled() }
                        return number
                    }
                    if number % 3 == 0 { #expect(answer == nil || answer == number) }
                    if let answer { #expect(answer == number) }
                }
            }
        }

        #expect(timer.count == 0)
    }
}
