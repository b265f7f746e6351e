import Procedures
import TestSupport

/// Random load on several queues that share their categories.
///
/// A seed decides each operation. The machine decides the order of operations in different tasks.
final class Storm: Sendable {
    static let queueCount = 3
    /// The largest number of procedures held at the same time, which bounds the memory of a storm.
    private static let mostProcedures = 2_000

    let census = Census()
    let gate = Latch()
    private let makeQueue: @Sendable (_ width: Int) -> ProcedureQueue
    /// Advances the time if it does not advance by itself.
    let advance: @Sendable () -> Void
    let queues: Locked<[ProcedureQueue]>
    /// Nil after the storm abates, when nothing may be held any longer.
    let handles = Locked([ProcedureHandle<Void>]?.some([]))
    let waits = Locked((open: 0, waiting: [CheckedContinuation<Void, Never>]()))

    init(
        makeQueue: @escaping @Sendable (_ width: Int) -> ProcedureQueue,
        advance: @escaping @Sendable () -> Void = {}
    ) {
        self.makeQueue = makeQueue
        self.advance = advance
        queues = Locked((0..<Self.queueCount).map { makeQueue($0 + 1) })
    }

    /// Deadlines that end no useless wait. A procedure may have its own.
    static var deadlines: Deadlines {
        var deadlines = Deadlines()
        let ever = Duration.seconds(1_000_000_000)
        (deadlines.dependencies, deadlines.remedies) = (ever, ever)
        (deadlines.condition, deadlines.exclusion) = (ever, ever)
        return deadlines
    }

    var description: String {
        let activities = queues.withLock { $0 }.map { "\($0.activity)" }
        return "\(census.description), \(activities), waits \(waits.withLock { $0.open })"
    }

    /// True if no queue has work.
    var isIdle: Bool {
        queues.withLock { $0 }.map(\.activity).allSatisfy {
            $0.phases.values.allSatisfy { $0 == 0 } && $0.abandonedConditions == 0
                && $0.overrunning == 0
        }
    }

    func queue(_ index: Int) -> ProcedureQueue { queues.withLock { $0[index] } }

    // MARK: Operations

    /// Lets several tasks perform a number of operations together. Operations inside procedures count too.
    func blow(operations: Int, tasks: Int, seed: UInt64) async {
        await withTaskGroup { group in
            for task in 0..<tasks {
                group.addTask { await self.blow(operations, seed &+ UInt64(task) &* 7919) }
            }
        }
    }

    private func blow(_ operations: Int, _ seed: UInt64) async {
        var maker = StormMaker(storm: self, random: SplitMix(seed: seed))
        while census.operations < operations {
            operate(&maker)
            while census.population > Self.mostProcedures { await relieve() }
            if maker.one(in: 4) { await Task.yield() }
        }
    }

    private func relieve() async {
        for queue in queues.withLock({ $0 }) { queue.resume() }
        gate.pulse()
        advance()
        await Task.yield()
    }

    private func operate(_ maker: inout StormMaker) {
        let index = maker.below(Self.queueCount)
        let queue = queue(index)
        switch maker.below(24) {
        case 0...8: enqueue(maker.procedure(StormMaker.Place(queue: index)), on: index)
        case 9...13: run(maker.procedure(StormMaker.Place(queue: index)), on: queue, &maker)
        case 14: cancelOne(&maker)
        case 15: count("suspend") { queue.suspend() }
        case 16, 17: count("resume") { queue.resume() }
        case 18: awaitOne(&maker)
        case 19 where maker.one(in: 64): replace(index, &maker)
        case 20: count("look at the activity") { _ = queue.activity }
        case 21: count("let through") { gate.pulse() }
        default: count("move the time on", advance)
        }
    }

    private func count(_ operation: String, _ body: () -> Void) {
        census.count(operation)
        body()
    }

    func enqueue(_ procedure: Procedure<Void>, on index: Int) {
        census.count("enqueue")
        let handle = queue(index).enqueue(procedure)
        handles.withLock { handles in
            // Only the latest handles are kept, so nothing is held for long.
            handles = handles.map { $0.suffix(15) + [handle] }
        }
    }

    private func run(
        _ procedure: Procedure<Void>,
        on queue: ProcedureQueue,
        _ maker: inout StormMaker
    ) {
        census.count("run")
        let task = wait { _ = await queue.run(procedure) }
        if maker.one(in: 8) { count("cancel a run") { task.cancel() } }
    }

    private func anyHandle(_ maker: inout StormMaker) -> ProcedureHandle<Void>? {
        let place = maker.below(16)
        return handles.withLock { handles in
            guard let handles, !handles.isEmpty else { return nil }
            return handles[place % handles.count]
        }
    }

    private func cancelOne(_ maker: inout StormMaker) {
        if let handle = anyHandle(&maker) { count("cancel") { handle.cancel() } }
    }

    private func awaitOne(_ maker: inout StormMaker) {
        guard let handle = anyHandle(&maker) else { return }
        census.count("handle outcome")
        let task = wait { _ = try? await handle.outcome() }
        if maker.one(in: 3) { task.cancel() }
    }

    private func replace(_ index: Int, _ maker: inout StormMaker) {
        let (width, grace) = (1 + maker.below(4), Duration.milliseconds(maker.below(20)))
        let old = queues.withLock { queues in
            defer { queues[index] = makeQueue(width) }
            return queues[index]
        }
        census.count("shut down")
        wait {
            await old.shutdown(within: grace)
            await old.shutdown(within: .seconds(1_000_000_000))
        }
    }

    // MARK: Waiting until all is over

    /// Lets all work end, and returns after that. A procedure that waits in vain keeps it from returning.
    func abate() async {
        gate.open()
        handles.withLock { $0 = nil }
        for queue in queues.withLock({ $0 }) {
            wait { await queue.shutdown(within: .seconds(1_000_000_000)) }
        }
        let clock = Task {
            while !Task.isCancelled {
                advance()
                await Task.yield()
            }
        }
        await whenNoWaits()
        await census.whenEmpty()
        clock.cancel()
        await clock.value
    }

    @discardableResult
    func wait(_ body: @escaping @Sendable () async -> Void) -> Task<Void, Never> {
        waits.withLock { $0.open += 1 }
        return Task {
            await body()
            let waiting = waits.withLock { waits in
                waits.open -= 1
                guard waits.open == 0 else { return [CheckedContinuation<Void, Never>]() }
                defer { waits.waiting = [] }
                return waits.waiting
            }
            for continuation in waiting { continuation.resume() }
        }
    }

    private func whenNoWaits() async {
        await withCheckedContinuation { continuation in
            let isOver = waits.withLock { waits in
                if waits.open > 0 { waits.waiting.append(continuation) }
                return waits.open == 0
            }
            if isOver { continuation.resume() }
        }
    }
}
