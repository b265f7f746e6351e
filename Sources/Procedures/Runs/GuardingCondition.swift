/// A condition of a procedure, and how long it may take.
struct GuardingCondition: Sendable {
    let condition: any Condition
    let limit: Duration

    /// Evaluates the condition; of use only if the task is not cancelled meanwhile.
    func evaluate(in context: ConditionContext, on timer: DeadlineTimer) async -> ConditionResult {
        let condition = condition
        return await withDeadline(limit, on: timer) { await condition.evaluate(in: context) }
            ?? .undetermined([
                Reason(
                    "deadline-passed",
                    condition.name,
                    "gave no answer within \(limit.inWords)"
                )
            ])
    }
}
