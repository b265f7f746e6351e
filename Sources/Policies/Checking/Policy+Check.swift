import LinuxSystem
import PolicyLanguage
import Text
public import Procedures
public import Capabilities

extension Policy {
    /// The time limit of one requirement without `within:`.
    package static let defaultLimit = Deadlines.look

    /// The number of requirements that are checked at the same time. More would wait for each other while their limits
    /// run.
    private static let mostAtOnce = 256

    /// Returns the turns of requirements that are checked at the same time.
    ///
    /// A question about a peer that does not answer holds descriptors. So there are fewer turns where few are free.
    package static func turns() -> Slots {
        Slots(min(mostAtOnce, max(1, (ProcessFloor.unusedDescriptors - 24) / 4)))
    }

    /// Checks every requirement, many at the same time, and reports them in the order written. A check changes nothing.
    ///
    /// - Parameter limit: The time limit of a requirement without `within:`. With zero or less, it has no answer.
    public func check(within limit: Duration = Deadlines.look) async -> PolicyReport {
        await check(within: limit, .ofProcess)
    }

    /// Does the work of the public `check(within:)`.
    ///
    /// The limit of a requirement begins at its turn.
    ///
    /// - Parameters:
    ///   - turns: The number of requirements that are checked at the same time. Several policies can share it.
    ///   - progress: Called after each requirement.
    package func check(
        within limit: Duration = defaultLimit,
        _ patience: Patience = .ofProcess,
        turns: Slots = turns(),
        progress: @escaping @Sendable () -> Void = {}
    ) async -> PolicyReport {
        let user = Slots.User()
        let evidence = SharedEvidence(among: requirements.count)
        let findings = await allStartedHere(
            requirements.count,
            atMost: Self.mostAtOnce
        ) { [requirements] index in
            let turn = turns.request(.starts, for: user)
            _ = await turns.wait(for: turn)
            defer { turns.release() }
            let requirement = requirements[index]
            // Every forbidden part is checked: one breach must not hide another.
            let isForbidden = requirement.rule == .forbid
            let finding = await requirement.part.finding(
                PartLook(
                    limit: limit,
                    patience: patience,
                    isInFull: isForbidden,
                    sense: Policy.Sense(requirement.rule)
                )
            )
            progress()
            return PolicyReport.Finding(requirement, evidence?.shared(finding) ?? finding)
        }
        return PolicyReport(name: name, summary: summary, subject: subject, findings: findings)
    }
}

extension PolicyReport.Finding {
    fileprivate init(_ requirement: Policy.Requirement, _ part: PolicyReport.PartFinding) {
        self.init(
            rule: requirement.rule,
            part: part,
            id: requirement.part.id,
            subject: requirement.part.asked,
            because: requirement.part.because,
            severity: requirement.part.severity,
            location: requirement.location
        )
    }
}

/// The way in which a part of a policy is checked.
struct PartLook: Sendable {
    /// The time limit of one question.
    var limit: Duration
    let patience: Patience
    /// True if `any` checks all its parts, instead of stopping at the first that holds.
    var isInFull = false
    var sense: Policy.Sense
}

extension Policy {
    /// The sense of a question. It decides what the absence of the question's object means.
    package enum Sense: Hashable, Sendable {
        /// `authorized` lets the requirement hold.
        case wanted
        /// `denied` lets the requirement hold: below `forbid` or below `not`. An object that does not exist is not yet
        /// a denial if the subject may create it.
        case unwanted
        /// The question of a `when`, which is asked unchanged, also below `not`.
        case literal

        package init(_ rule: Rule) { self = rule == .forbid ? .unwanted : .wanted }

        /// The sense below `not`.
        package var negated: Self {
            switch self {
            case .wanted: .unwanted
            case .unwanted: .wanted
            case .literal: .literal
            }
        }
    }
}

