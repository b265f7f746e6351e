import Procedures
import TestSupport
import Testing
import WarrantTesting

@testable import Capabilities

@Suite struct `Guarded work` {
    private struct Broken: Error, Equatable {}

    private static let no = Verdict.denied([Reason("no", "/srv/key", "is 0600 root:root")])

    @Test func `Guarded work does not run unless authorized, and says why`() async throws {
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

    @Test func `Guarded work is named after the enclosing function`() async throws {
        let error = await #expect(throws: Refusal.self) {
            try await rotateKey(ScriptedCapability("key", .undetermined([])))
        }
        #expect(
            error?.description == "`rotateKey(_:)` did not run: `key` is undetermined"
        )
    }

    @Test func `Guarded work does not run if the look fails or is unavailable`() async throws {
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

    @Test func `Guarded work returns its value and throws its error`() async throws {
        let key = ScriptedCapability("key", .authorized())
        #expect(try await withPermit(for: key) { $0.capability.name } == "key")
        await #expect(throws: Broken()) { try await withPermit(for: key) { _ in throw Broken() } }
        let unique = try await withPermit(for: key) { _ in Unique(number: 7) }
        #expect(unique.number == 7)
        #expect(key.looks == 3)
    }

    private struct Unique: ~Copyable { let number: Int }

    /// Neither the body nor the state that it uses can leave the main actor.
    @MainActor @Test func `Guarded work runs on the actor of its caller`() async throws {
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

    @Test func `Guarded work holds its permit until it ends`() async throws {
        let key = Holding(verdict: .authorized())
        try await withPermit(for: key) { permit in
            #expect(permit.held != nil)
            await Task.yield()
            #expect(key.open.isHeld)
        }
        #expect(key.open.count == 1)
        #expect(!key.open.isHeld)
    }

    @Test func `Guarded work for two capabilities has a permit for each`() async throws {
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

    @Test func `An answer that is not yes holds nothing`() async throws {
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
    func `A wait of zero or less is refused without a look`(limit: Duration) async throws {
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

    @Test func `A wait ends at its limit, and a later result is released`() async throws {
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

    @Test func `A cancelled wait ends, even if the answer comes with it`() async throws {
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
