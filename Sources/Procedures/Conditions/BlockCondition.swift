/// A condition made of a closure.
///
/// The condition is satisfied by `true` and skips on `false`. A thrown error makes it undetermined. A thrown
/// ``Refusal`` keeps its own result.
public struct BlockCondition: Condition {
    public let name: String
    private let holds: @Sendable () async throws -> Bool

    /// - Parameter name: The name in reports: `1 GiB free on /var`.
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
