import Capabilities
import LinuxSystem
import Procedures
import Text

/// The value of a kernel setting, the same for every subject.
///
/// Settings below `net` are those of the network namespace of this process. Some other settings also belong to
/// namespaces.
/// - SeeAlso: sysctl(8), proc_sys(5).
package struct KernelSetting: Capability {
    package enum Bound: Hashable, Sendable {
        /// The same words, separated by any white space.
        case equals(String)
        case atLeast(Int64)

        /// Values are compared byte by byte, as in the kernel. Swift strings are also equal in different normal forms.
        package static func == (one: Self, other: Self) -> Bool {
            switch (one, other) {
            case (.equals(let one), .equals(let other)): one.utf8.elementsEqual(other.utf8)
            case (.atLeast(let one), .atLeast(let other)): one == other
            case (.equals, _), (.atLeast, _): false
            }
        }

        package func hash(into hasher: inout Hasher) {
            switch self {
            case .equals(let value): hasher.combine(Array(value.utf8))
            case .atLeast(let value): hasher.combine(value)
            }
        }
    }

    package let setting: SettingName
    package let bound: Bound
    private let host: Host

    package init(_ setting: SettingName, _ bound: Bound, on host: Host = .live) {
        self.setting = setting
        self.bound = bound
        self.host = host
    }

    package var name: String {
        switch bound {
        case .equals(let value): "sysctl \(setting) \(value)"
        case .atLeast(let value): "sysctl \(setting) at least \(value)"
        }
    }

    package var requirement: Void { () }

    /// - Throws: `SystemError` if the setting cannot be read.
    package func authorizationStatus() async throws -> HostStateStatus {
        HostStateStatus(verdict: try await verdict())
    }

    private func verdict() async throws -> Verdict {
        guard let found = try await host.settings.setting(setting) else {
            let message = "does not exist in this kernel"
            let evidence = Evidence(
                setting.path,
                question: question,
                finding: message,
                holds: false
            )
            return .denied([
                Reason(.settingMissing, "\(setting)", message, evidence: [evidence])
            ])
        }
        guard let holds = holds(found.value) else {
            let message = "is `\(found.value)`, which is not one number"
            return .undetermined([Reason(.settingNotNumber, "\(setting)", message)])
        }
        let message = "is `\(found.value)`"
        let evidence = Evidence(
            setting.path,
            facts: found.value,
            question: question,
            finding: message,
            holds: holds
        )
        let reason = Reason(
            .settingValue,
            "\(setting)",
            message,
            evidence: [evidence],
            remedies: holds ? [] : await remedies()
        )
        return holds ? .authorized([reason]) : .denied([reason])
    }

    /// Returns whether the value satisfies the bound; nil if the bound needs a number and the value is none.
    private func holds(_ value: String) -> Bool? {
        switch bound {
        case .equals: bound == .equals(value)
        case .atLeast(let least):
            Int64(value).map { $0 >= least } ?? UInt64(value).map { _ in true }
        }
    }

    private var question: String {
        switch bound {
        case .equals(let value): "equals \(value)"
        case .atLeast(let value): "at least \(value)"
        }
    }

    private var wanted: String {
        switch bound {
        case .equals(let value): value
        case .atLeast(let value): "\(value)"
        }
    }

    /// Returns the change if root could make it here. Root cannot if `/proc/sys` is mounted read-only.
    private func remedies() async -> [Remedy] {
        guard holds(wanted) == true, !Self.oneWay.contains(setting.path) else { return [] }
        let root = Subject.user("root")
        let attempt = FileAccess(.write, setting.path, as: root, asking: .model, on: host)
        guard await attempt.verdict().isAuthorized else { return [] }
        return [
            Remedy(
                "sysctl --write \("\(setting)=\(wanted)".shellWord)",
                note: "until the next boot, if the kernel accepts the value; "
                    + "a file in /etc/sysctl.d keeps it"
            )
        ]
    }

    /// Settings that cannot be unset once they are set.
    private static let oneWay = Set(
        [
            "kernel.modules_disabled", "kernel.kexec_load_disabled", "kernel.yama.ptrace_scope",
            "kernel.unprivileged_bpf_disabled",
        ].map { "/proc/sys/" + $0.replacingDots }
    )
}

extension String {
    fileprivate var replacingDots: String { String(map { $0 == "." ? "/" : $0 }) }
}
