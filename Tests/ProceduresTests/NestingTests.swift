import Procedures
import TestSupport
import Testing

/// Work that randomly runs, enqueues, produces and awaits other work.
private final class Nesting: Sendable {
    private struct State {
        var random: SplitMix
        var handles: [ProcedureHandle<Int>] = []
        var left: Int
    }

    private enum Step: CaseIterable { case run, wait, produce, share, earlier, both, runElsewhere }

    private let queues: [ProcedureQueue]
    private let state: Locked<State>

    init(seed: UInt64, width: Int) {
        queues = [ProcedureQueue(width: width), ProcedureQueue(width: 1)]
        state = Locked(State(random: SplitMix(seed: seed), left: 40))
    }

    /// Runs all work to its end.
    func run() async throws {
        let handles = (0..<3).map { queues[0].enqueue(work("root \($0)")) }
        state.withLock { $0.handles += handles }
        for handle in handles { _ = try await handle.outcome() }
    }

    private func work(_ name: String) -> Procedure<Int> {
        Procedure(name) { context in
            for step in self.steps() { try await self.take(step, in: context) }
            return 1
        }
    }

    private func steps() -> [Step] {
        state.withLock { state in
            guard state.left > 0 else { return [] }
            state.left -= 1
            return (0..<(1 + state.random.below(3))).map { _ in state.random.pick(Step.allCases) }
        }
    }

    private func take(_ step: Step, in context: ProcedureContext) async throws {
        let queue = queues[0]
        switch step {
        case .run: _ = await queue.run(work("run"))
        case .runElsewhere: _ = await queues[1].run(work("elsewhere"))
        case .wait:
            let handle = queue.enqueue(work("enqueued"))
            state.withLock { $0.handles.append(handle) }
            _ = try await handle.outcome()
        case .produce: _ = try await context.produce(work("produced")).outcome()
        case .share: _ = await queue.run(work("shared").unique("id"))
        case .earlier:
            let handle = state.withLock { state in
                state.handles.isEmpty ? nil : state.random.pick(state.handles)
            }
            _ = try await handle?.outcome()
        case .both:
            async let one = queue.run(work("one"))
            async let two = queue.run(work("two"))
            _ = await (one, two)
        }
    }
}

@Suite(.timeLimit(.minutes(20))) struct `Nested work` {
    /// Two waits that end while no slot is free would both be in line for one. The second one must not keep its place.
    @Test func `Waits of one procedure at the same time need one slot`() async throws {
        for _ in 0..<300 {
            let queue = ProcedureQueue(width: 1)
            let several = { @Sendable in
                for _ in 0..<20 {
                    _ = try? await queue.enqueue(Procedure("inner") {}).outcome()
                }
            }
            let handles = (0..<3).map { number in
                queue.enqueue(
                    Procedure("outer \(number)") {
                        async let one: Void = several()
                        async let two: Void = several()
                        async let three: Void = several()
                        _ = await (one, two, three)
                    }
                )
            }
            for handle in handles { _ = try await handle.outcome() }
        }
    }

    @Test(arguments: 1...3)
    func `Nested work always ends`(width: Int) async throws {
        try await withFreshSeed { seed in
            for number in 0..<300 as Range<UInt64> {
                try await Nesting(seed: seed &+ number, width: width).run()
            }
        }
    }
}
