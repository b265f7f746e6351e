import Capabilities
import Kernel
import LinuxSystem
import Procedures
import ServiceModel

extension SystemCallFilters {
    /// Returns the verdict about a service or a process with these filters.
    ///
    /// A filter acts before the kernel looks at the call. If it refuses only some of the calls that a program may use,
    /// a yes is not known. A filter of a process can also let another process decide.
    /// - Parameter verdict: The verdict without the filters.
    func settling(_ verdict: Verdict, _ use: SystemCallUse, on object: String) -> Verdict {
        var (steps, isDenied) = (use.steps, true)
        if case .denied = verdict {} else { (steps, isDenied) = (use.steps + use.later, false) }
        func unknown(_ code: ReasonCode, _ cause: String, _ finding: String) -> Verdict {
            let evidence = evidence(of: steps, finding)
            let message = "may be out of reach: \(cause)"
            return .undetermined([Reason(code, object, message, evidence: evidence)])
        }
        switch decision(on: steps) {
        case .permitted:
            return verdict.examining(evidence(of: steps, "permitted", true), of: object)
        case .refused(let refusal):
            let message = "is out of reach: \(refusal.words): \(refusal.effect.words)"
            var remedies: [Remedy] = []
            var changed = self
            let line = changed.permit(refusal.step)
            if verdict.isAuthorized, changed.decision(on: steps) == .permitted {
                remedies = [Remedy(line, note: "in the unit; restart it")]
            }
            return .denied([
                Reason(
                    .systemCallRefused,
                    object,
                    message,
                    cause: .permission,
                    evidence: evidence(
                        of: steps,
                        "\(refusal.object): \(refusal.effect.words)",
                        false
                    ),
                    remedies: remedies
                )
            ])
        case .inPart where isDenied: return verdict
        case .inPart(let refusal):
            return unknown(
                .systemCallRefused,
                "\(refusal.words), and another way is open",
                "\(refusal.object) may be refused"
            )
        case .notKnown(_, .takesAway) where isDenied: return verdict
        case .notKnown(let problem, _):
            return unknown(.systemCallUnknown, "its seccomp filters \(problem)", "not known")
        }
    }

    /// Returns the filters of a process that decided about some steps; none for those of a service.
    private func evidence(
        of steps: [SystemCallUse.Step],
        _ finding: String,
        _ holds: Bool? = nil
    ) -> [Evidence] {
        guard case .known(let filters)? = loaded, filters.count > 0, !steps.isEmpty else {
            return []
        }
        let count = "\(filters.count) seccomp filter\(filters.count == 1 ? "" : "s")"
        return [
            Evidence(
                "system calls",
                facts: count,
                question: steps.map(\.words).joined(separator: "; "),
                finding: finding,
                holds: holds
            )
        ]
    }

    /// Returns the error of the first refused call; nil if there is none.
    func error(of use: SystemCallUse) -> Errno? {
        guard case .refused(let refusal) = decision(on: use.steps),
            case .error(let code) = refusal.effect
        else { return nil }
        return code
    }
}

extension SystemCallFilters.Refusal {
    /// For example: RestrictAddressFamilies=AF_UNIX refuses AF_INET (/etc/systemd/system/x.service:4)
    var words: String {
        guard let setting else { return "its seccomp filters refuse \(object)" }
        return "\(setting.text) refuses \(object) (\(setting.place))"
    }
}

extension SystemCallUse.Step {
    /// For example: open(2), openat(2), openat2(2)
    fileprivate var words: String {
        switch self {
        case .call(let calls, _): calls.map { "\($0)(2)" }.joined(separator: ", ")
        case .family(let families, _, _): families.map(\.name).joined(separator: ", ")
        }
    }
}

extension Verdict {
    /// Returns the verdict with further evidence for its first reason.
    fileprivate func examining(_ evidence: [Evidence], of object: String) -> Verdict {
        guard !evidence.isEmpty, isAuthorized else { return self }
        var reasons = reasons
        if reasons.isEmpty { reasons = [Reason(.permitted, object, "is permitted")] }
        reasons[0].evidence += evidence
        return .authorized(reasons)
    }
}

extension SystemCallRefusal {
    var words: String {
        switch self {
        case .error(let code): code.explanation
        case .killed: "the process ends with SIGSYS"
        case .threadKilled: "the thread ends with SIGSYS"
        case .signalled: "the thread gets SIGSYS"
        }
    }
}
