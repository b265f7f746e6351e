import Capabilities
import PolicyLanguage
import Procedures

// The questions of a policy, including those of its conditions.
extension Policy {
    struct Question: Sendable {
        let capability: any Capability
        /// The time limit of a check.
        let limit: Duration
    }

    /// The policy with only the requirements that decide.
    var withoutAdvice: Policy { with(requirements.filter { $0.part.severity == .failure }) }

    /// The reason why a change of a deciding requirement may go unnoticed, or nil.
    var unreported: Reason? {
        withoutAdvice.questions(within: .zero).lazy.compactMap { $0.capability.unreported }.first
    }

    /// Returns all questions, always in the same order.
    func questions(within limit: Duration) -> [Question] {
        var questions: [Question] = []
        _ = mapQuestions(within: limit) { capability, limit in
            questions.append(Question(capability: capability, limit: limit))
            return capability
        }
        return questions
    }

    /// Returns the policy with the given verdicts in place of their questions.
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

/// A question that is answered and not checked again.
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
