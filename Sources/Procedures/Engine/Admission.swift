/// The means by which a gate gives a procedure its work, which is made from what the gate found.
///
/// The work is released with the attempt. Without it the gate is closed, whatever its conditions decide.
package struct Admission<Output: Sendable>: Sendable {
    /// Only a procedure creates one, for its own output.
    init() {}

    /// Lets the procedure in with this work. The last call in an attempt counts.
    ///
    /// A call from an abandoned condition has no effect.
    package func admit(
        in context: ConditionContext,
        _ work: @escaping @Sendable () async throws -> Output
    ) {
        context.execution?.state.withLock { state in
            if state.shift == context.shift {
                state.rest.admitted = { _, _ in try await work() }
            }
        }
    }

    /// Lets the procedure in with work that takes its input.
    package func admit<Input: Sendable>(
        in context: ConditionContext,
        taking _: Input.Type,
        _ work: @escaping @Sendable (Input) async throws -> Output
    ) {
        context.execution?.state.withLock { state in
            if state.shift == context.shift {
                state.rest.admitted = { input, _ in try await work(unerased(input)) }
            }
        }
    }
}
