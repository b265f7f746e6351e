public import Logging
import Procedures

/// Runs `body` only if a capability is authorized, with a permit for it.
///
/// ```swift
/// try await authorized(for: FileAccess(.read, "/etc/ssl/private/site.key")) { permit in
///     let key = try permit.open()              // the very file that was judged
/// }
/// ```
///
/// For one call without a queue. `body` runs at most once, here: on the actor of the caller, with
/// whatever the caller may touch.
///
/// - Parameters:
///   - name: How a refusal names the work that did not run: the calling function, if not told otherwise.
///   - limit: How long a look may take; zero and less refuse at once. It does not bound `body`.
///   - maximum: How often to ask where the look is not enough; zero and less only look. Those who ask for
///     an equal capability at the same time share one request.
///   - remedy: How long to ask, and to look again, in all.
///   - logger: Told the decision, and why.
/// - Returns: What `body` returns.
/// - Throws: ``/Procedures/Refusal`` with the reasons unless it is authorized, also when there is no
///   answer within `limit`; `CancellationError` when the task is cancelled before `body` begins; else
///   what `body` throws.
public func authorized<Subject: Capability, Success: ~Copyable>(
    for capability: Subject,
    named name: String = #function,
    within limit: Duration = .seconds(30),
    askingAtMost maximum: Int = 1,
    asking remedy: Duration = .seconds(300),
    logger: Logger? = nil,
    _ body: (borrowing Permit<Subject>) async throws -> Success
) async throws -> Success {
    let asking = Asking(capability: capability, maximum: maximum)
    let permit = try await permit(
        by: asking,
        named: name,
        within: limit,
        asking: remedy,
        telling: logger
    )
    return try await body(permit)
}

/// - Throws: as ``authorized(for:named:within:askingAtMost:asking:logger:_:)`` does before its body begins.
func permit<Subject: Capability>(
    by asking: Asking<Subject>,
    named name: String,
    within limit: Duration,
    asking remedy: Duration,
    telling logger: Logger? = nil,
    on timer: DeadlineTimer = .shared
) async throws -> Permit<Subject> {
    let capability = asking.capability
    let answers = asking.watch()
    defer { answers.end() }
    var answer = await withDeadline(limit, on: timer) { await capability.found() }
    var late = limit
    if let first = answer, !first.verdict.isAuthorized, asking.maximum > 0 {
        let context = ConditionContext(procedure: name, mayAsk: true)
        answer = await withDeadline(remedy, on: timer) {
            await asking.found(after: first, answers, in: context)
        }
        late = remedy
    }
    try Task.checkCancellation()
    let verdict = answer?.verdict ?? .undetermined([capability.late(late)])
    if let logger { capability.log(verdict, of: name, to: logger) }
    guard let answer, verdict.isAuthorized else {
        let finding = Refusal.Finding(capability.name, verdict.conditionResult)
        throw Refusal(procedure: name, phase: .conditions, findings: [finding])
    }
    return Permit(capability, holding: answer.look?.held)
}
