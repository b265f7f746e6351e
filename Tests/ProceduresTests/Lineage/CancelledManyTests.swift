import Procedures
import Synchronization
import TestSupport
import Testing

/// Lineage N: laws for every moment of cancellation.
@Suite struct `A cancellation at any moment` {
    enum Moment: CaseIterable { case before, enqueued, executing }

    @Test(arguments: Moment.allCases)
    func `A cancellation ends a group and each running child as cancelled (N14)`(
        moment: Moment
    ) async throws {
        let queue = ProcedureQueue(width: 4)
        let started = [Latch(), Latch()]
        let words = Locked<[String]>([])
        let ending = BlockObserver(didFinish: { _, outcome in
            words.withLock { $0.append(outcome.word) }
        })
        let children = started.map { latch in
            Procedure("child") {
                latch.open()
                await untilCancelled()
                try Task.checkCancellation()
            }
            .observer(ending)
        }
        let outcome = await Self.outcome(of: Group("group", children), on: queue, moment) {
            for latch in started { await latch.wait() }
        }

        #expect(throws: CancellationError.self) { try outcome?.get() }
        #expect(words.withLock { $0 } == (moment == .executing ? ["cancelled", "cancelled"] : []))
    }

    private static func outcome<Output>(
        of procedure: some ProcedureConvertible<Output>,
        on queue: ProcedureQueue,
        _ moment: Moment,
        whenStarted: () async -> Void
    ) async -> Outcome<Output>? {
        if moment == .before {
            let task = Task {
                await untilCancelled()
                return await queue.run(procedure)
            }
            task.cancel()
            return await task.value
        }
        if moment == .enqueued { queue.suspend() }
        let handle = queue.enqueue(procedure)
        if moment == .executing { await whenStarted() }
        handle.cancel()
        return try? await handle.outcome()
    }

    /// If a procedure gets lost, the test ends with its time limit.
    @Test(.timeLimit(.minutes(20)))
    func `Each of 10,000 cancelled procedures ends exactly once (N12)`() async {
        let queue = ProcedureQueue(width: 4)
        let ended = Atomic(0)
        let strange = Atomic(0)
        let ending = BlockObserver(didFinish: { _, outcome in
            ended.wrappingAdd(1, ordering: .relaxed)
            if !["succeeded", "cancelled"].contains(outcome.word) {
                strange.wrappingAdd(1, ordering: .relaxed)
            }
        })
        let works = (0..<10_000).map { Procedure("\($0)") {}.observer(ending) }

        await withTaskGroup { group in
            for work in works {
                let handle = queue.enqueue(work)
                group.addTask { handle.cancel() }
                group.addTask { _ = try? await handle.outcome() }
            }
        }

        #expect(ended.load(ordering: .relaxed) == 10_000)
        #expect(strange.load(ordering: .relaxed) == 0)
    }

    @Test func `Work sees a cancellation that comes just before it starts (N12)`() async throws {
        let queue = ProcedureQueue(width: 1)
        let handle = Locked<ProcedureHandle<Void>?>(nil)
        let word = Locked("")
        let observer = BlockObserver(
            willExecute: { _ in handle.withLock { $0 }?.cancel() },
            didFinish: { _, outcome in word.withLock { $0 = outcome.word } }
        )
        queue.suspend()
        let enqueued = queue.enqueue(
            Procedure("work") { try Task.checkCancellation() }.observer(observer)
        )
        handle.withLock { $0 = enqueued }
        queue.resume()

        #expect(try await enqueued.outcome().word == "cancelled")
        #expect(word.withLock { $0 } == "cancelled")
    }
}
