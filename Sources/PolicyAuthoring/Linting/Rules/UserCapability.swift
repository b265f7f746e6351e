import LinuxCapabilities
import Policies
import PolicyLanguage

/// Finds kernel capabilities asked of a user: processes have them, and what a user is started with is the same
/// on every host.
///
/// Not of root by name, who has what the bounding set of the caller leaves.
struct UserCapability: LintRule {
    static let id = "user-capability"
    static let severity = LintFinding.Severity.warning
    static let summary = "a kernel capability of a user is required, but only a process has one"

    func findings(in policy: LintedPolicy) -> [LintFinding] {
        policy.requirements.compactMap { placed in
            guard let use = placed.use,
                let answer = (placed.capability as? ProcessCapability)?.answerForUser
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
    /// What is known without any host; nil where it takes one.
    fileprivate var answerForUser: String? {
        guard case .user(let name, _, let capabilities) = subject else { return nil }
        switch self.set {
        case .inheritable, .bounding, .ambient:
            return "only a process has that set"
        case .effective, .permitted:
            if capabilities != nil { return "its `capabilities` already give the answer" }
            // A parameter that was left open: nobody knows who that is. No name holds these letters.
            if ["root", "0"].contains(name) || name.contains("${") { return nil }
            return "processes of users other than root start with none"
        }
    }
}
