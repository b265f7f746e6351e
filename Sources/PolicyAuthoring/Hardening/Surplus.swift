import Capabilities
import Kernel
import LinuxCapabilities
import Policies
import Questions

/// The uses that a service may make, and that its policy does not require.
///
/// They are questions about the kernel capabilities, the privileged ports, and files that matter on every host.
package struct Surplus: Sendable {
    /// Each use in words: `create files in /etc`, `capability CAP_CHOWN`.
    package private(set) var uses: [String] = []
    /// The uses about which there is no answer, in the same words.
    package private(set) var unknown: [String] = []

    /// Creates an empty surplus.
    init() {}

    /// The questions, as `warrant can` takes them.
    private static let questions: [(action: String, object: String)] =
        [
            "/boot", "/etc", "/etc/systemd/system", "/home", "/opt", "/root", "/run", "/srv",
            "/tmp",
            "/usr/bin", "/var", "/var/lib", "/var/log", "/var/tmp",
        ].map { ("create", "\($0)/warrant-harden") }
        + ["/etc/shadow", "/proc/1/environ", "/dev/kmsg", "/dev/mem"].map { ("read", $0) }
        + ["/home", "/root", "/var/log"].map { ("list", $0) }
        + ["/proc/sys/kernel/core_pattern", "/dev/kmsg", "/dev/mem"].map { ("write", $0) }
        + [("bind", "tcp:80")]

    /// Finds the uses that a service may make beyond those that the policy of a report requires.
    ///
    /// - Parameter lines: The settings of the service. A kernel capability that one of them allows for a requirement is
    ///   no surplus.
    init(
        beyond report: PolicyReport,
        and lines: [Hardening.Line],
        for subject: Subject,
        on host: Host
    ) async throws {
        let needed = Set(lines.filter(\.isAllowance).map(\.setting))
        let required = Set(
            report.findings.filter { $0.rule == .require }.map(\.title).map(Self.words)
        )
        func add(_ use: String, to uses: inout [String]) {
            let words = Self.words(use)
            if !required.contains(words) { uses.append(words) }
        }
        if case .known(let identity) = try await host.identity(of: subject) {
            let sets = identity.credentials.sets
            for capability in sets.effective.union(sets.permitted).members
            where !needed.contains("CapabilityBoundingSet=\(capability.name)") {
                add("capability \(capability.name)", to: &uses)
            }
        } else {
            unknown.append("use kernel capabilities")
        }
        for (action, object) in Self.questions {
            let question = try WordTable.linux.question(action, object, nil, as: subject, on: host)
            switch await question?.verdict(strict: false) {
            case .authorized?: add("\(action) \(object)", to: &uses)
            case .undetermined?: add("\(action) \(object)", to: &unknown)
            case .denied?, nil: break
            }
        }
    }

    /// Whoever may create one file in a directory may create others.
    private static func words(_ use: String) -> String {
        guard use.hasPrefix("create /"), let slash = use.utf8.lastIndex(of: UInt8(ascii: "/"))
        else { return use }
        let directory = use[..<slash].dropFirst("create ".count)
        return "create files in \(directory.isEmpty ? "/" : directory)"
    }
}
