/// Values that a condition remembers during one attempt at its procedure, for its later looks and its endings.
///
/// A condition is a value that may guard any number of procedures at once. Each attempt has its own entry, which is
/// released with the attempt.
package final class AttemptMemory<Value: Sendable>: Sendable {
    private let values = Locked<[ObjectIdentifier: Value]>([:])

    package init() {}

    /// Keeps a value for this attempt. A call from an abandoned condition has no effect.
    package func keep(_ value: Value, in context: ConditionContext) {
        guard let execution = context.execution else { return }
        let key = ObjectIdentifier(execution)
        execution.state.withLock { state in
            guard state.shift == context.shift else { return }
            let isNew = values.withLock { $0.updateValue(value, forKey: key) == nil }
            if isNew { state.rest.forgetting.append { [self] in forget(key) } }
        }
    }

    /// Returns the value that was kept in this attempt, or nil if there is none.
    package func value(in context: ConditionContext) -> Value? {
        guard let execution = context.execution else { return nil }
        return values.withLock { $0[ObjectIdentifier(execution)] }
    }

    private func forget(_ key: ObjectIdentifier) {
        _ = values.withLock { $0.removeValue(forKey: key) }
    }
}
