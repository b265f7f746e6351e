import Capabilities
import Kernel
import LinuxSystem
import Procedures
import ServiceModel

extension SystemCallFilters {
    /// Returns the verdict about a service with these filters.
    ///
    /// A filter acts before the kernel looks at the call. If it refuses only some of the calls that a program may use,
    /// a yes is not known.
    /// - Parameter verdict: The verdict without the filters.
    func settling(_ verdict: Verdict, _ use: SystemCallUse, on object: String) -> Verdict {
        var (steps, isDenied) = (use.steps, true)
        if case .denied = verdict {} else { (steps, isDenied) = (use.steps + use.later, false) }
        switch decision(on: steps) {
        case .permitted: return verdict
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
                    remedies: remedies
                )
            ])
        case .inPart where isDenied: return verdict
        case .inPart(let refusal):
            let message = "may be out of reach: \(refusal.words), and another way is open"
            return .undetermined([Reason(.systemCallRefused, object, message)])
        }
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
    var words: String { "\(setting.text) refuses \(object) (\(setting.place))" }
}

extension SystemCallRefusal {
    var words: String {
        switch self {
        case .error(let code): code.explanation
        case .killed: "the process ends with SIGSYS"
        }
    }
}
