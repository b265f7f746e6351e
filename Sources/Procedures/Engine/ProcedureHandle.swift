/// A handle of a procedure that was enqueued or produced.
///
/// The procedure continues if the handle is released.
public struct ProcedureHandle<Output: Sendable>: Sendable {
    public let identity: ProcedureIdentity
    private let run: Run
    /// Nil for the procedure that the run was made for.
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

    /// Waits for the procedure. Inside another procedure it waits without a slot.
    ///
    /// It may be called any number of times, from any task. After the end it returns at once.
    ///
    /// - Returns: The outcome. It is a failure with ``OutputIsGone`` if the procedure had already succeeded when
    ///   another producer produced it, and its output was released. It is an immediate failure with ``WaitCycle`` if
    ///   the waiting work must itself end before the procedure can.
    /// - Throws: `CancellationError` if the waiting task is cancelled. The procedure continues.
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

    /// Cancels the procedure and everything that it has produced. For an enqueued procedure it cancels the whole run.
    ///
    /// It does not wait for the end; see ``outcome()``. It has no effect on a procedure that has ended.
    public func cancel() {
        if let index { run.cancel([index], .requested) } else { run.cancel(.requested) }
    }
}
