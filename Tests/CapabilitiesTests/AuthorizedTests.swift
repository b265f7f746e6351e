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
            try await authorized(for: key, named: "rotate") { _ in unexpected() }
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
        try await authorized(for: key) { _ in unexpected() }
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
                try await authorized(for: capability) { _ in unexpected() }
            }
            #expect(error?.findings.flatMap(\.result.reasons).map(\.message) == messages)
        }
    }

    @Test func `returns what it returns, and throws what it throws`() async throws {
        let key = ScriptedCapability("key", .authorized())
        #expect(try await authorized(for: key) { $0.capability.name } == "key")
        await #expect(throws: Broken()) { try await authorized(for: key) { _ in throw Broken() } }
        let unique = try await authorized(for: key) { _ in Unique(number: 7) }
        #expect(unique.number == 7)
        #expect(key.looks == 3)
    }

    private struct Unique: ~Copyable { let number: Int }

    /// Neither the body nor what it touches could leave the main actor.
    @MainActor @Test func `runs on the actor of its caller`() async throws {
        var count = 0
        try await authorized(for: ScriptedCapability("key", .authorized())) { permit in
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
        try await authorized(for: key) { permit in
            #expect(permit.held != nil)
            await Task.yield()
            #expect(key.open.isHeld)
        }
        #expect(key.open.count == 1)
        #expect(!key.open.isHeld)
    }

    @Test func `holds nothing for an answer that is not yes`() async throws {
        for verdict in [Self.no, .undetermined([])] {
            let key = Holding(verdict: verdict)
            #expect(await key.found().look?.held == nil)
            await #expect(throws: Refusal.self) {
                try await authorized(for: key) { _ in unexpected() }
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
            try await authorized(for: key, named: "work", within: limit) { _ in unexpected() }
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
                _ = try await permit(
                    by: Asker(
                        capability: key,
                        asking: .never,
                        limit: .seconds(3),
                        patience: Patience(timer: timer)
                    ),
                    named: "work",
                    forUpTo: .zero
                )
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
            try await authorized(for: slow) { _ in unexpected() }
        }
        await slow.begun.wait()
        waiting.cancel()
        await #expect(throws: CancellationError.self) { try await waiting.value }
        slow.mayEnd.open()

        let latch = Latch()
        let cancelled = Task {
            await latch.wait()
            try await authorized(for: Holding(verdict: .authorized())) { _ in unexpected() }
        }
        cancelled.cancel()
        latch.open()
        await #expect(throws: CancellationError.self) { try await cancelled.value }
    }
}

private func unexpected() { Issue.record("ran") }
