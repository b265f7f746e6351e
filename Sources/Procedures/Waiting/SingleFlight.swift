/// Work that runs once at a time for each key. Callers that come while it runs share it and its result.
///
/// It continues until its last sharer is cancelled. It runs with the priority and the task-local values of the first
/// caller. Others identify the first caller by its `Leader`.
package final class SingleFlight<Leader: Sendable>: Sendable {
    fileprivate struct Key: Hashable, Sendable {
        let key: AnySendableKey
        let type: ObjectIdentifier
    }

    private final class Flight<Value: Sendable>: Sendable {
        let leader: Leader
        let ending = Ending<Value>()
        let sharers = Locked((count: 1, task: Task<Void, Never>?.none))

        init(ledBy leader: Leader) { self.leader = leader }

        /// Waits for the result, even in a cancelled task.
        func whenLanded() async -> Value? {
            let answer = FirstAnswer<Void>()
            ending.whenSettled { answer.settle(()) }
            await answer.value()
            return ending.value
        }
    }

    private struct State {
        /// Each flight has the value type of its key.
        var flights: [Key: any AnyObject & Sendable] = [:]
        var watched: [Key: (watches: Int, landings: Int)] = [:]
    }

    private let state = Locked(State())

    package init() {}

    /// True if nothing runs and nothing is watched. No state is kept then.
    var isEmpty: Bool { state.withLock { $0.flights.isEmpty && $0.watched.isEmpty } }

    /// - Parameters:
    ///   - leader: Identifies this caller to the others if it is the first.
    ///   - following: Wraps the wait of every caller but the first. If it returns nil, the caller leaves as if it was
    ///     cancelled.
    /// - Returns: Nil if this caller has left and others continue.
    package func run<Value: Sendable>(
        _ key: some Hashable & Sendable,
        ledBy leader: Leader,
        _ work: @escaping @Sendable () async -> Value,
        following: (
            _ leader: Leader,
            _ wait: () async -> Value?
        ) async -> Value? = { _, wait in await wait() }
    ) async -> Value? {
        let key = Key(key: AnySendableKey(key), type: ObjectIdentifier(Value.self))
        let (flight, isFirst): (Flight<Value>, Bool) = join(key, ledBy: leader)
        if isFirst {
            let task = Task {
                let value = await work()
                self.land(key, flight)
                flight.ending.settle(value)
            }
            flight.sharers.withLock { $0.task = task }
        }
        let early =
            isFirst
            ? await flight.ending.wait()
            : await following(flight.leader) { await flight.ending.wait() }
        if let early { return early }
        guard leave(key, flight) else { return nil }
        return await flight.whenLanded()
    }

    private func join<Value>(_ key: Key, ledBy leader: Leader) -> (Flight<Value>, isFirst: Bool) {
        state.withLock { state in
            if let flight = state.flights[key] as? Flight<Value> {
                flight.sharers.withLock { $0.count += 1 }
                return (flight, false)
            }
            let flight = Flight<Value>(ledBy: leader)
            state.flights[key] = flight
            return (flight, true)
        }
    }

    /// - Returns: True if it was the last sharer, which cancels the work and waits for it.
    private func leave<Value>(_ key: Key, _ flight: Flight<Value>) -> Bool {
        let task = state.withLock { state in
            let (count, task) = flight.sharers.withLock { sharers in
                sharers.count -= 1
                return (sharers.count, sharers.task)
            }
            guard count == 0 else { return nil as Task<Void, Never>? }
            // A caller that comes now begins new work.
            if state.flights[key] === flight { state.flights[key] = nil }
            return task
        }
        task?.cancel()
        return task != nil
    }

    private func land<Value>(_ key: Key, _ flight: Flight<Value>) {
        state.withLock { state in
            state.watched[key]?.landings += 1
            if state.flights[key] === flight { state.flights[key] = nil }
        }
    }

    // MARK: Watching

    /// Counts the landings for a key since the watch began, for callers that saw an earlier state.
    package struct Watch: Sendable {
        fileprivate let key: Key
        fileprivate let flights: SingleFlight
        fileprivate let first: Int

        package var landings: Int {
            flights.state.withLock { $0.watched[key]?.landings ?? first } - first
        }

        /// Must be called once, as the last call.
        package func end() {
            flights.state.withLock { state in
                state.watched[key]?.watches -= 1
                if state.watched[key]?.watches == 0 { state.watched[key] = nil }
            }
        }
    }

    /// Watches the landings for a key of work with the result type `Value`.
    package func watch<Value: Sendable>(
        _ key: some Hashable & Sendable,
        of type: Value.Type
    ) -> Watch {
        let key = Key(key: AnySendableKey(key), type: ObjectIdentifier(Value.self))
        let first = state.withLock { state in
            state.watched[key, default: (0, 0)].watches += 1
            return state.watched[key]?.landings ?? 0
        }
        return Watch(key: key, flights: self, first: first)
    }
}

private let processFlights = SingleFlight<Void>()

extension SingleFlight<Void> {
    /// The flights of the process.
    package static var shared: SingleFlight<Void> { processFlights }

    /// Runs work without a leader's identity.
    package func run<Value: Sendable>(
        _ key: some Hashable & Sendable,
        _ work: @escaping @Sendable () async -> Value
    ) async -> Value? {
        await run(key, ledBy: (), work)
    }
}

/// The counterpart of `AnyHashable` that is also Sendable.
package struct AnySendableKey: Hashable, Sendable {
    private let value: any Hashable & Sendable

    package init(_ value: some Hashable & Sendable) { self.value = value }

    package static func == (one: Self, other: Self) -> Bool {
        AnyHashable(one.value) == AnyHashable(other.value)
    }

    package func hash(into hasher: inout Hasher) { AnyHashable(value).hash(into: &hasher) }
}
