/// A procedure that a condition has produced.
struct ProducedProcedure: Sendable {
    let name: String
    let ending: Ending<Outcome<any Sendable>>
}

// What conditions produce: run after the procedure's own dependencies, before the conditions.
extension Execution {
    /// Adds to the run what the conditions produce.
    ///
    /// - Returns: How the procedure ends where that cannot be added.
    func produceRemedies() -> Outcome<any Sendable>? {
        for (index, guarding) in steps.conditions.enumerated() {
            let produced = guarding.condition.produces.map(\.erased)
            guard !produced.isEmpty else { continue }
            do {
                let endings = try produce(produced).endings
                let remedies = zip(produced, endings).map {
                    ProducedProcedure(name: $0.identity.name, ending: $1)
                }
                state.withLock { $0.rest.produced[index] = remedies }
            } catch {
                return .failed(error)
            }
        }
        return nil
    }

    /// Waits for what has to be there before a condition is looked at: what it produces itself, and,
    /// unless the first refusal ends it all, what all others produce.
    func waitForRemedies(of index: Int) async {
        let awaited = state.withLock { state in
            let produced = state.rest.produced
            let indices = stopsAtFirstRefusal ? [index] : produced.keys.sorted()
            return indices.flatMap { produced[$0] ?? [] }.filter { $0.ending.value == nil }
        }
        guard !awaited.isEmpty else { return }
        await wait(in: .remedies, for: limits.remedies, until: .all(awaited.map(\.ending)))
        if state.withLock({ $0.isPhaseOverdue || $0.isOverdue }) { cancelRemedies() }
    }

    /// Why a condition is not looked at: what it produced did not end as it requires.
    func unmetRequirement(
        of index: Int,
        _ produced: [ProducedProcedure]
    ) -> ConditionResult? {
        let requirements = steps.conditions[index].condition.producedRequirements
        let findings = produced.compactMap {
            requirements.unmet($0.ending.value, $0.name, limits.remedies)
        }
        return findings.isEmpty ? nil : .allOf(findings)
    }

    /// Cancels what conditions have produced, and nobody needs any more.
    func cancelRemedies() {
        guard state.withLock({ $0.hasRest && !$0.rest.produced.isEmpty }) else { return }
        run.cancelChildren(of: self, .producer(identity.name))
    }
}

extension ProcedureConvertible {
    var erased: Description { procedure.description }
}

extension ProducedRequirements {
    /// What is wrong with how a produced procedure ended, by these requirements; nil where nothing is.
    ///
    /// - Parameter outcome: Nil where it did not end in time, which nothing requires less than to end.
    func unmet(
        _ outcome: Outcome<any Sendable>?,
        _ name: String,
        _ limit: Duration
    ) -> ConditionResult? {
        switch outcome {
        case nil:
            let message = "has not ended within \(limit.inWords)"
            return .undetermined([Reason("deadline-passed", name, message)])
        case .succeeded: return nil
        case .failed, .refused:
            guard contains(.noFailed) else { return nil }
            return outcome?.closing(name)
        case .cancelled(let cancellation):
            let hasFailed = cancellation.cause != .requested && !contains(.ignoreFailedIfCancelled)
            let isWrong = contains(.noCancelled) || (contains(.noFailed) && hasFailed)
            return isWrong ? outcome?.closing(name) : nil
        case .skipped: return contains(.noCancelled) ? outcome?.closing(name) : nil
        }
    }
}
