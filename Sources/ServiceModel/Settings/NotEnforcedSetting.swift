/// A setting that is written and has no effect: systemd ignores it, and starts the service without it.
package struct NotEnforcedSetting: Hashable, Sendable {
    package enum Cause: Hashable, Sendable {
        /// This version of systemd does not have it, or not its value.
        ///
        /// - Parameter since: The first version that does; nil if no known one does.
        case version(Int, since: Int?)
        /// systemd is built without this feature.
        case feature(String)
        /// This security module of the kernel is not active.
        case securityModule(String)
        /// The control groups of systemd are of version 1.
        case controlGroups
        /// systemd has no `CAP_SYS_ADMIN` to make the mounts of the setting.
        case mounts
    }

    /// The setting, and the answers that it could change if it were enforced.
    package var setting: UnknownSetting
    package var cause: Cause
    /// True if the version of systemd is assumed to be the one that Warrant follows.
    package var isAssumed: Bool

    package init(_ setting: UnknownSetting, _ cause: Cause, isAssumed: Bool = false) {
        (self.setting, self.cause, self.isAssumed) = (setting, cause, isAssumed)
    }
}

extension NotEnforcedSetting {
    /// The cause as a clause, with the setting that was likely meant.
    package var words: String {
        guard case .version(_, nil) = cause, let likely = setting.likelyName else {
            return cause.description
        }
        return "\(cause) (did you mean `\(likely)`?)"
    }
}

extension NotEnforcedSetting.Cause: CustomStringConvertible {
    /// A clause: `which is not enforced: systemd is built without BPF_FRAMEWORK`.
    package var description: String {
        if self == .mounts { return "whose mounts are missing: systemd has no CAP_SYS_ADMIN" }
        return "which is not enforced: \(fact)"
    }

    private var fact: String {
        switch self {
        case .version(let version, let since?):
            "systemd \(version) does not have it; systemd \(since) is the first that does"
        case .version(let version, nil): "systemd \(version) has no such setting"
        case .feature(let name): "systemd is built without \(name)"
        case .securityModule(let name): "the security module \(name) is not active"
        case .controlGroups: "the control groups of systemd are of version 1"
        case .mounts: "systemd has no CAP_SYS_ADMIN"
        }
    }
}
