import Procedures
import TestSupport
import Testing
import WarrantTesting

@Suite struct `A cancelled group` {
    let queue = ProcedureQueue(width: 2)
    let journal = Journal()

    @Test func `A cancelled group cancels each procedure, begun or not (U17 U18)`() async throws {
        let executing = Latch()
        let child = Procedure("begun") {
            executing.open()
            await untilCancelled()
            try Task.checkCancellation()
        }
        let group = Group("group", width: 1) {
            child.observer(Recorder(journal))
            Procedure("waiting") {}.observer(Recorder(journal))
        }
        let handle = queue.enqueue(group)
        await executing.wait()
        handle.cancel()

        #expect(try await handle.outcome().word == "cancelled")
        #expect(
            Set(journal.entries.filter { $0.contains("didFinish") })
                == ["begun didFinish cancelled", "waiting didFinish cancelled"]
        )
        #expect(!journal.entries.contains("waiting willExecute"))
    }

    @Test func `A cancelled group has the cause of its own cancellation (U20)`() async throws {
        let executing = Latch()
        let child = Procedure("child") {
            executing.open()
            await untilCancelled()
            throw Broken()
        }
        let handle = queue.enqueue(Group("group") { child })
        await executing.wait()
        handle.cancel()

        let cancellation = try await handle.outcome().cancellation
        #expect(cancellation == Cancellation(procedure: "group", .requested))
    }

    @Test func `A procedure that is added to a cancelled one is cancelled (U21)`() async throws {
        let executing = Latch()
        let producer = Procedure("producer") { [journal] context in
            executing.open()
            await untilCancelled()
            try context.produce(Procedure("late") {}.observer(Recorder(journal)))
        }
        let handle = queue.enqueue(producer)
        await executing.wait()
        handle.cancel()

        #expect(try await handle.outcome().isSuccess)
        #expect(
            journal.entries == [
                "late didAttach", "late didCancel", "late willFinish cancelled",
                "late didFinish cancelled",
            ]
        )
    }

    @Test func `A group cancelled before its start runs nothing, and ends (U29)`() async throws {
        queue.suspend()
        let group = Group("group") { Procedure("child") {}.observer(Recorder(journal)) }
            .observer(Recorder(journal))
        let handle = queue.enqueue(group)
        handle.cancel()
        queue.resume()

        #expect(try await handle.outcome().word == "cancelled")
        #expect(
            journal.entries == [
                "group didAttach", "group didCancel", "group willFinish cancelled",
                "group didFinish cancelled",
            ]
        )
        #expect(await queue.shutdown(within: .seconds(10)) == [])
    }

    @Test func `Observers of a queue see each event of a group in order (U24 U26)`() async {
        let queue = ProcedureQueue(width: 1, observers: [Recorder(journal)])
        let group = Group("group") { Procedure("child") { throw CancellationError() } }

        _ = await queue.run(group)

        #expect(
            journal.entries == [
                "group didAttach", "group willExecute", "group willAdd child", "child didAttach",
                "group didAdd child", "child willExecute", "child didExecute", "child didCancel",
                "child willFinish cancelled", "child didFinish cancelled", "group didExecute",
                "group willFinish failed", "group didFinish failed",
            ]
        )
    }

    /// 500 groups, each cancelled while its procedures end and produce others.
    @Test func `A group ends once with all its procedures, whenever it is cancelled (U28)`()
        async throws
    {
        let attached = Overlap()
        let observer = BlockObserver(
            didAttach: { _ in attached.enter() },
            didFinish: { _, _ in attached.leave() }
        )
        let queue = ProcedureQueue(width: 4, observers: [observer])
        let handles = (0..<500).map { _ in
            queue.enqueue(
                Group("group", onFailure: .failFast) {
                    for part in 0..<4 {
                        Procedure("part \(part)") { context in
                            await Task.yield()
                            try context.produce(Procedure("added") {})
                            if part == 3 { throw Broken() }
                        }
                    }
                }
            )
        }
        for handle in handles {
            handle.cancel()
            await Task.yield()
        }
        for handle in handles { #expect(try await !handle.outcome().isSuccess) }
        #expect(await queue.shutdown(within: .seconds(60)) == [])
        #expect(attached.inside == 0)
        #expect(attached.entries >= 500)
    }
}
