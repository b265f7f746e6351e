import Kernel
import LinuxCapabilities
import Policies
import PolicyLanguage

/// Finds kernel capabilities required of a user. Only processes have them, and the set that a user's processes start
/// with is the same on every host.
///
/// The rule skips root: root's set depends on the bounding set of the caller.
struct UserCapability: LintRule {
    static let id = "user-capability"
    static let severity = LintFinding.Severity.warning
    static let summary = "a kernel capability of a user is required, but only a process has one"

    func findings(in policy: LintedPolicy) -> [LintFinding] {
        policy.requirements.compactMap { placed in
            guard let use = placed.use,
                let answer = (placed.capability as? ProcessCapability)?
                    .answerForUser(isRequired: placed.isWanted && !placed.isCondition)
            else { return nil }
            return Self.finding(
                at: use.value.location,
                "\(placed.title) is about a user, and \(answer)",
                help: "ask the unit that runs as that user"
            )
        }
    }
}

extension ProcessCapability {
    /// Returns the answer that is known without any host; nil if it depends on one.
    ///
    /// - Parameter isRequired: False in a prohibition or a condition. There, it matters what the user could gain.
    fileprivate func answerForUser(isRequired: Bool) -> String? {
        guard case .user(let name, _, let capabilities) = subject else { return nil }
        let mayBeRoot = ["root", "0"].contains(name) || name.contains("${")
        switch self.set {
        case .inheritable, .bounding, .ambient:
            return "only a process has that set"
        case .effective, .permitted:
            if let capabilities {
                let mayGain = mayBeRoot || capabilities.contains(.setuid)
                if self.set == .effective, !isRequired, mayGain,
                    !capabilities.contains(capability)
                {
                    return nil
                }
                return "its `capabilities` already give the answer"
            }
            // An open parameter: the user is unknown. No user name contains `${`.
            if mayBeRoot { return nil }
            return "processes of users other than root start with none"
        }
    }
}
