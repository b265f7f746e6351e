/// Runs `body` for every index, and returns the values in the order of the indices.
///
/// Each call begins on this thread, one after another, and continues here until it first has to wait. If none has to,
/// no other thread is used. The waits overlap. Cancelling the caller cancels all of them. A `body` must not block its
/// thread.
///
/// - Parameter most: The number of simultaneous calls. Each further call begins when another has ended, on any thread.
@inlinable
package func allStartedHere<Value: Sendable>(
    _ count: Int,
    atMost most: Int = .max,
    _ body: @escaping @Sendable (Int) async -> Value
) async -> [Value] {
    guard count > 0 else { return [] }
    let answer = FirstAnswer<[Value]>()
    let values = MissingValues(count, answer)
    var tasks: [Task<Void, Never>] = []
    while tasks.count < most, values.hasNext {
        tasks.append(
            Task.immediate {
                while let index = values.next() { values.fill(index, with: await body(index)) }
            }
        )
    }
    if let early = answer.early { return early }
    return await answer.value(cancelling: tasks)
}

extension FirstAnswer {
    /// Waits for the answer. Cancelling the caller cancels the tasks that would give it.
    @usableFromInline
    func value(cancelling tasks: [Task<Void, Never>]) async -> Value {
        await withTaskCancellationHandler {
            await value()
        } onCancel: {
            for task in tasks { task.cancel() }
        }
    }
}

/// Hands out each index once, and settles an answer with all values after the last one is filled.
@usableFromInline
final class MissingValues<Value: Sendable>: Sendable {
    @usableFromInline let values: Locked<(found: [Value?], next: Int, missing: Int)>
    @usableFromInline let answer: FirstAnswer<[Value]>

    @inlinable
    init(_ count: Int, _ answer: FirstAnswer<[Value]>) {
        values = Locked(([Value?](repeating: nil, count: count), 0, count))
        self.answer = answer
    }

    @inlinable var hasNext: Bool { values.withLock { $0.next < $0.found.count } }

    @inlinable
    func next() -> Int? {
        values.withLock { values in
            guard values.next < values.found.count else { return nil }
            values.next += 1
            return values.next - 1
        }
    }

    @inlinable
    func fill(_ index: Int, with value: Value) {
        let all = values.withLock { values -> [Value]? in
            values.found[index] = value
            values.missing -= 1
            guard values.missing == 0 else { return nil }
            var all: [Value] = []
            all.reserveCapacity(values.found.count)
            for value in values.found { if let value { all.append(value) } }
            values.found = []
            return all
        }
        if let all { answer.settle(all) }
    }
}
