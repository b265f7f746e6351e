import Procedures
import TestSupport
import Testing
import WarrantTesting

@testable import Capabilities

@Suite struct `Guarded work` {
    private struct Broken: Error, Equatable {}

    private static let no = Verdict.denied([Reason("no", "/srv/key", "is 0600 root:root")])

    @Test func `does not run unless authorized, and says why in one line`() async throws {
        let key = ScriptedCapability("read /srv/key", Self.no)
        do {
            try await withPermit(for: key, named: "rotate") { _ in unexpected() }
            Issue.record("was let in")
        } catch let refusal as Refusal {
            #expect(refusal.phase == .conditions)
            #expect(
                refusal.description == "`rotate` did not run: "
                    + "`read /srv/key` is refused: `/srv/key` is 0600 root:root"
            )
        }
    }

    private func rotateKey(_ key: some Capability) async throws {
        try await withPermit(for: key) { _ in unexpected() }
    }

    @Test func `is named for the function that it stands in`() async throws {
        let error = await #expect(throws: Refusal.self) {
            try await rotateKey(ScriptedCapability("key", .undetermined([])))
        }
        #expect(
            error?.description == "`rotateKey(_:)` did not run: `key` is undetermined"
        )
    }

    @Test func `does not run where looking fails, or makes no sense`() async throws {
        let reason = Reason("no-systemd", "key", "no systemd here")
        for (capability, messages) in [
            (
                ScriptedCapability("key", failing: Broken()),
                ["Broken()"]
            ),
            (
                ScriptedCapability("key", .authorized(), availability: .unavailable(reason)),
                ["no systemd here"]
            ),
        ] {
            let error = await #expect(throws: Refusal.self) {
                try await withPermit(for: capability) { _ in unexpected() }
            }
            #expect(error?.findings.flatMap(\.result.reasons).map(\.message) == messages)
        }
    }

    @Test func `returns what it returns, and throws what it throws`() async throws {
        let key = ScriptedCapability("key", .authorized())
        #expect(try await withPermit(for: key) { $0.capability.name } == "key")
        await #expect(throws: Broken()) { try await withPermit(for: key) { _ in throw Broken() } }
        let unique = try await withPermit(for: key) { _ in Unique(number: 7) }
        #expect(unique.number == 7)
        #expect(key.looks == 3)
    }

    private struct Unique: ~Copyable { let number: Int }

    /// Neither the body nor what it touches could leave the main actor.
    @MainActor @Test func `runs on the actor of its caller`() async throws {
        var count = 0
        try await withPermit(for: ScriptedCapability("key", .authorized())) { permit in
            MainActor.assertIsolated()
            await Task.yield()
            MainActor.assertIsolated()
            #expect(permit.capability.name == "key")
            count += 1
        }
        #expect(count == 1)
    }

    @Test func `has a permit until it ends, and nothing is held after it`() async throws {
        let key = Holding(verdict: .authorized())
        try await withPermit(for: key) { permit in
            #expect(permit.held != nil)
            await Task.yield()
            #expect(key.open.isHeld)
        }
        #expect(key.open.count == 1)
        #expect(!key.open.isHeld)
    }

    @Test func `has a permit for each of two capabilities`() async throws {
        let (key, port) = (Holding(verdict: .authorized()), Holding(verdict: .authorized()))
        try await withPermit(for: key, port) { first, second in
            #expect(first.held != nil && second.held != nil)
            #expect(key.open.isHeld && port.open.isHeld)
        }
        #expect(!key.open.isHeld && !port.open.isHeld)
        let locked = ScriptedCapability("locked", Self.no)
        for (first, second) in [(locked, key), (locked, locked)]
            as [(any Capability, any Capability)]
        {
            try await expectRefused(first, second)
            try await expectRefused(second, first)
        }
        #expect(!key.open.isHeld)
    }

    private func expectRefused(_ first: some Capability, _ second: some Capability) async throws {
        let error = await #expect(throws: Refusal.self) {
            try await withPermit(for: first, second) { _, _ in unexpected() }
        }
        #expect(error?.findings.map(\.condition) == [first.name, second.name])
    }

    @Test func `holds nothing for an answer that is not yes`() async throws {
        for verdict in [Self.no, .undetermined([])] {
            let key = Holding(verdict: verdict)
            #expect(await key.found().look?.held == nil)
            await #expect(throws: Refusal.self) {
                try await withPermit(for: key) { _ in unexpected() }
            }
            #expect(key.open.count == 2)
            #expect(!key.open.isHeld)
        }
    }
}

@Suite struct `Waiting for guarded work` {
    @Test(arguments: [Duration.zero, .seconds(-1)])
    func `for nothing or less is refused, and nothing is looked at`(limit: Duration) async throws {
        let key = ScriptedCapability("key", .authorized())
        let error = await #expect(throws: Refusal.self) {
            try await withPermit(for: key, options: GateOptions(within: limit), named: "work") {
                _ in unexpected()
            }
        }
        let words = limit == .zero ? "0 s" : "-1 s"
        #expect(
            error?.description == "`work` did not run: `key` gave no answer within \(words)"
        )
        #expect(key.looks == 0)
    }

    @Test func `ends with its limit, and what is found later is let go`() async throws {
        let clock = ManualClock()
        let timer = DeadlineTimer(clock: clock)
        let key = Holding(verdict: .authorized(), isSlow: true)
        let waiting = Task { () -> Refusal? in
            do {
                var options = GateOptions(within: .seconds(3))
                options.patience = Patience(timer: timer)
                try await withPermit(for: key, options: options, named: "work") { _ in unexpected()
                }
                return nil
            } catch { return error as? Refusal }
        }
        await key.begun.wait()
        await clock.sleepers(1)
        clock.advance(by: .seconds(1))
        await clock.sleepers(1)
        clock.advance(by: .seconds(2))
        #expect(
            await waiting.value?.description
                == "`work` did not run: `key` gave no answer within 3 s"
        )
        key.mayEnd.open()
        await key.open.released.wait()
        #expect(!key.open.isHeld)
    }

    @Test func `ends with a cancellation, even one that comes with the answer`() async throws {
        let slow = Holding(verdict: .authorized(), isSlow: true)
        let waiting = Task {
            try await withPermit(for: slow) { _ in unexpected() }
        }
        await slow.begun.wait()
        waiting.cancel()
        await #expect(throws: CancellationError.self) { try await waiting.value }
        slow.mayEnd.open()

        let latch = Latch()
        let cancelled = Task {
            await latch.wait()
            try await withPermit(for: Holding(verdict: .authorized())) { _ in unexpected() }
        }
        cancelled.cancel()
        latch.open()
        await #expect(throws: CancellationError.self) { try await cancelled.value }
    }
}

private func unexpected() { Issue.record("ran") }
