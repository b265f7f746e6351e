package import Capabilities
package import Procedures

/// What becomes of work that needs something for as long as it lasts, and loses it once it has begun.
///
/// It ends with the time of the test too, also where it never begins or is never told. A look may take as long as
/// a busy machine needs.
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
