import Procedures

/// Runs a plan on the engine, and records all events in one order.
final class GraphRun: Sendable {
    struct Line: Hashable, Sendable {
        /// A procedure is about to cancel the run.
        static let cancels = Line(number: 0, text: "cancels")

        let number: Int
        let text: String

        var isOfCondition: Bool { text.hasPrefix("looks") || text.hasPrefix("asks") }
    }

    private struct State {
        var lines: [Line] = []
        var counts: [Int: Int] = [:]
        var handle: ProcedureHandle<Void>?
    }

    /// The procedures that may be depended on, by their numbers.
    private typealias Made = [Int: any ProcedureConvertible]

    private let state = Locked(State())

    var lines: [Line] { state.withLock { $0.lines } }

    func note(_ number: Int, _ text: String) {
        state.withLock { $0.lines.append(Line(number: number, text: text)) }
    }

    /// Returns the number of earlier calls with this number.
    func count(_ number: Int) -> Int {
        state.withLock { state in
            defer { state.counts[number, default: 0] += 1 }
            return state.counts[number, default: 0]
        }
    }

    /// - Parameter width: The width of the queue.
    func run(_ plans: [Plan], width: Int, queueObserves: Bool) async {
        let observer = GraphObserver(run: self)
        let queue = ProcedureQueue(
            width: width,
            exclusion: ProcessExclusion(),
            observers: queueObserves ? [observer] : []
        )
        let procedures = procedures(plans, [:], queueObserves ? [] : [observer])
        let root = Procedure("0") {}.after(procedures, requiring: .completion)
        queue.suspend()
        let handle = queue.enqueue(root)
        state.withLock { $0.handle = handle }
        queue.resume()
        _ = try? await handle.outcome()
        // If the run is cancelled, its root ends before the procedures in progress.
        await queue.shutdown(within: .seconds(600))
        state.withLock { $0.handle = nil }
    }

    private func cancel() {
        note(Line.cancels.number, Line.cancels.text)
        state.withLock { $0.handle }?.cancel()
    }

    // MARK: Making the engine's procedures

    private func procedures(
        _ plans: [Plan],
        _ outer: Made,
        _ observers: [any Observer]
    ) -> [any ProcedureConvertible] {
        var made = outer
        return plans.map { plan in
            let procedure = procedure(plan, made, observers)
            made[plan.number] = procedure
            return procedure
        }
    }

    private func procedure(
        _ plan: Plan,
        _ made: Made,
        _ observers: [any Observer]
    ) -> any ProcedureConvertible {
        guard case .group(let parts, let policy, let width) = plan.work else {
            return guarded(simple(plan, made, observers), plan, made, observers)
        }
        let members = procedures(parts, made, observers)
        let group = Group("\(plan.number)", onFailure: policy, width: width, members)
        return guarded(group, plan, made, observers)
    }

    private func guarded<Output>(
        _ procedure: some ProcedureConvertible<Output>,
        _ plan: Plan,
        _ made: Made,
        _ observers: [any Observer]
    ) -> any ProcedureConvertible {
        var procedure = observers.reduce(procedure.procedure) { $0.observers($1) }
        for need in plan.needs {
            let needed = made[need.number].map { [$0] } ?? []
            procedure = procedure.after(needed, requiring: need.required)
        }
        for planned in plan.conditions {
            procedure = procedure.condition(condition(planned, plan.number, made, observers))
        }
        if plan.stopsAtFirstRefusal { procedure = procedure.stoppingAtFirstRefusal() }
        if plan.attempts > 1 { procedure = procedure.retried(upTo: plan.attempts) }
        if plan.successes > 1 { procedure = procedure.repeated(plan.successes) }
        return plan.ignoresErrors ? procedure.ignoringErrors() : procedure
    }

    private func simple(
        _ plan: Plan,
        _ made: Made,
        _ observers: [any Observer]
    ) -> Procedure<Void> {
        let parts = procedures(plan.parts, made, observers)
        return Procedure("\(plan.number)") { context in
            if plan.number.isMultiple(of: 4) { await Task.yield() }
            switch plan.work {
            case .succeeds, .group: return
            case .cancels: throw CancellationError()
            case .fails(let times): if self.count(plan.number) < times { throw Broken() }
            case .sleeps: try await context.sleep(for: .seconds(86_400))
            case .cancelsRun: self.cancel()
            case .produces(_, let thenFails):
                for part in parts { try context.produceAny(part) }
                if thenFails { throw Broken() }
            }
        }
    }

    private func condition(
        _ planned: PlannedCondition,
        _ owner: Int,
        _ outer: Made,
        _ observers: [any Observer]
    ) -> any Condition {
        func made(_ part: PlannedCondition) -> any Condition {
            condition(part, owner, outer, observers)
        }
        return switch planned {
        case .leaf(let number, let looks, let asked):
            PlannedLeaf(number: number, looks: looks, asked: asked, owner: owner, run: self)
        case .alone(let categories): MutuallyExclusive(all: categories)
        case .not(let part): Not(made(part))
        case .ignored(let part): IgnoredCondition(made(part))
        case .silent(let part): SilentCondition(made(part))
        case .allOf(let parts): AllOf(parts.map(made))
        case .anyOf(let parts): AnyOf(parts.map(made))
        case .noFailedDependencies(let ignoring):
            NoFailedDependencies(ignoringCancellations: ignoring)
        case .producing(let remedy, let requirement, let part):
            ProducingNode(
                part: made(part),
                produces: procedures([remedy], outer, observers),
                producedRequirements: requirement
            )
        }
    }
}
