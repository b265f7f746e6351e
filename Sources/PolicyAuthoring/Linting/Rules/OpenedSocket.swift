import AccessModel
import LinuxCapabilities
import Policies
import PolicyLanguage

/// Finds sockets that are to be opened, which nobody can: what forbids it forbids nothing.
///
/// A path is that of a socket where it ends as they do, or where the policy connects to it or binds it.
struct OpenedSocket: LintRule {
    static let id = "opened-socket"
    static let severity = LintFinding.Severity.warning
    static let summary = "a socket is to be opened, which is refused to everybody"

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
    /// The unit files of systemd end so too.
    fileprivate var endsAsSocketsDo: Bool {
        hasSuffix(".sock") || hasSuffix(".socket") && !contains("/systemd/")
    }
}

extension PlacedRequirement {
    /// The path of the socket that it connects to or binds.
    fileprivate var socket: String? {
        guard case .unix(let path)? = endpoint?.form else { return nil }
        return path
    }
}

extension FileOperation {
    /// The call that opens the file itself; nil for one that does not.
    fileprivate var callThatOpens: String? {
        switch self {
        case .open, .list: "open(2)"
        case .truncate: "truncate(2)"
        case .execute: "execve(2)"
        default: nil
        }
    }
}
