/// Runs `body` for at most `limit`.
///
/// The wait ends with the limit or with the caller's cancellation, whichever comes first. `body` is
/// then cancelled, and abandoned if it ignores that: it may still be running when this returns. It
/// keeps the caller's task-local values and priority.
///
/// - Parameters:
///   - limit: Zero and less expire at once, and `body` is not started. Any length is allowed.
///   - startsHere: Whether `body` begins on this thread and goes on here until it first has to wait:
///     an answer that nobody waits for then costs neither a thread nor a timer. Only for a `body` that
///     never blocks its thread, since the limit begins to count where it waits.
///   - abandon: Called with the task of a `body` that was cancelled and may ignore that.
/// - Returns: What `body` returned; nil when the limit passed or the caller was cancelled, which
///   `Task.isCancelled` tells apart.
@inlinable
package func withDeadline<Value: Sendable>(
    _ limit: Duration,
    on timer: DeadlineTimer = .shared,
    startsHere: Bool = false,
    abandoning abandon: (Task<Void, Never>) -> Void = { _ in },
    _ body: @escaping @Sendable () async -> Value
) async -> Value? {
    guard limit > .zero, !Task.isCancelled else { return nil }
    let answer = FirstAnswer<Value?>()
    let task =
        startsHere
        ? Task.immediate { answer.settle(await body()) }
        : Task { answer.settle(await body()) }
    if startsHere, let early = answer.taken() { return early }
    let value = await wait(for: answer, atMost: limit, timer)
    // Cancelled from here, not by the timer: a slow cancellation handler must not hold up others.
    if case nil = value {
        task.cancel()
        abandon(task)
    }
    return value
}

@usableFromInline
func wait<Value: Sendable>(
    for answer: FirstAnswer<Value?>,
    atMost limit: Duration,
    _ timer: DeadlineTimer
) async -> Value? {
    let ticket = timer.schedule(after: limit) { answer.settle(nil) }
    defer { timer.withdraw(ticket) }
    return await withTaskCancellationHandler {
        await answer.value()
    } onCancel: {
        answer.settle(nil)
    }
}
