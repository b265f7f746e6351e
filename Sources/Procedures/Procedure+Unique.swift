extension Procedure {
    /// Shares the work with whatever else is under way on the queue for the same `id` and the same type
    /// of output: it is done once, and all get what comes of it.
    ///
    /// Each procedure has its own conditions, and must get through them by itself. The work goes on
    /// until the last who share it is cancelled. Where the work runs a procedure inside itself that would
    /// share the same work, that one fails with ``WaitCycle``.
    public consuming func unique(_ id: some Hashable & Sendable) -> Procedure {
        let id = UniqueID<Output>(id)
        return option { options in
            options.flight = { execution, work in
                await execution.share(id, work)
            }
        }
    }
}

/// An id, of one type of output.
private struct UniqueID<Output>: Hashable, Sendable {
    let id: AnySendableKey

    init(_ id: some Hashable & Sendable) { self.id = AnySendableKey(id) }
}

extension Execution {
    fileprivate typealias WorkResult = Result<any Sendable, any Error>

    /// Shares the work with whoever does it now for the same `id`; nil where it was cancelled.
    fileprivate func share(
        _ id: some Hashable & Sendable,
        _ work: @escaping @Sendable () async -> WorkResult
    ) async -> WorkResult? {
        var cycle: WaitCycle?
        let own = AwaitedProcedure(run: run, index: index)
        let result = await core.flights.run(id, ledBy: own, work) { leader, wait in
            guard let leader = leader as? AwaitedProcedure else { return await wait() }
            do throws(WaitCycle) {
                return try await waiting(for: leader, wait)
            } catch {
                cycle = error
                return nil
            }
        }
        return cycle.map { .failure($0) } ?? result
    }
}
