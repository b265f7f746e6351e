import Procedures
import TestSupport
import Testing

@Suite struct `What a queue enqueues that keeps task-local values` {
    @TaskLocal static var value = 0

    /// Notes the value at each event.
    private struct Observing: Observer {
        let journal: Journal

        private func note(_ event: String) { journal.note("\(event) \(value)") }

        func didAttach(to procedure: ProcedureIdentity) { note("didAttach") }
        func willExecute(_ procedure: ProcedureIdentity) { note("willExecute") }
        func didFinish(_ procedure: ProcedureIdentity, _ outcome: Outcome<Void>) {
            note("didFinish")
        }
    }

    private struct Look: Condition {
        let name = "look"
        let produces: [any ProcedureConvertible]

        func evaluate(in context: ConditionContext) async -> ConditionResult {
            value == 7 ? .satisfied : .refused([])
        }
    }

    let queue = ProcedureQueue(width: 1, keepsTaskLocals: true)

    private func enqueued<Output>(
        _ procedure: some ProcedureConvertible<Output>
    ) async throws -> Output {
        let handle = Self.$value.withValue(7) { queue.enqueue(procedure) }
        return try await Self.$value.withValue(1) { try await handle.outcome() }.get()
    }

    @Test func `Work, conditions and observers see the caller's value`() async throws {
        let journal = Journal()
        let work = Procedure("work") { Self.value }
            .condition(
                Look(produces: [Procedure("remedy") { journal.note("remedy \(Self.value)") }])
            )
            .observer(Observing(journal: journal))

        #expect(try await enqueued(work) == 7)
        #expect(journal.entries == ["didAttach 7", "remedy 7", "willExecute 7", "didFinish 7"])
    }

    @Test func `Dependencies and the members of a batch see the caller's value`() async throws {
        let first = Procedure("first") { Self.value }
        let second = Procedure("second", input: first) { [$0, Self.value] }
        let batch = Batch("batch", over: [1, 2, 3], width: 2) { _ in Self.value }

        #expect(try await enqueued(second) == [7, 7])
        #expect(try await enqueued(batch) == [7, 7, 7])
    }

    @Test func `What waits for a slot sees its own caller's value`() async throws {
        let (begun, latch) = (Latch(), Latch())
        let holder = Self.$value.withValue(3) {
            queue.enqueue(
                Procedure("holder") {
                    begun.open()
                    await latch.wait()
                }
            )
        }
        await begun.wait()
        let waiting = Self.$value.withValue(7) { queue.enqueue(Procedure("look") { Self.value }) }
        Self.$value.withValue(4) { latch.open() }

        _ = try await holder.outcome()
        #expect(try await waiting.outcome().get() == 7)
    }

    @Test func `What is produced sees the caller's value, not the producer's`() async throws {
        let produced = Procedure("produced") { Self.value }
        let producer = Procedure("producer") { context in
            try await Self.$value.withValue(5) {
                try await context.produce(produced).outcome().get()
            }
        }

        #expect(try await enqueued(producer) == 7)
    }

    @Test func `What is enqueued inside work is not part of that procedure`() async throws {
        let latch = Latch()
        let inner = Procedure("inner") {
            await latch.wait()
            return Self.value
        }
        let outer = Procedure("outer") { [queue] in
            Self.$value.withValue(9) { queue.enqueue(inner) }
        }

        let handle = try await enqueued(outer)
        latch.open()
        #expect(try await handle.outcome().get() == 9)
    }

    @Test func `An observer sees the caller's value when a procedure ends without a turn`()
        async throws
    {
        let journal = Journal()
        let latch = Latch()
        let holder = queue.enqueue(Procedure("holder") { await latch.wait() })
        let waiting = Self.$value.withValue(7) {
            queue.enqueue(Procedure("work") {}.observer(Observing(journal: journal)))
        }
        Self.$value.withValue(2) { waiting.cancel() }
        _ = try await waiting.outcome()
        latch.open()
        _ = try await holder.outcome()

        #expect(journal.entries == ["didAttach 7", "didFinish 7"])
    }

    @Test func `A queue that shuts down refuses what is enqueued`() async throws {
        await queue.shutdown(within: .zero)

        #expect(try await queue.enqueue(Procedure("work") {}).outcome().word == "refused")
    }
}
