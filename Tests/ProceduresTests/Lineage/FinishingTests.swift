import Procedures
import TestSupport
import Testing
import WarrantTesting

@Suite struct `A procedure that finishes` {
    let queue = ProcedureQueue(width: 2)
    let journal = Journal()

    @Test func `Observers see willFinish before didFinish (O1)`() async {
        let observer = BlockObserver(
            willFinish: { [journal] in journal.note("will \($0.name) \($1)") },
            didFinish: { [journal] in journal.note("did \($0.name) \($1)") }
        )

        _ = await queue.run(Procedure("work") {}.observer(observer))

        #expect(journal.entries == ["will work succeeded", "did work succeeded"])
    }

    @Test func `A procedure that is cancelled in willExecute does no work (O2 O7)`() async throws {
        let handle = Box<ProcedureHandle<Void>>()
        let isThere = Latch()
        let cancelling = BlockObserver(willExecute: { _ in handle.value?.cancel() })
        let procedure = Procedure("work") { [journal] in journal.note("work") }
            .condition(BlockCondition("the handle is there") { await isThere.wait() == () })
            .observer(cancelling)
            .observer(Recorder(journal))

        handle.value = queue.enqueue(procedure)
        isThere.open()
        let outcome = try await handle.value?.outcome()

        #expect(outcome?.cancellation?.cause == .requested)
        #expect(
            journal.entries == [
                "work didAttach", "work willExecute", "work didExecute", "work didCancel",
                "work willFinish cancelled", "work didFinish cancelled",
            ]
        )
    }

    @Test func `A procedure ends once, although several cancel it (O10)`() async throws {
        let ended = Journal()
        let observer = BlockObserver(didFinish: { ended.note($1.word) })
        var outcomes: [String] = []
        for _ in 0..<1_000 {
            let handle = queue.enqueue(Procedure("work") {}.observer(observer))
            await withTaskGroup { group in
                for _ in 0..<3 { group.addTask { handle.cancel() } }
            }
            outcomes.append(try await handle.outcome().word)
        }

        #expect(ended.entries == outcomes)
        #expect(Set(outcomes).isSubset(of: ["succeeded", "cancelled"]))
    }

    @Test func `A callback may end a procedure early or late (O11)`() async throws {
        let early = Procedure("early") {
            await withCheckedContinuation { $0.resume(returning: 1) }
        }
        let late = Procedure("late") {
            await withCheckedContinuation { continuation in
                Task { continuation.resume(returning: 2) }
            }
        }
        let failing = Procedure("failing") {
            try await withCheckedThrowingContinuation { $0.resume(throwing: Broken()) } as Int
        }

        #expect(try await queue.run(early).get() == 1)
        #expect(try await queue.run(late).get() == 2)
        #expect(await queue.run(failing).failure is Broken)
    }
}
