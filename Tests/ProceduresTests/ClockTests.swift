import TestSupport
import Testing
import WarrantTesting

@Suite struct `A skipping clock` {
    @Test func `A skipping clock wakes sleepers at once, and its time advances`() async throws {
        let clock = SkippingClock()
        let start = clock.now

        try await clock.sleep(for: .seconds(5))
        try await clock.sleep(until: start, tolerance: nil)

        #expect(start.duration(to: clock.now) == .seconds(5))
    }

    @Test func `A skipping clock does not sleep in a cancelled task`() async {
        let clock = SkippingClock()
        let task = Task {
            await untilCancelled()
            try await clock.sleep(for: .seconds(5))
        }
        task.cancel()

        await #expect(throws: CancellationError.self) { try await task.value }
    }
}

@Suite struct `A manual clock` {
    let clock = ManualClock()

    @Test func `A manual clock wakes only the sleepers whose time has come`() async throws {
        let journal = Journal()
        async let late: Void = clock.sleep(for: .seconds(2))
        async let early: Void = clock.sleep(for: .seconds(1))
        await clock.sleepers(2)
        clock.advance(by: .seconds(1))
        try await early
        journal.note("early")
        #expect(clock.sleeperCount == 1)
        clock.advance(by: .seconds(1))
        try await late

        #expect(journal.entries == ["early"])
        try await clock.sleep(for: .zero)
    }

    @Test func `A manual clock wakes a cancelled sleeper at once`() async {
        let task = Task { [clock] in try await clock.sleep(for: .seconds(1)) }
        await clock.sleepers(1)
        task.cancel()

        await #expect(throws: CancellationError.self) { try await task.value }
        #expect(clock.sleeperCount == 0)
    }
}
