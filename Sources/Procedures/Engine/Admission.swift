/// How a gate gives a procedure its work, which is made of what the gate found.
///
/// The work is let go with the attempt. Without it the gate is closed, whatever its conditions say.
package struct Admission<Output: Sendable>: Sendable {
    /// Only a procedure makes one, for its own output.
    init() {}

    /// Lets the procedure in with this work; of several in one attempt the last counts.
    ///
    /// A condition that was left behind has no say any more.
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
