import AccessModel
import LinuxCapabilities
import Policies
import PolicyLanguage

/// Finds requirements to open a socket. No user can do that, so forbidding it has no effect.
///
/// A path counts as a socket if its ending is usual for one, or if the policy connects to it or binds it.
struct OpenedSocket: LintRule {
    static let id = "opened-socket"
    static let severity = LintFinding.Severity.warning
    static let summary = "a policy opens a socket, which is refused for every user"

    func findings(in policy: LintedPolicy) -> [LintFinding] {
        let sockets = Set(policy.requirements.compactMap(\.socket))
        return policy.requirements.compactMap { placed in
            guard let use = placed.use, let file = placed.capability as? FileAccess,
                let call = file.action.operation.callThatOpens,
                sockets.contains(file.path) || file.path.endsAsSocketsDo
            else { return nil }
            return Self.finding(
                at: use.value.location,
                "\(call) refuses every socket, so \(placed.title) is granted to no user",
                help: "ask for `access` with `argument: w`, or for `connect: unix:…`"
            )
        }
    }
}

extension String {
    /// True if the path ends like a socket's. The unit files of systemd end in `.socket` too.
    fileprivate var endsAsSocketsDo: Bool {
        hasSuffix(".sock") || hasSuffix(".socket") && !contains("/systemd/")
    }
}

extension PlacedRequirement {
    /// The path of the socket that the requirement connects to or binds.
    fileprivate var socket: String? {
        guard case .unix(let path)? = endpoint?.form else { return nil }
        return path
    }
}

extension FileOperation {
    /// The system call that opens the file itself; nil if the operation does not open it.
    fileprivate var callThatOpens: String? {
        switch self {
        case .open, .list: "open(2)"
        case .truncate: "truncate(2)"
        case .execute: "execve(2)"
        default: nil
        }
    }
}
