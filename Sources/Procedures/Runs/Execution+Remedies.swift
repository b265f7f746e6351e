/// A procedure that a condition has produced.
struct ProducedProcedure: Sendable {
    let name: String
    let ending: Ending<ErasedOutcome>
}

// What conditions produce: run after the procedure's own dependencies, before the conditions.
extension Execution {
    /// Adds to the run what a condition produces.
    ///
    /// - Returns: How the procedure ends where that cannot be added.
    func produceRemedies(of condition: any Condition, _ index: Int) -> ErasedOutcome? {
        let produced = condition.produces
        guard !produced.isEmpty else { return nil }
        let descriptions = produced.map(\.erased)
        do {
            let endings = try produce(descriptions, byWork: false).endings
            let remedies = zip(descriptions, endings).map {
                ProducedProcedure(name: $0.identity.name, ending: $1)
            }
            state.withLock { $0.rest.produced[index] = remedies }
        } catch {
            return .failed(error)
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
        let requirements = steps.conditions[index].producedRequirements
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
        _ outcome: ErasedOutcome?,
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
