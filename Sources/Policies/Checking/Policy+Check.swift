import PolicyLanguage
public import Procedures
public import Capabilities

extension Policy {
    /// How long one requirement may take to look at, unless it says `within:`.
    package static let defaultLimit = Deadlines.look

    /// How many requirements are looked at at once, so that a look does not wait for others while
    /// its time runs.
    package static let mostAtOnce = 256

    /// Looks at every requirement, many at once, and reports them in the order written. It changes nothing.
    ///
    /// - Parameter limit: How long a requirement may take that does not say `within:`; with zero and less it has no
    ///   answer.
    public func check(within limit: Duration = Deadlines.look) async -> PolicyReport {
        await check(within: limit, .ofProcess)
    }

    /// As the public one.
    ///
    /// The limit of a requirement begins when it is its turn.
    ///
    /// - Parameters:
    ///   - turns: How many requirements are looked at at once; several policies can share it.
    ///   - progress: Called after each requirement.
    package func check(
        within limit: Duration = defaultLimit,
        _ patience: Patience = .ofProcess,
        turns: Slots = Slots(mostAtOnce),
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
            // All of a forbidden part is looked at: one breach must not hide another.
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

/// How a part of a policy is looked at.
struct PartLook: Sendable {
    /// How long one question may take.
    var limit: Duration
    let patience: Patience
    /// Whether `any` looks at all its parts, and not only up to the first that holds.
    var isInFull = false
    var sense: Policy.Sense
}

extension Policy {
    /// What a question is asked for, which decides what the absence of its object means.
    package enum Sense: Hashable, Sendable {
        /// A yes lets the requirement hold.
        case wanted
        /// A no lets it hold, below `forbid` or below `not`. An object that does not exist is no denial yet if the
        /// subject may create it.
        case unwanted
        /// A `when` asks the question as it is, below `not` too.
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
    /// Looks, within the part's own limit or the one given.
    func finding(_ look: PartLook) async -> PolicyReport.PartFinding {
        var look = look
        look.limit = limit ?? look.limit
        let ofConditions = PartLook(limit: look.limit, patience: look.patience, sense: .literal)
        for condition in when {
            let guarding = await condition.finding(ofConditions)
            switch guarding.verdict {
            case .authorized: continue
            case .denied: return notApplicable(because: guarding)
            case .undetermined(let reasons): return found(.undetermined(reasons))
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
        do throws(NoAnswer) {
            return try await look.patience.answer(within: look.limit, startsHere: true) {
                await look.sense == .unwanted
                    ? capability.verdictOfForbidden() : capability.verdict()
            }
        } catch {
            let message =
                if case .late = error { "gave no answer within \(look.limit.spelled)" } else {
                    error.description
                }
            return .undetermined([Reason(.noAnswerInTime, capability.name, message)])
        }
    }

    /// - Parameter isEnough: Whether the parts after one need no look.
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
        let refusal = Reason(.holdsUnderNot, finding.title, "is authorized, and must not be")
        return found(verdict.negated(refusal), [finding])
    }

    /// Parts that do not apply say nothing; where none applies, nothing is known.
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
        isApplicable: Bool = true
    ) -> PolicyReport.PartFinding {
        PolicyReport.PartFinding(
            kind: kind.kind,
            title: title,
            subject: subject,
            verdict: verdict,
            isApplicable: isApplicable,
            parts: parts
        )
    }

    private func notApplicable(
        because finding: PolicyReport.PartFinding
    ) -> PolicyReport.PartFinding {
        let message = "applies only if this holds: \(finding.heading)"
        let reason = Reason(.notApplicable, title, message)
        return found(.undetermined([reason]), isApplicable: false)
    }
}
