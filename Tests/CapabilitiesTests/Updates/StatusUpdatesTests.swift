import Capabilities
import Procedures
import TestSupport
import Testing
import WarrantTesting

private struct Broken: Error, CustomStringConvertible {
    let description = "the disk is on fire"
}

private let gone = Verdict.denied([Reason("gone", "key", "is gone")])
private let failed = Verdict.undetermined([Reason("look-failed", "key", "the disk is on fire")])

@Suite(.timeLimit(.minutes(20))) struct `Updates of a capability` {
    let key = ScriptedCapability("key", .authorized())

    /// Returns the verdict of the next element, or nil at the end.
    private func next(
        _ updates: inout StatusUpdates<ScriptedCapability.Status>.Iterator
    ) async throws -> Verdict? { try await updates.next().map(key.verdict(of:)) }

    @Test func `Updates begin with the current status and report each change`() async throws {
        var updates = key.updates.makeAsyncIterator()
        #expect(try await next(&updates) == .authorized())
        key.change(to: gone)
        #expect(try await next(&updates) == gone)
        key.change(to: .authorized())
        #expect(try await next(&updates) == .authorized())
    }

    @Test func `Updates give a slow reader the latest status only`() async throws {
        var updates = key.updates.makeAsyncIterator()
        _ = try await next(&updates)
        for _ in 1...1000 {
            key.change(to: .authorized())
            key.change(to: gone)
        }
        #expect(try await next(&updates) == gone)
        #expect(key.looks == 2)
    }

    @Test func `Updates continue after a failed look`() async throws {
        var updates = key.updates.makeAsyncIterator()
        _ = try await next(&updates)
        key.change(toFailing: Broken())
        #expect(try await next(&updates) == failed)
        key.change(to: .authorized())
        #expect(try await next(&updates) == .authorized())
    }

    @Test func `Updates listen before the first look and miss no change`()
        async throws
    {
        let (changes, change) = AsyncStream.makeStream(of: Void.self)
        let looks = Counter()
        let updates = StatusUpdates {
            // The status changes during the first check.
            if looks.next() == 1 { change.yield() }
            return ScriptedCapability.Status(looks.value == 1 ? .authorized() : gone)
        } whenever: {
            #expect(looks.value == 0)
            return changes
        }
        var iterator = updates.makeAsyncIterator()
        #expect(try await next(&iterator) == .authorized())
        #expect(try await next(&iterator) == gone)
    }

    @Test func `Updates end with a reason after their source has ended`()
        async throws
    {
        var updates = key.updates.makeAsyncIterator()
        _ = try await next(&updates)
        key.endUpdates()
        #expect(try await next(&updates) == .authorized())
        let end = await #expect(throws: Unwatched.self) { _ = try await next(&updates) }
        #expect(
            end?.description == "further changes are not announced; "
                + "`the watch for changes` has failed: it came to its end"
        )
        #expect(try await next(&updates) == nil)
    }

    @Test func `Updates end with a reason if their source fails`() async throws {
        let deaf = StatusUpdates {
            ScriptedCapability.Status(gone)
        } whenever: { () async throws -> AsyncStream<Void> in
            throw Broken()
        }
        let failing = StatusUpdates {
            ScriptedCapability.Status(gone)
        } whenever: {
            AsyncThrowingStream<Void, any Error> { $0.finish(throwing: Broken()) }
        }
        for (updates, looks) in [(deaf, 1), (failing, 2)] {
            var iterator = updates.makeAsyncIterator()
            for _ in 1...looks { #expect(try await next(&iterator) == gone) }
            let end = await #expect(throws: Unwatched.self) { _ = try await next(&iterator) }
            #expect(end?.reason.message == "has failed: the disk is on fire")
        }
    }

    @Test func `Updates without a source give the status once`() async throws {
        let holding = Holding(verdict: gone)
        var updates = holding.updates.makeAsyncIterator()
        #expect(try await updates.next().map(holding.verdict(of:)) == gone)
        let end = await #expect(throws: Unwatched.self) { _ = try await updates.next() }
        #expect(end?.reason == holding.updates.unreported)
        #expect(
            end?.description
                == "further changes are not announced; `key` may change at any time "
                + "without notice; look at it when you need it"
        )
    }

    @Test func `Updates start on demand and end when they are released`()
        async throws
    {
        do {
            var updates = key.updates.makeAsyncIterator()
            #expect((key.looks, key.watchers) == (0, 0))
            _ = try await next(&updates)
            #expect((key.looks, key.watchers) == (1, 1))
        }
        #expect(key.watchers == 0)
    }

    @Test func `Updates end with the task that waits for them`()
        async throws
    {
        let begun = Latch()
        let waiting = Task { [key] in
            var count = 0
            for try await _ in key.updates {
                count += 1
                begun.open()
            }
            return count
        }
        await begun.wait()
        waiting.cancel()
        #expect(try await waiting.value == 1)
        #expect(key.watchers == 0)
    }

    @Test func `Updates of a cancelled task are empty`() async throws {
        let waiting = Task { [key] in
            await untilCancelled()
            var updates = key.updates.makeAsyncIterator()
            return try await updates.next() == nil
        }
        waiting.cancel()
        #expect(try await waiting.value)
        #expect((key.looks, key.watchers) == (0, 0))
    }
}
