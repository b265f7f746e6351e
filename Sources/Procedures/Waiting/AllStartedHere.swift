/// Runs `body` for every index, and answers in the order of the indices.
///
/// Each begins on this thread, one after another, and goes on here until it first has to wait: where
/// nobody has to, no thread is made. Those that wait, wait at the same time. Cancelling the caller
/// cancels them all. A `body` must not block its thread.
package func allStartedHere<Value: Sendable>(
    _ count: Int,
    _ body: @escaping @Sendable (Int) async -> Value
) async -> [Value] {
    guard count > 0 else { return [] }
    let answer = FirstAnswer<[Value]>()
    let missing = MissingValues(count, answer)
    // A task that is over is let go at once, and its memory is the next one's.
    let tasks = (0..<count).compactMap { index in
        let task = Task.immediate { missing.fill(index, with: await body(index)) }
        return missing.has(index) ? nil : task
    }
    if let early = answer.early { return early }
    return await withTaskCancellationHandler {
        await answer.value()
    } onCancel: {
        for task in tasks { task.cancel() }
    }
}

/// Settles an answer with all values once the last is there.
private final class MissingValues<Value: Sendable>: Sendable {
    private let values: Locked<(found: [Value?], missing: Int)>
    private let answer: FirstAnswer<[Value]>

    init(_ count: Int, _ answer: FirstAnswer<[Value]>) {
        values = Locked(([Value?](repeating: nil, count: count), count))
        self.answer = answer
    }

    func has(_ index: Int) -> Bool { values.withLock { $0.found[index] != nil } }

    func fill(_ index: Int, with value: Value) {
        let all = values.withLock { values -> [Value]? in
            values.found[index] = value
            values.missing -= 1
            return values.missing == 0 ? values.found.compactMap { $0 } : nil
        }
        if let all { answer.settle(all) }
    }
}
