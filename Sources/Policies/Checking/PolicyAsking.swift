package import Capabilities
import PolicyLanguage
package import Procedures

/// Asks for what a policy requires and a look did not find, one thing after another, in the order written.
///
/// No person is asked in vain: neither while another requirement cannot be had by asking, nor after
/// something that was asked for was not given. What is forbidden, what stands under `not` or `when`, and advice are
/// never asked for. See docs/decisions/0005-no-useless-requests.md.
package struct PolicyAsking: Sendable {
    private let asking: Asking
    /// How long each look may take that does not say `within:`.
    private let limit: Duration
    /// How long each thing may take to be asked for.
    private let remedy: Duration
    /// Of the gate that asks, if any.
    private let context: ConditionContext?
    private let patience: Patience
    private let tell: @Sendable (any Capability) -> Void

    /// - Parameters:
    ///   - asking: How often to ask for each thing.
    ///   - context: Of the gate that asks, if any.
    ///   - tell: Called before something is asked for.
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

    /// Asks for what checks found missing, for one policy after another, and checks all of them again: what was
    /// asked for may have changed the rest, and what held before.
    ///
    /// - Parameter reports: Of the checks before, one for each policy.
    /// - Returns: Those reports, where there was nothing to ask for.
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

    /// - Returns: The policy as it is to be looked at from now on; nil where there was nothing to ask for.
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

    /// Whether it holds or does not apply, or may hold once it was asked for.
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

// Asking for one requirement.
extension PolicyAsking {
    /// The part as it is to be looked at from now on, and whether it holds; nil where it does not apply.
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

    /// Goes on up to the first part that is so.
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

    /// No look finds a yes for this once again, nor why a request was in vain.
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
    /// Nil where it does not apply.
    fileprivate var holds: Bool? { isApplicable ? verdict.isAuthorized : nil }
}
