package import Capabilities
import PolicyLanguage
package import Procedures

/// Asks for requirements that a check did not find, one after another, in the order written.
///
/// No person is asked in vain. Nothing is asked for while another requirement cannot be had by asking, or after a
/// request was refused. Requirements below `forbid`, `not` or `when`, and advice, are never asked for. See
/// docs/decisions/0005-no-useless-requests.md.
package struct PolicyAsking: Sendable {
    private let asking: Asking
    /// The time limit of each check without `within:`.
    private let limit: Duration
    /// The time limit of each request.
    private let remedy: Duration
    /// The context of the gate that asks, if any.
    private let context: ConditionContext?
    private let patience: Patience
    private let tell: @Sendable (any Capability) -> Void

    /// - Parameters:
    ///   - asking: The number of requests for each capability.
    ///   - context: The context of the gate that asks, if any.
    ///   - tell: Called before each request.
    package init(
        _ asking: Asking = .once,
        forUpTo remedy: Duration,
        lookingFor limit: Duration = Policy.defaultLimit,
        in context: ConditionContext? = nil,
        telling tell: @escaping @Sendable (any Capability) -> Void
    ) {
        self.asking = asking
        self.remedy = remedy
        self.limit = limit
        self.context = context
        patience = context?.patience ?? .ofProcess
        self.tell = tell
    }

    /// Asks for the requirements that checks found missing, for one policy after another. Then it checks all policies
    /// again: a request may have changed the other requirements, and those that held before.
    ///
    /// - Parameter reports: The reports of the earlier checks, one for each policy.
    /// - Returns: The given reports if there was nothing to ask for.
    package func reports(
        on policies: [Policy],
        after reports: [PolicyReport]
    ) async -> [PolicyReport] {
        var policies = policies
        var hasAsked = false
        for (index, report) in reports.enumerated() {
            let present = hasAsked ? await policies[index].check(within: limit, patience) : report
            guard let answered = await asked(policies[index], after: present) else { continue }
            policies[index] = answered
            hasAsked = true
        }
        guard hasAsked else { return reports }
        return await allStartedHere(policies.count) { [policies] index in
            await policies[index].check(within: limit, patience)
        }
    }

    /// - Returns: The policy to check from now on; nil if there was nothing to ask for.
    func asked(_ policy: Policy, after report: PolicyReport) async -> Policy? {
        guard report.outcome != .holds else { return nil }
        let pairs = zip(policy.requirements, report.findings)
        for (requirement, finding) in pairs where requirement.part.severity == .failure {
            guard await canHold(requirement, finding) else { return nil }
        }
        var requirements = policy.requirements
        for (index, requirement) in requirements.enumerated() where requirement.isAskedFor {
            let answered = await asked(requirement.part, within: limit)
            requirements[index] = requirement.with(answered.part)
            if answered.holds == false { break }
        }
        return policy.with(requirements)
    }

    private func canHold(
        _ requirement: Policy.Requirement,
        _ finding: PolicyReport.Finding
    ) async -> Bool {
        guard requirement.rule == .require else {
            return finding.outcome == .holds || finding.outcome == .notApplicable
        }
        return await canHold(requirement.part, finding.part, within: limit)
    }

    /// Returns whether the part holds or does not apply, or may hold after a request.
    private func canHold(
        _ part: Policy.Part,
        _ finding: PolicyReport.PartFinding,
        within inherited: Duration
    ) async -> Bool {
        if finding.holds != false { return true }
        let limit = part.limit ?? inherited
        for condition in part.when {
            let look = PartLook(limit: limit, patience: patience, sense: .literal)
            let isSo = await condition.finding(look).holds
            guard isSo == true else { return false }
        }
        switch part.kind {
        case .question(let capability): return capability.canBeAskedForHere
        case .not: return false
        case .all(let parts):
            guard finding.parts.contains(where: \.isApplicable) else { return false }
            for (part, finding) in zip(parts, finding.parts) {
                guard await canHold(part, finding, within: limit) else { return false }
            }
            return true
        case .any(let parts):
            for (part, finding) in zip(parts, finding.parts) where finding.isApplicable {
                if await canHold(part, finding, within: limit) { return true }
            }
            return false
        }
    }
}

// Requests for one requirement.
extension PolicyAsking {
    /// The part to check from now on, and whether it holds; nil if it does not apply.
    private typealias Answered = (part: Policy.Part, holds: Bool?)

    private func asked(_ part: Policy.Part, within inherited: Duration) async -> Answered {
        let limit = part.limit ?? inherited
        let look = PartLook(limit: limit, patience: patience, sense: .wanted)
        let finding = await part.finding(look)
        guard finding.holds == false, await canHold(part, finding, within: limit) else {
            return (part, finding.holds)
        }
        switch part.kind {
        case .question(let capability): return await asked(capability, in: part, within: limit)
        case .all(let parts):
            let (parts, holds) = await asked(parts, until: false, within: limit)
            return (part.with(.all(parts)), holds)
        case .any(let parts):
            let (parts, holds) = await asked(parts, until: true, within: limit)
            return (part.with(.any(parts)), holds)
        case .not: return (part, false)
        }
    }

    /// Continues up to the first part whose result equals `end`.
    private func asked(
        _ parts: [Policy.Part],
        until end: Bool,
        within limit: Duration
    ) async -> (parts: [Policy.Part], holds: Bool) {
        var parts = parts
        for (index, part) in parts.enumerated() {
            let answered = await asked(part, within: limit)
            parts[index] = answered.part
            if answered.holds == end { return (parts, end) }
        }
        return (parts, !end)
    }

    /// Keeps the answer in the part. A later check finds neither a one-time approval nor the reason of a refusal.
    private func asked(
        _ capability: any Capability,
        in part: Policy.Part,
        within limit: Duration
    ) async -> Answered {
        let asked = await capability.verdictAsking(
            asking,
            within: limit,
            forUpTo: remedy,
            in: context
        ) { tell(capability) }
        let holds = asked.verdict.isAuthorized
        guard let otherwise = asked.otherwise else { return (part, holds) }
        let answered = capability.answered(asked.verdict, otherwise: otherwise)
        return (part.with(.question(answered)), holds)
    }
}

extension PolicyReport.PartFinding {
    /// True if the part holds; nil if it does not apply.
    fileprivate var holds: Bool? { isApplicable ? verdict.isAuthorized : nil }
}
