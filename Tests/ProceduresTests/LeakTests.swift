import Procedures
import TestSupport
import Testing

/// Every kind of procedure, made around one that holds tokens.
private let kinds: [@Sendable (Procedure<Void>, Ledger) -> Procedure<Void>] = [
    { one, _ in one },
    { one, ledger in one.after(ledger.procedure()) },
    { one, ledger in one.after([ledger.procedure(), ledger.procedure()], requiring: .completion) },
    { one, ledger in one.then(ledger.procedure()) },
    { one, _ in one.then("next") {} },
    { one, _ in one.map {} },
    { one, _ in one.retried(upTo: 2) },
    { one, _ in one.repeated(2) },
    { one, _ in one.ignoringErrors().map { _ in } },
    { one, _ in one.unique("id") },
    { one, ledger in Group("group", onFailure: .failFast, [one, ledger.procedure()]).map { _ in } },
    { one, ledger in Group("group", onFailure: .collect, [one, ledger.procedure()]).map { _ in } },
    { one, ledger in
        Group("group", onFailure: .failFast, [one, ledger.procedure()]) { $0.outcome }.map { _ in }
    },
    { one, ledger in
        Group("group", onFailure: .ignore, width: 1, [one, ledger.procedure()]).map { _ in }
    },
    { one, ledger in gather([one, ledger.procedure()]).map { _ in } },
    { one, ledger in gather(one, ledger.procedure()).map { _ in } },
    { one, ledger in
        Batch("batch", over: [ledger.token(), ledger.token()], width: 2) { $0.touch() }.after(one)
            .map { _ in }
    },
    { one, _ in Delay(.zero).after(one) },
    { one, _ in Procedure("produces") { try $0.produce(one) }.map { _ in } },
    { one, _ in
        Procedure("fails") { context in
            try context.produce(one)
            throw Broken()
        }
    },
    { one, _ in one.condition(TrueCondition() && !FalseCondition()) },
    { one, _ in one.condition(FalseCondition() || TrueCondition()) },
    { one, _ in one.condition(IgnoredCondition(FalseCondition())) },
    { one, _ in one.condition(SilentCondition(TrueCondition())) },
    { one, _ in one.condition(MutuallyExclusive("a", "b")).condition(MutuallyExclusive("c")) },
    { one, _ in one.condition(NoFailedDependencies()).stoppingAtFirstRefusal() },
    { one, ledger in
        one.condition(
            ProducingNode(
                part: TrueCondition(),
                produces: [ledger.procedure()],
                producedRequirements: .allSucceeded
            )
        )
    },
    { one, _ in one.condition(EndingCondition()) },
    { one, _ in one.observer(Timeout(.seconds(30))) },
    { one, _ in one.deadlines { $0.overall = .seconds(30) } },
]

@Suite struct `Release of a finished procedure` {
    enum End: CaseIterable { case byItself, cancelled, expired, overdue, abandoned, neverEnqueued }

    static let count = 10_000

    @Test(arguments: End.allCases)
    func `A finished procedure releases its work, conditions and observers`(end: End) async throws {
        let ledger = Ledger()
        try await run(end, ledger)
        let isEmpty: Void? = await withDeadline(.seconds(30)) { await ledger.whenEmpty() }

        #expect(isEmpty != nil, "\(ledger.alive) of \(ledger.issued) are held")
        #expect(ledger.issued >= 3 * Self.count)
    }

    private func run(_ end: End, _ ledger: Ledger) async throws {
        let gate = Latch()
        let queue = ProcedureQueue(width: 4, exclusion: ProcessExclusion())
        let procedures = (0..<Self.count).map { number in
            changed(kinds[number % kinds.count](ledger.procedure(), ledger), end, gate)
        }
        guard end != .neverEnqueued else { return }
        let handles = procedures.map { procedure in
            let handle = queue.enqueue(procedure)
            if end == .cancelled { handle.cancel() }
            return handle
        }
        for handle in handles { _ = try await handle.outcome() }
        gate.open()
        await queue.shutdown(within: .seconds(30))
    }

    private func changed(_ procedure: Procedure<Void>, _ end: End, _ gate: Latch) -> Procedure<Void>
    {
        switch end {
        case .byItself, .cancelled, .neverEnqueued: procedure
        case .expired: procedure.deadlines { $0.execution = .zero }
        case .overdue: procedure.deadlines { $0.dependencies = .microseconds(1) }
        case .abandoned:
            procedure.condition(
                StormCondition(result: .satisfied, isDeaf: true, gate: gate),
                within: .microseconds(1)
            )
        }
    }
}
