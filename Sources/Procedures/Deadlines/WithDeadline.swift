/// Runs `body` for at most `limit`.
///
/// The wait ends with the limit or with the caller's cancellation, whichever comes first. `body` is then cancelled. If
/// it ignores that, it is abandoned and may still run when this function returns. It keeps the caller's task-local
/// values and priority.
///
/// - Parameters:
///   - limit: Zero and less expire at once, and `body` is not started. Any length is allowed.
///   - startsHere: True if `body` begins on this thread and continues here until it first has to wait. An immediate
///     answer then costs neither a thread nor a timer. Use it only for a `body` that never blocks its thread, since the
///     limit begins to count at its first wait.
///   - abandon: Called with the task of a `body` that was cancelled and may ignore that.
/// - Returns: The value of `body`, or nil if the limit passed or the caller was cancelled. `Task.isCancelled` tells
///   these two apart.
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
