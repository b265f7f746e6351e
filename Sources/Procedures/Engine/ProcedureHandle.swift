/// A procedure that was enqueued or produced.
///
/// To let go of the handle changes nothing: the procedure goes on.
public struct ProcedureHandle<Output: Sendable>: Sendable {
    public let identity: ProcedureIdentity
    private let run: Run
    /// Nil for the procedure for which the run is.
    private let index: Int?
    private let ending: Ending<ErasedOutcome>

    init(
        _ identity: ProcedureIdentity,
        _ run: Run,
        _ index: Int?,
        _ ending: Ending<ErasedOutcome>
    ) {
        self.identity = identity
        self.run = run
        self.index = index
        self.ending = ending
    }

    /// Waits for the procedure; inside another one, in no slot of its queue.
    ///
    /// It may be asked any number of times, from any task, and answers at once after the end.
    ///
    /// - Returns: How it ended. It fails with ``OutputIsGone`` where it was produced after it had
    ///   succeeded, for another producer, and its output was not kept. It fails with ``WaitCycle``, at once,
    ///   where the work that would wait must itself end before the procedure can.
    /// - Throws: `CancellationError` when the task that waits is cancelled; the procedure goes on.
    public func outcome() async throws(CancellationError) -> Outcome<Output> {
        let waiting = Execution.current
        var outcome = ending.value
        if outcome == nil {
            if let waiting {
                let awaited = AwaitedProcedure(run: run, index: index ?? 0)
                do throws(WaitCycle) {
                    outcome = try await waiting.inside.waiting(for: awaited) { await ending.wait() }
                } catch {
                    return .failed(error)
                }
            } else {
                outcome = await ending.wait()
            }
        }
        guard let outcome else { throw CancellationError() }
        if case .succeeded(let output) = outcome, !(output is Output) {
            return .failed(OutputIsGone(procedure: identity.name))
        }
        return outcome.map(unerased)
    }

    /// Cancels the procedure, and all that it has produced; where it was enqueued, the whole run.
    ///
    /// It does not wait: see ``outcome()``. Of no effect once the procedure has ended.
    public func cancel() {
        if let index { run.cancel([index], .requested) } else { run.cancel(.requested) }
    }
}
