import Procedures
import TestSupport
import Testing

/// Lineage L.
@Suite struct `An enqueued procedure` {
    let journal = Journal()

    @Test func `tells each observer of its end once, and each who waits what it came to (L2)`()
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

    @Test func `runs on a queue that was made for it alone (L3)`() async throws {
        let handle = ProcedureQueue(width: 1).enqueue(Procedure("work") { 42 })

        #expect(try await handle.outcome().get() == 42)
    }

    /// Ends with its time limit where the queue is kept.
    @Test(.timeLimit(.minutes(20)))
    func `does not keep its queue when it has ended and nobody has its handle (L4)`()
        async throws
    {
        let isReleased = Latch()
        _ = try await ProcedureQueue(width: 1, observers: [Releasing(isReleased)])
            .enqueue(Procedure("work") {}).outcome()

        await isReleased.wait()
    }

    @Test func `is told of to the observers of its queue, whatever way it came there (L6 L7)`()
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

    @Test func `is told of first to its own observers, then to those of its queue`() async {
        let queue = ProcedureQueue(width: 1, observers: [ending("queue")])

        _ = await queue.run(Procedure("work") {}.observer(ending("own")))

        #expect(journal.entries == ["own", "queue"])
    }
}

/// Opens a latch when the last who has it lets it go.
final class Releasing: Observer {
    private let latch: Latch

    init(_ latch: Latch) { self.latch = latch }

    deinit { latch.open() }
}
