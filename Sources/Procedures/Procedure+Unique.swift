extension Procedure {
    /// Shares the work with whatever else is under way on the queue for the same `id` and the same type
    /// of output: it is done once, and all get what comes of it.
    ///
    /// Each procedure has its own conditions, and must get through them by itself. The work goes on
    /// until the last who share it is cancelled.
    public consuming func unique(_ id: some Hashable & Sendable) -> Procedure {
        let id = UniqueID<Output>(id)
        return option { options in
            options.flight = { execution, work in
                await execution.core.flights.run(id, work) { wait in
                    await execution.withoutSlot(wait)
                }
            }
        }
    }
}

/// An id, of one type of output.
private struct UniqueID<Output>: Hashable, Sendable {
    let id: AnySendableKey

    init(_ id: some Hashable & Sendable) { self.id = AnySendableKey(id) }
}
