import Capabilities
import Kernel
import LinuxCapabilities
import Policies
import Questions

/// The uses that a service may make, and that its policy does not require.
///
/// They are questions about the kernel capabilities, the privileged ports, and files that matter on every host.
struct Surplus {
    private let report: PolicyReport
    private let host: Host

    init(_ report: PolicyReport, on host: Host) { (self.report, self.host) = (report, host) }

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

    /// - Returns: Each use in words: `create files in /etc`, `capability CAP_CHOWN`.
    func found(for subject: Subject) async throws -> [String] {
        var found: [String] = []
        if case .known(let identity) = try await host.identity(of: subject) {
            let sets = identity.credentials.sets
            found += sets.effective.union(sets.permitted).members.map { "capability \($0.name)" }
        }
        for (action, object) in Self.questions {
            let question = try WordTable.linux.question(action, object, nil, as: subject, on: host)
            guard let question, await question.verdict(strict: false).isAuthorized else { continue }
            found.append("\(action) \(object)")
        }
        let required = Set(
            report.findings.filter { $0.rule == .require }.map(\.title).map(Self.words)
        )
        return found.map(Self.words).filter { !required.contains($0) }
    }

    /// Whoever may create one file in a directory may create others.
    private static func words(_ use: String) -> String {
        guard use.hasPrefix("create /"), let slash = use.utf8.lastIndex(of: UInt8(ascii: "/"))
        else { return use }
        let directory = use[..<slash].dropFirst("create ".count)
        return "create files in \(directory.isEmpty ? "/" : directory)"
    }
}
