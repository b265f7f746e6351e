/// A condition made of a closure.
///
/// `true` is satisfied and `false` skips. An error is no answer, undetermined; a ``Refusal`` that is
/// thrown counts for what it says itself.
public struct BlockCondition: Condition {
    public let name: String
    private let holds: @Sendable () async throws -> Bool

    /// - Parameter name: As a report says it: `1 GiB free on /var`.
    public init(_ name: String, _ holds: @escaping @Sendable () async throws -> Bool) {
        self.name = name
        self.holds = holds
    }

    public func evaluate(in context: ConditionContext) async -> ConditionResult {
        do {
            if try await holds() { return .satisfied }
            return .skipped([Reason(.doesNotHold, name, "does not hold")])
        } catch let refusal as Refusal {
            return refusal.result
        } catch {
            return .undetermined([Reason(.error, name, "could not be answered: \(error)")])
        }
    }
}
