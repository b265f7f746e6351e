package import Capabilities
package import Procedures

/// Returns the outcome of work that needs a capability all the time, and loses it after it has begun.
///
/// The function ends with the time limit of the test, also if the work never begins or never receives an update. A
/// check may take as long as a busy machine needs.
package func outcome(
    ofServingWhile capability: some Capability,
    losing lose: () async throws -> Void
) async throws -> Outcome<Void> {
    let begun = Latch()
    let work = Procedure("serve") {
        begun.open()
        await untilCancelled()
        throw CancellationError()
    }
    .condition(AuthorizedFor(capability, while: .executing, within: patience))
    async let outcome = {
        defer { begun.open() }
        return await ProcedureQueue(width: 1).run(work)
    }()
    await begun.wait()
    try await lose()
    return await outcome
}
