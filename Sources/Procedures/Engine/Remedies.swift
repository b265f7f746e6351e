/// A procedure that a condition has produced.
struct ProducedProcedure: Sendable {
    let name: String
    let ending: Ending<ErasedOutcome>
}

/// The procedures that conditions produce. They run after the procedure's own dependencies and before its conditions.
struct Remedies: Sendable {
    let execution: Execution

    /// Adds the products of a condition to the run.
    ///
    /// - Returns: The outcome of the procedure if they cannot be added; else nil.
    func produce(for condition: any Condition, _ index: Int) -> ErasedOutcome? {
        let produced = condition.produces
        guard !produced.isEmpty else { return nil }
        let descriptions = produced.map(\.erased)
        do {
            let endings = try execution.inside.produce(descriptions, byWork: false).endings
            let remedies = zip(descriptions, endings).map {
                ProducedProcedure(name: $0.identity.name, ending: $1)
            }
            execution.state.withLock { $0.rest.produced[index] = remedies }
        } catch {
            return .failed(error)
        }
        return nil
    }

    /// Waits for everything that must end before a condition is evaluated: its own products, or, if `all` is true, the
    /// products of all conditions.
    func wait(before index: Int, all: Bool) async {
        let awaited = execution.state.withLock { state in
            let produced = state.rest.produced
            let indices = all ? produced.keys.sorted() : [index]
            return indices.flatMap { produced[$0] ?? [] }.filter { $0.ending.value == nil }
        }
        guard !awaited.isEmpty else { return }
        let limit = execution.limits.remedies
        await execution.wait(in: .remedies, for: limit, until: .all(awaited.map(\.ending)))
        if execution.state.withLock({ $0.isPhaseOverdue || $0.isOverdue }) { cancel() }
    }

    /// Returns the result of a condition whose products did not end as it requires; nil if they did.
    func unmet(_ index: Int, _ produced: [ProducedProcedure]) -> ConditionResult? {
        let requirements = execution.steps.conditions[index].producedRequirements
        let findings = produced.compactMap {
            requirements.unmet($0.ending.value, $0.name, execution.limits.remedies)
        }
        return findings.isEmpty ? nil : .allOf(findings)
    }

    /// Cancels the products of conditions that are not needed any more.
    func cancel() {
        guard execution.state.withLock({ $0.hasRest && !$0.rest.produced.isEmpty }) else { return }
        execution.run.cancelChildren(of: execution, .producer(execution.identity.name))
    }
}
