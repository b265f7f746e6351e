import Procedures
import TestSupport
import Testing

/// Lineage L.
@Suite struct `An enqueued procedure` {
    let journal = Journal()

    @Test func `Each observer is notified once, and each waiter gets the outcome (L2)`()
        async throws
    {
        let procedure = Procedure("work") { 42 }
            .observers(ending("first"), ending("second"), ending("third"))
        let handle = ProcedureQueue(width: 1).enqueue(procedure)

        try await withThrowingTaskGroup { group in
            for _ in 0..<10 { group.addTask { try await handle.outcome().get() } }
            for try await output in group { #expect(output == 42) }
        }

        #expect(journal.entries == ["first", "second", "third"])
    }

    private func ending(_ name: String) -> BlockObserver {
        BlockObserver(didFinish: { [journal] _, _ in journal.note(name) })
    }

    @Test func `A queue without another holder runs its procedure (L3)`() async throws {
        let handle = ProcedureQueue(width: 1).enqueue(Procedure("work") { 42 })

        #expect(try await handle.outcome().get() == 42)
    }

    /// If the queue is retained, the test ends with its time limit.
    @Test(.timeLimit(.minutes(20)))
    func `A finished procedure without a handle releases its queue (L4)`()
        async throws
    {
        let isReleased = Latch()
        _ = try await ProcedureQueue(width: 1, observers: [Releasing(isReleased)])
            .enqueue(Procedure("work") {}).outcome()

        await isReleased.wait()
    }

    @Test func `Queue observers see run, enqueued and produced procedures (L6 L7)`()
        async throws
    {
        let queue = ProcedureQueue(width: 1, observers: [Recorder(journal)])
        let child = Procedure("child") {}

        _ = await queue.run(Procedure("run") {})
        _ = try await queue.enqueue(Procedure("enqueued") {}).outcome()
        _ = await queue.run(Procedure("maker") { context in _ = try context.produce(child) })

        #expect(journal.entries == Self.life("run") + Self.life("enqueued") + Self.production)
    }

    private static func life(_ name: String) -> [String] {
        ["didAttach", "willExecute", "didExecute", "willFinish succeeded", "didFinish succeeded"]
            .map { "\(name) \($0)" }
    }

    private static let production =
        ["maker didAttach", "maker willExecute", "maker willAdd child"]
        + ["child didAttach", "maker didAdd child"] + life("child").dropFirst()
        + life("maker").dropFirst(2)

    @Test func `A procedure notifies its own observers before those of its queue`() async {
        let queue = ProcedureQueue(width: 1, observers: [ending("queue")])

        _ = await queue.run(Procedure("work") {}.observer(ending("own")))

        #expect(journal.entries == ["own", "queue"])
    }
}

/// Opens a latch when its last owner releases it.
final class Releasing: Observer {
    private let latch: Latch

    init(_ latch: Latch) { self.latch = latch }

    deinit { latch.open() }
}
