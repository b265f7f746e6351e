import Procedures
import TestSupport
import Testing

/// Lineage N.
@Suite struct `Cancelling a procedure` {
    let queue = ProcedureQueue(width: 2)
    let journal = Journal()

    private func noting(_ name: String = "work") -> Procedure<Void> {
        Procedure(name) { [journal] in journal.note("works") }.observer(Recorder(journal))
    }

    private static let end = [
        "work didCancel", "work willFinish cancelled", "work didFinish cancelled",
    ]

    @Test func `A cancelled procedure ends, also on a suspended queue (N1)`() async throws {
        queue.suspend()
        let handle = queue.enqueue(noting())

        handle.cancel()

        let outcome = try await handle.outcome()
        #expect(throws: CancellationError.self) { try outcome.get() }
        #expect(journal.entries == ["work didAttach"] + Self.end)
    }

    @Test func `Observers see the cause of a cancellation before the end (N3)`() async throws {
        let told = Locked<[String]>([])
        let observer = BlockObserver(
            didCancel: { _, cancellation in told.withLock { $0.append("\(cancellation)") } },
            willFinish: { _, outcome in told.withLock { $0.append("\(outcome)") } }
        )
        let started = Latch()
        let handle = queue.enqueue(Self.waiting(started).observer(observer))
        await started.wait()
        handle.cancel()
        _ = try await handle.outcome()

        #expect(
            told.withLock { $0 } == ["`work` was cancelled", "cancelled: `work` was cancelled"]
        )
    }

    private static func waiting(_ started: Latch) -> Procedure<Void> {
        Procedure("work") {
            started.open()
            await untilCancelled()
            throw Broken()
        }
    }

    @Test func `Work that cancels itself and throws ends as cancelled (N6)`() async {
        let work = Procedure("work") { [journal] in
            unsafe withUnsafeCurrentTask { unsafe $0?.cancel() }
            journal.note("goes on")
            throw CancellationError()
        }

        #expect(await queue.run(work.observer(Recorder(journal))).word == "cancelled")
        let start = ["work didAttach", "work willExecute", "goes on", "work didExecute"]
        #expect(journal.entries == start + Self.end)
    }

    @Test func `Cancelled work that throws any error ends as cancelled (N7)`() async throws {
        let started = Latch()
        let handle = queue.enqueue(Self.waiting(started).observer(Recorder(journal)))
        await started.wait()
        handle.cancel()

        #expect(try await handle.outcome().word == "cancelled")
        #expect(
            journal.entries == ["work didAttach", "work willExecute", "work didExecute"] + Self.end
        )
    }

    enum Moment: CaseIterable { case returned, finishing, finished, ended }

    @Test(arguments: Moment.allCases)
    func `A cancellation after the work changes nothing (N8 N9)`(moment: Moment) async throws {
        let handle = Locked<ProcedureHandle<Int>?>(nil)
        let isKnown = Latch()
        @Sendable func cancel(at now: Moment) {
            if now == moment { handle.withLock { $0 }?.cancel() }
        }
        let work = Procedure("work") {
            await isKnown.wait()
            return 42
        }
        .observer(
            BlockObserver(
                didExecute: { _ in cancel(at: .returned) },
                didCancel: { _, _ in Issue.record("was told of a cancellation") },
                willFinish: { _, _ in cancel(at: .finishing) },
                didFinish: { _, _ in cancel(at: .finished) }
            )
        )
        let enqueued = queue.enqueue(work)
        handle.withLock { $0 = enqueued }
        isKnown.open()
        _ = try await enqueued.outcome()
        cancel(at: .ended)

        #expect(try await enqueued.outcome().get() == 42)
    }

    @Test func `A second cancellation by an observer changes nothing (N10 N11)`() async throws {
        let handle = Locked<ProcedureHandle<Void>?>(nil)
        @Sendable func cancel() { handle.withLock { $0 }?.cancel() }
        let again = BlockObserver(
            didCancel: { _, _ in cancel() },
            willFinish: { _, _ in cancel() }
        )
        queue.suspend()
        let enqueued = queue.enqueue(noting().observer(again))
        handle.withLock { $0 = enqueued }

        enqueued.cancel()

        #expect(try await enqueued.outcome().word == "cancelled")
        #expect(journal.entries == ["work didAttach"] + Self.end)
    }

    @Test func `A cancelled procedure leaves the queue, started or not (N13)`() async throws {
        let started = Latch()
        let running = queue.enqueue(Self.waiting(started))
        await started.wait()
        queue.suspend()
        let waiting = queue.enqueue(noting())
        #expect(queue.activity.phases == [.execution: 1, .dependencies: 1])

        running.cancel()
        waiting.cancel()

        #expect(try await running.outcome().word == "cancelled")
        #expect(try await waiting.outcome().word == "cancelled")
        // The last procedure of a run leaves the queue after its waiters are notified.
        await queue.shutdown(within: .seconds(60))
        #expect(queue.activity.phases.isEmpty)
        #expect(journal.entries == ["work didAttach"] + Self.end)
    }
}
