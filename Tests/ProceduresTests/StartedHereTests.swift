import TestSupport
import Testing
import WarrantTesting

@testable import Procedures

@Suite struct `Work that starts on the calling thread` {
    @Test func `Answers come in the order of the work, whichever ends first`() async {
        let first = Latch()
        async let answers = allStartedHere(3) { index in
            if index == 0 { await first.wait() }
            if index == 2 { first.open() }
            return index
        }
        #expect(await answers == [0, 1, 2])
    }

    @Test func `No more calls than the limit wait at once`() async {
        let (gauge, latch) = (Gauge(), Latch())
        let answers = await allStartedHere(1000, atMost: 7) { index in
            gauge.enter()
            if index == 6 { latch.open() }
            await latch.wait()
            gauge.leave()
            return index
        }
        #expect(answers == Array(0..<1000))
        #expect(gauge.most == 7)
    }

    @Test func `No work gives no answers`() async {
        #expect(await allStartedHere(0) { $0 } == [])
    }

    @Test func `Cancellation of the caller cancels all work`() async {
        let (started, latch) = (Latch(), Latch())
        let caller = Task {
            await allStartedHere(2) { index in
                if index == 1 { started.open() }
                await withTaskCancellationHandler {
                    await latch.wait()
                } onCancel: {
                    latch.open()
                }
                return Task.isCancelled
            }
        }
        await started.wait()
        caller.cancel()
        #expect(await caller.value == [true, true])
    }

    @Test func `Work that does not wait needs no timer`() async {
        let clock = ManualClock()
        let timer = DeadlineTimer(clock: clock)
        #expect(await withDeadline(.seconds(1), on: timer, startsHere: true) { 42 } == 42)
        #expect(clock.sleeperCount == 0)
    }

    @Test func `Work has its deadline once it waits`() async {
        let clock = ManualClock()
        let timer = DeadlineTimer(clock: clock)
        let latch = Latch()
        async let answer = withDeadline(.seconds(1), on: timer, startsHere: true) {
            await latch.wait()
            return 42
        }
        await clock.sleepers(1)
        clock.advance(by: .seconds(1))
        #expect(await answer == nil)
        latch.open()
    }
}

/// Counts the tasks inside.
private final class Gauge: Sendable {
    private let count = Locked((now: 0, most: 0))

    var most: Int { count.withLock { $0.most } }

    func enter() {
        count.withLock { count in
            count.now += 1
            count.most = max(count.most, count.now)
        }
    }

    func leave() { count.withLock { $0.now -= 1 } }
}
