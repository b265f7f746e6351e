/// A procedure that a condition has produced.
struct ProducedProcedure: Sendable {
    let name: String
    let ending: Ending<ErasedOutcome>
}

/// What the conditions of a procedure produce: it runs after the procedure's own dependencies, before the
/// conditions.
struct Remedies: Sendable {
    let execution: Execution

    /// Adds to the run what a condition produces.
    ///
    /// - Returns: How the procedure ends where that cannot be added.
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

    /// Waits for what has to be there before a condition is looked at: what it produces itself, and,
    /// unless the first refusal ends it all, what all others produce.
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

    /// Why a condition is not looked at: what it produced did not end as it requires.
    func unmet(_ index: Int, _ produced: [ProducedProcedure]) -> ConditionResult? {
        let requirements = execution.steps.conditions[index].producedRequirements
        let findings = produced.compactMap {
            requirements.unmet($0.ending.value, $0.name, execution.limits.remedies)
        }
        return findings.isEmpty ? nil : .allOf(findings)
    }

    /// Cancels what conditions have produced, and nobody needs any more.
    func cancel() {
        guard execution.state.withLock({ $0.hasRest && !$0.rest.produced.isEmpty }) else { return }
        execution.run.cancelChildren(of: execution, .producer(execution.identity.name))
    }
}
