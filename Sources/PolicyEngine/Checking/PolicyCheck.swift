import PolicyLanguage
package import Procedures
import Capabilities

extension Policy {
    /// How long one requirement may take to look at, unless it says `within:`.
    package static let defaultLimit = Deadlines.look

    /// Looks at every requirement, all at once, and reports them in the order written.
    ///
    /// - Parameter progress: Called after each requirement.
    package func check(
        within limit: Duration = defaultLimit,
        _ patience: Patience = .ofProcess,
        progress: @escaping @Sendable () -> Void = {}
    ) async -> PolicyReport {
        let parts = await allStartedHere(requirements.count) { [requirements] index in
            let requirement = requirements[index]
            // What is forbidden is looked at in full: one breach must not hide another.
            let isForbidden = requirement.rule == .forbid
            let finding = await requirement.part.finding(
                within: limit,
                patience,
                inFull: isForbidden
            )
            progress()
            return finding
        }
        let findings = zip(requirements, parts).map(PolicyReport.Finding.init)
        return PolicyReport(name: name, summary: summary, subject: subject, findings: findings)
    }
}

extension PolicyReport.Finding {
    fileprivate init(_ requirement: Policy.Requirement, _ part: PolicyReport.PartFinding) {
        let syntax = requirement.syntax
        self.init(
            rule: requirement.rule,
            part: part,
            id: syntax.id,
            subject: syntax.as?.spelled,
            because: syntax.because,
            severity: syntax.severity,
            location: syntax.location
        )
    }
}

extension Policy.Part {
    /// Looks, within the part's own limit or the one given.
    ///
    /// - Parameter inFull: Whether `any` looks at all its parts, and not only up to the first that holds.
    func finding(
        within inherited: Duration,
        _ patience: Patience,
        inFull: Bool = false
    ) async -> PolicyReport.PartFinding {
        let limit = limit ?? inherited
        for condition in when {
            let guarding = await condition.finding(within: limit, patience)
            switch guarding.verdict {
            case .authorized: continue
            case .denied: return notApplicable(because: guarding)
            case .undetermined(let reasons): return found(.undetermined(reasons))
            }
        }
        switch kind {
        case .question(let capability):
            return found(await verdict(of: capability, within: limit, patience))
        case .all(let parts): return await all(parts, within: limit, patience, inFull)
        case .any(let parts): return await any(parts, within: limit, patience, inFull)
        case .not(let part): return await not(part, within: limit, patience, !inFull)
        }
    }

    private func verdict(
        of capability: any Capability,
        within limit: Duration,
        _ patience: Patience
    ) async -> Verdict {
        do throws(NoAnswer) {
            return try await patience.answer(within: limit, startsHere: true) {
                await capability.verdict()
            }
        } catch {
            let message =
                if case .late = error { "gave no answer within \(limit.spelled)" } else {
                    error.description
                }
            return .undetermined([Reason("no-answer-in-time", capability.name, message)])
        }
    }

    private func all(
        _ parts: [Policy.Part],
        within limit: Duration,
        _ patience: Patience,
        _ inFull: Bool
    ) async -> PolicyReport.PartFinding {
        var findings: [PolicyReport.PartFinding] = []
        for part in parts {
            findings.append(await part.finding(within: limit, patience, inFull: inFull))
        }
        return found(combined(findings, Verdict.all), findings)
    }

    private func any(
        _ parts: [Policy.Part],
        within limit: Duration,
        _ patience: Patience,
        _ inFull: Bool
    ) async -> PolicyReport.PartFinding {
        var findings: [PolicyReport.PartFinding] = []
        for part in parts {
            let finding = await part.finding(within: limit, patience, inFull: inFull)
            findings.append(finding)
            if !inFull, finding.isApplicable, finding.verdict.isAuthorized { break }
        }
        return found(combined(findings, Verdict.any), findings)
    }

    private func not(
        _ part: Policy.Part,
        within limit: Duration,
        _ patience: Patience,
        _ inFull: Bool
    ) async -> PolicyReport.PartFinding {
        let finding = await part.finding(within: limit, patience, inFull: inFull)
        let verdict = combined([finding]) { $0.first ?? .denied([]) }
        let refusal = Reason("holds-under-not", finding.title, "is authorized, and must not be")
        return found(verdict.negated(refusal), [finding])
    }

    /// Parts that do not apply say nothing; where none applies, nothing is known.
    private func combined(
        _ findings: [PolicyReport.PartFinding],
        _ combine: ([Verdict]) -> Verdict
    ) -> Verdict {
        let verdicts = findings.filter(\.isApplicable).map(\.verdict)
        guard verdicts.isEmpty, !findings.isEmpty else { return combine(verdicts) }
        return .undetermined([Reason("nothing-applies", title, "has no part that applies here")])
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
        let reason = Reason("not-applicable", title, message)
        return found(.undetermined([reason]), isApplicable: false)
    }
}
