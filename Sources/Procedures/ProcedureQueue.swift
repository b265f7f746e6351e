/// Runs procedures, so many at once.
public final class ProcedureQueue: Sendable {
    private let width: Int
    private let slots: Slots
    private let timer: DeadlineTimer

    /// - Parameter width: How many procedures may be at their conditions or their work at once, in all
    ///   runs together; less than 1 counts as 1. One that waits for its dependencies, or for a run of
    ///   its own on this queue, does not count.
    public convenience init(width: Int) { self.init(width: width, timer: .shared) }

    package init(width: Int, timer: DeadlineTimer) {
        self.width = max(1, width)
        slots = Slots(self.width)
        self.timer = timer
    }

    /// Runs a procedure after all that it depends on, each once.
    ///
    /// Cancelling the task cancels the run: what has not started ends as cancelled at once, and work
    /// under way is cancelled and waited for.
    ///
    /// - Returns: How the procedure ended. It fails with ``ConflictingDescriptions``, and nothing runs,
    ///   where two different descriptions of one identity are found.
    @concurrent public func run<Output>(_ procedure: Procedure<Output>) async -> Outcome<Output> {
        do {
            let run = try Run(procedure.description, timer: timer)
            guard let slot = HeldSlot.current(of: slots) else {
                return await execute(run).map(unerased)
            }
            slot.lend()
            let outcome = await execute(run)
            await slot.reclaim()
            return outcome.map(unerased)
        } catch {
            return .failed(error)
        }
    }

    private func execute(_ run: Run) async -> Outcome<any Sendable> {
        await withTaskGroup(of: (Int, Outcome<any Sendable>).self) { group in
            var run = run
            var executing = 0
            while true {
                // More than the width could not start, and would only take memory.
                while executing < width, let (index, execution) = run.next() {
                    let request = slots.request()
                    group.addTask { [slots] in (index, await execution.run(request, of: slots)) }
                    executing += 1
                }
                guard let (index, outcome) = await group.next() else { return run.outcome }
                executing -= 1
                run.end(index, outcome)
            }
        }
    }
}