extension Policy.Part {
    /// Checks the part within its own limit or the given one.
    func finding(_ look: PartLook) async -> PolicyReport.PartFinding {
        var look = look
        look.limit = limit ?? look.limit
        let ofConditions = PartLook(limit: look.limit, patience: look.patience, sense: .literal)
        for condition in when {
            let guarding = await condition.finding(ofConditions)
            switch guarding.verdict {
            case .authorized: continue
            case .denied: return notApplicable(because: guarding)
            case .undetermined(let reasons): return found(.undetermined(reasons), isOpen: true)
            }
        }
        switch kind {
        case .question(let capability): return found(await verdict(of: capability, look))
        case .all(let parts): return found(Verdict.all, await findings(parts, look))
        case .any(let parts):
            let findings = await findings(parts, look) {
                !look.isInFull && $0.isApplicable && $0.verdict.isAuthorized
            }
            return found(Verdict.any, findings)
        case .not(let part): return await not(part, look)
        }
    }

    private func verdict(of capability: any Capability, _ look: PartLook) async -> Verdict {
        let isUnwanted = look.sense == .unwanted
        let verdict = await Verdict.of(capability.name, within: look.limit, look.patience) {
            await isUnwanted ? capability.verdictOfForbidden() : capability.verdict()
        }
        guard isUnwanted, verdict.isAuthorized, let explainer = capability.explainer else {
            return verdict
        }
        // An explanation that takes too long must not make the breach unknown.
        let explained = await Verdict.of(capability.name, within: look.limit, look.patience) {
            await explainer.verdict()
        }
        return explained.isAuthorized ? explained : verdict
    }

    /// - Parameter isEnough: True if the parts after this one need no check.
    private func findings(
        _ parts: [Policy.Part],
        _ look: PartLook,
        until isEnough: (PolicyReport.PartFinding) -> Bool = { _ in false }
    ) async -> [PolicyReport.PartFinding] {
        var findings: [PolicyReport.PartFinding] = []
        for part in parts {
            let finding = await part.finding(look)
            findings.append(finding)
            if isEnough(finding) { break }
        }
        return findings
    }

    private func found(
        _ combine: ([Verdict]) -> Verdict,
        _ findings: [PolicyReport.PartFinding]
    ) -> PolicyReport.PartFinding { found(combined(findings, combine), findings) }

    private func not(_ part: Policy.Part, _ look: PartLook) async -> PolicyReport.PartFinding {
        var inner = look
        inner.isInFull.toggle()
        inner.sense = look.sense.negated
        let finding = await part.finding(inner)
        let verdict = combined([finding]) { $0.first ?? .denied([]) }
        let refusal = Reason(.holdsUnderNot, finding.title, "is authorized, but forbidden")
        return found(verdict.negated(refusal), [finding])
    }

    /// Combines the parts that apply. If no part applies, the verdict is `undetermined`.
    private func combined(
        _ findings: [PolicyReport.PartFinding],
        _ combine: ([Verdict]) -> Verdict
    ) -> Verdict {
        let verdicts = findings.filter(\.isApplicable).map(\.verdict)
        guard verdicts.isEmpty, !findings.isEmpty else { return combine(verdicts) }
        return .undetermined([Reason(.nothingApplies, title, "has no part that applies here")])
    }

    private func found(
        _ verdict: Verdict,
        _ parts: [PolicyReport.PartFinding] = [],
        isApplicable: Bool = true,
        isOpen: Bool = false
    ) -> PolicyReport.PartFinding {
        PolicyReport.PartFinding(
            kind: kind.kind,
            title: title,
            subject: subject,
            verdict: verdict,
            isOpen: isOpen,
            isApplicable: isApplicable,
            isConditional: !when.isEmpty,
            parts: parts
        )
    }

    private func notApplicable(
        because finding: PolicyReport.PartFinding
    ) -> PolicyReport.PartFinding {
        let what =
            switch kind {
            case .all(let parts), .any(let parts):
                // They are not shown, since none was looked at.
                parts.count == 1 ? "its part does" : "its \(parts.count) parts do"
            case .question, .not: "does"
            }
        let isNegated = finding.kind == .not && finding.parts.count == 1
        let heading = (isNegated ? finding.parts[0] : finding).heading.onOneLine
        let state = isNegated ? "holds" : "does not hold"
        let message = "\(what) not apply, because `\(heading)` \(state)"
        let reason = Reason(.notApplicable, title, message)
        return found(.undetermined([reason]), isApplicable: false)
    }
}
