public import Logging
public import Procedures

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
///   - asking: How often to ask where the look is not enough. Those who ask for an equal capability at the
///     same time share one request.
///   - remedy: How long to ask, and to look again, in all.
///   - logger: Receives the decision, and why.
/// - Returns: What `body` returns.
/// - Throws: ``/Procedures/Refusal`` with the reasons unless it is authorized, also when there is no
///   answer within `limit`; `CancellationError` when the task is cancelled before `body` begins; else
///   what `body` throws.
public func authorized<Subject: Capability, Success: ~Copyable>(
    for capability: Subject,
    named name: String = #function,
    within limit: Duration = Deadlines.look,
    asking: Asking = .never,
    forUpTo remedy: Duration = .seconds(300),
    logger: Logger? = nil,
    _ body: (borrowing Permit<Subject>) async throws -> Success
) async throws -> Success {
    let asker = Asker(
        capability: capability,
        asking: asking,
        limit: limit,
        patience: .ofProcess
    )
    let permit = try await permit(by: asker, named: name, forUpTo: remedy, telling: logger)
    return try await body(permit)
}

/// - Throws: as ``authorized(for:named:within:asking:forUpTo:logger:_:)`` does before its body begins.
func permit<Subject: Capability>(
    by asker: Asker<Subject>,
    named name: String,
    forUpTo remedy: Duration,
    telling logger: Logger? = nil
) async throws -> Permit<Subject> {
    let capability = asker.capability
    let context = ConditionContext(procedure: name, mayAsk: true)
    let found = await asker.found(forUpTo: remedy, in: context)
    try Task.checkCancellation()
    if let logger { capability.log(found.verdict, of: name, to: logger) }
    guard found.verdict.isAuthorized else {
        let finding = Refusal.Finding(capability.name, found.verdict.conditionResult)
        throw Refusal(procedure: name, phase: .conditions, findings: [finding])
    }
    return Permit(capability, holding: found.look?.held)
}
