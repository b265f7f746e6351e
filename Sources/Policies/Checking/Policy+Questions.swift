import Capabilities
import PolicyLanguage
import Procedures

// The questions of a policy, those of its conditions among them.
extension Policy {
    struct Question: Sendable {
        let capability: any Capability
        /// How long a look may take.
        let limit: Duration
    }

    /// The same, with nothing but what decides.
    var withoutAdvice: Policy { with(requirements.filter { $0.part.severity == .failure }) }

    /// What may change unnoticed, of what decides.
    var unreported: Reason? {
        withoutAdvice.questions(within: .zero).lazy.compactMap { $0.capability.unreported }.first
    }

    /// All questions, always in the same order.
    func questions(within limit: Duration) -> [Question] {
        var questions: [Question] = []
        _ = mapQuestions(within: limit) { capability, limit in
            questions.append(Question(capability: capability, limit: limit))
            return capability
        }
        return questions
    }

    /// The same, with verdicts in place of the questions of which one is given.
    func with(_ verdicts: [Verdict?]) -> Policy {
        var verdicts = verdicts[...]
        return mapQuestions(within: .zero) { capability, _ in
            guard case .some(.some(let verdict)) = verdicts.popFirst() else { return capability }
            return capability.judged(verdict)
        }
    }

    private func mapQuestions(
        within limit: Duration,
        _ transform: (any Capability, Duration) -> any Capability
    ) -> Policy {
        with(requirements.map { $0.with($0.part.mapQuestions(within: limit, transform)) })
    }
}

extension Policy.Part {
    fileprivate func mapQuestions(
        within inherited: Duration,
        _ transform: (any Capability, Duration) -> any Capability
    ) -> Policy.Part {
        let limit = limit ?? inherited
        var mapped = self
        mapped.when = when.map { $0.mapQuestions(within: limit, transform) }
        mapped.kind =
            switch kind {
            case .question(let capability): .question(transform(capability, limit))
            case .all(let parts): .all(parts.map { $0.mapQuestions(within: limit, transform) })
            case .any(let parts): .any(parts.map { $0.mapQuestions(within: limit, transform) })
            case .not(let part): .not(part.mapQuestions(within: limit, transform))
            }
        return mapped
    }
}

extension Capability {
    fileprivate var unreported: Reason? { updates.unreported }

    fileprivate func judged(_ verdict: Verdict) -> any Capability {
        JudgedCapability(base: self, verdict: verdict)
    }
}

/// A question that was answered, and is not looked at again.
private struct JudgedCapability<Base: Capability>: MakingCapability {
    struct Status: AuthorizationStatus {
        let verdict: Verdict
        func meets(_ requirement: Void) -> Verdict { verdict }
    }

    let base: Base
    let verdict: Verdict
    var name: String { base.name }
    var making: (any Capability)? { base.maker }
    var requirement: Void { () }

    func authorizationStatus() async -> Status { Status(verdict: verdict) }
}
