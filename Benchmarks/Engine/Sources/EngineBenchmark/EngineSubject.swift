import Synchronization
import Procedures

/// Warrant's engine, with every deadline as it is by default.
struct EngineSubject: Subject {
    /// Of our queue and of Foundation's; a width has no counterpart in a task group.
    static let width = 4

    private let queue = ProcedureQueue(width: Self.width)

    @concurrent func run(_ shape: String, _ count: Int, _ sample: inout Sample) async throws {
        if shape.hasPrefix("single") {
            let one = try Shape.unit(shape)
            return try await sample.add {
                (0..<count).map { one($0) }
            } running: { procedures in
                for procedure in procedures { try await check(queue.run(procedure)) }
            }
        }
        let root = try Shape.root(shape)
        try await sample.add {
            root(count)
        } running: { root in
            try await check(queue.run(root))
        }
    }

    private func check<Output>(_ outcome: Outcome<Output>) throws {
        guard case .succeeded = outcome else { throw Failed(outcome: "\(outcome)") }
    }
}

/// What is enqueued behind a procedure that has the only slot.
extension EngineSubject {
    @concurrent func memory(_ shape: String, _ count: Int) async throws -> Memory {
        switch shape {
        case "runs":
            return try await memory {
                (0..<count).map { Shape.trivial($0) }
            } running: { procedures, queue in
                await withDiscardingTaskGroup { group in
                    for procedure in procedures { group.addTask { _ = await queue.run(procedure) } }
                }
            }
        case "enqueued":
            return try await memory {
                (0..<count).map { Shape.trivial($0) }
            } running: { procedures, queue in
                for handle in procedures.map(queue.enqueue) { _ = try? await handle.outcome() }
            }
        default:
            let root = try Shape.root(shape)
            return try await memory {
                root(count)
            } running: { root, queue in
                _ = await queue.run(root)
            }
        }
    }

    private func memory<Described: Sendable>(
        describing describe: @Sendable () -> Described,
        running run: @escaping @Sendable (Described, ProcedureQueue) async -> Void
    ) async throws -> Memory {
        let gate = Gate()
        let queue = ProcedureQueue(width: 1)
        async let first = queue.run(Procedure("first") { await gate.wait() })
        await settle()
        let before = bytesInUse()
        let described = describe()
        var memory = Memory(described: bytesInUse() - before, enqueued: 0)
        async let others: Void = run(described, queue)
        await settle()
        memory.enqueued = bytesInUse() - before
        guard Bodies.count.load(ordering: .relaxed) == 0 else { throw Failed(outcome: "too early") }
        gate.open()
        try check(await first)
        await others
        return memory
    }
}
