import Procedures
import TestSupport
import Testing

/// Passes a handle to work that was enqueued with it.
private final class Handover<Value: Sendable>: Sendable {
    private let value = Locked<Value?>(nil)

    func put(_ new: Value) { value.withLock { $0 = new } }

    func take() async -> Value {
        while true {
            if let value = value.withLock({ $0 }) { return value }
            await Task.yield()
        }
    }
}

@Suite(.timeLimit(.minutes(20))) struct `Work that would wait for its own end` {
    private typealias Handle = ProcedureHandle<Void>

    private let queue = ProcedureQueue(width: 1)

    /// Returns the result of a wait inside work.
    private func failure(of outcome: Outcome<some Sendable>) -> WaitCycle? {
        if case .failed(let error) = outcome { error as? WaitCycle } else { nil }
    }

    @Test func `Work that waits for its own handle is refused with advice`() async throws {
        let own = Handover<Handle>()
        let handle = queue.enqueue(
            Procedure("backup") { try await own.take().outcome().get() }
        )
        own.put(handle)
        let cycle = failure(of: try await handle.outcome())
        #expect(cycle == WaitCycle(waiting: "backup", awaited: "backup"))
        #expect(
            cycle?.description == "`backup` cannot wait for `backup`, which ends only after it; "
                + "wait for it outside the work, or in a detached task"
        )
    }

    @Test func `A run inside work that waits for that work is refused`() async throws {
        let own = Handover<Handle>()
        let handle = queue.enqueue(
            Procedure("outer") { [queue] in
                let inner = Procedure("inner") { try await own.take().outcome().get() }
                try await queue.run(inner).get()
            }
        )
        own.put(handle)
        #expect(
            failure(of: try await handle.outcome())
                == WaitCycle(waiting: "inner", awaited: "outer")
        )
    }

    @Test func `A dependency that waits for its dependent is refused`() async throws {
        let own = Handover<Handle>()
        let first = Procedure("first") { try await own.take().outcome().get() }
        let handle = queue.enqueue(Procedure("last") {}.after(first, requiring: .completion))
        own.put(handle)
        #expect(try await handle.outcome().isSuccess)
    }

    @Test func `Procedures that wait for each other are refused`() async throws {
        let queue = ProcedureQueue(width: 2)
        let (one, two) = (Handover<Handle>(), Handover<Handle>())
        let first = queue.enqueue(Procedure("first") { try await two.take().outcome().get() })
        let second = queue.enqueue(Procedure("second") { try await one.take().outcome().get() })
        one.put(first)
        two.put(second)
        let cycles = [try await first.outcome(), try await second.outcome()].map(failure(of:))
        #expect(cycles.contains { $0 != nil })
    }

    @Test func `Shared work that waits for itself is refused`() async throws {
        let own = Handover<Procedure<Void>>()
        let shared = Procedure("shared") { [queue] in
            try await queue.run(own.take()).get()
        }
        .unique("id")
        own.put(shared)
        #expect(
            failure(of: await queue.run(shared)) == WaitCycle(waiting: "shared", awaited: "shared")
        )
    }
}
