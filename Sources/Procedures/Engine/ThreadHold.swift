import Synchronization

/// Runs the bodies of a worker, and shows whether one of them holds a thread.
///
/// An actor lets another call in as soon as its code suspends, and not before. A call that waits to be let in is
/// therefore the proof that the body has not suspended since.
actor ThreadHold {
    /// The number of bodies so far, which tells one from the next.
    nonisolated let bodies = Atomic(0)

    func result(
        of work: ErasedWork,
        _ input: any Sendable,
        _ context: ProcedureContext
    ) async -> Result<any Sendable, any Error> {
        bodies.wrappingAdd(1, ordering: .relaxed)
        do {
            return .success(try await work(input, context))
        } catch {
            return .failure(error)
        }
    }

    /// Returns once no body holds a thread.
    func enter() {}
}
