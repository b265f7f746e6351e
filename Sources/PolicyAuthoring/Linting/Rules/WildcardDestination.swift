import Kernel
import LinuxCapabilities
import LinuxSystem
import Policies
import PolicyLanguage

/// Finds connections to the wildcard address, which stands for every address and is not a destination.
struct WildcardDestination: LintRule {
    static let id = "wildcard-destination"
    static let severity = LintFinding.Severity.warning
    static let summary = "a connection goes to `0.0.0.0` or `::`, which means all addresses"

    func findings(in policy: LintedPolicy) -> [LintFinding] {
        policy.requirements.compactMap { placed in
            guard let use = placed.use, use.name == "connect",
                let host = placed.endpoint?.host, let address = try? IPAddress(host),
                let loopback = address.standsFor
            else { return nil }
            return Self.finding(
                at: use.value.location,
                "\(host.quoted) is not a destination; Linux connects to this host instead",
                help: "write \(loopback.quoted), or the host that is meant"
            )
        }
    }
}

extension Endpoint {
    fileprivate var host: String? {
        switch form {
        case .tcp(let host, _), .udp(let host, _): host
        case .unix, .abstract, .invalid: nil
        }
    }
}

extension IPAddress {
    /// The address that Linux connects to in place of `INADDR_ANY`, see ip(7) and ipv6(7).
    fileprivate var standsFor: String? {
        switch self {
        case .anyIPv4: "127.0.0.1"
        case .anyIPv6: "::1"
        default: nil
        }
    }
}
