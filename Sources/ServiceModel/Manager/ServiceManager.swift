/// The systemd that would start a service, and its kernel: they decide which settings are enforced.
package struct ServiceManager: Hashable, Sendable {
    /// Nil if it is not known.
    package var build: SystemdBuild?
    /// The active security modules, by the kernel's names; nil if they are not known.
    package var securityModules: [String]?
    /// Whether systemd's own control groups are of version 2; nil if that is not known.
    package var hasUnifiedControlGroups: Bool?

    package init(
        build: SystemdBuild? = nil,
        securityModules: [String]? = nil,
        hasUnifiedControlGroups: Bool? = nil
    ) {
        self.build = build
        self.securityModules = securityModules
        self.hasUnifiedControlGroups = hasUnifiedControlGroups
    }
}

extension ServiceManager {
    /// The fate of a line.
    enum Ruling: Hashable {
        case enforced
        /// - Parameter isAssumed: True if the build is not known. The line is ignored if systemd has the version that
        ///   Warrant follows.
        case ignored(NotEnforcedSetting.Cause, isAssumed: Bool)
    }

    /// The oldest version of the distributions on which Warrant runs. If the build is not known, systemd is assumed to
    /// have the settings of this version.
    private static let oldestInUse = 249

    func ruling(on name: String, _ value: String) -> Ruling {
        if let since = Self.since(name, value) {
            if let version = build?.version, version < since {
                return .ignored(.version(version, since: since), isAssumed: false)
            }
            if build == nil, SystemdBuild.followed < since {
                let cause = NotEnforcedSetting.Cause.version(SystemdBuild.followed, since: since)
                return .ignored(cause, isAssumed: true)
            }
        }
        guard let needs = Needs.all[name] else { return .enforced }
        if let cause = missing(for: needs) { return .ignored(cause, isAssumed: false) }
        return .enforced
    }

    /// Returns the ruling on a setting that the model does not know. Every setting of the version that Warrant follows
    /// is known; nil if systemd may have the setting.
    func rulingOnUnknown(_ name: String) -> Ruling? {
        let version = build?.version ?? SystemdBuild.followed
        guard SettingVersions.first(with: name) == nil, version <= SettingVersions.newest else {
            return nil
        }
        return .ignored(.version(version, since: nil), isAssumed: build == nil)
    }

    /// Returns whether the ruling on a line may change once the build is known.
    ///
    /// Features that every distribution has are not counted: to ask systemd takes longer than the whole answer.
    func isBuildDecisive(for name: String, _ value: String) -> Bool {
        guard build == nil else { return false }
        let needs = Needs.all[name]
        if let needs, missing(for: needs) != nil { return false }
        if let since = Self.since(name, value), since > Self.oldestInUse { return true }
        return !["SECCOMP", "PAM", nil].contains(needs?.feature)
    }

    /// Returns whether the ruling on a setting may depend on the control groups.
    package static func needsControlGroups(_ name: String) -> Bool {
        Needs.all[name]?.unifiedControlGroups == true
    }

    private static func since(_ name: String, _ value: String) -> Int? {
        SettingVersions.first(with: value, of: name) ?? SettingVersions.first(with: name)
    }

    private func missing(for needs: Needs) -> NotEnforcedSetting.Cause? {
        if let module = needs.module, let securityModules, !securityModules.contains(module) {
            return .securityModule(module)
        }
        if needs.unifiedControlGroups, hasUnifiedControlGroups == false { return .controlGroups }
        if let feature = needs.feature, build?.features[feature] == false {
            return .feature(feature)
        }
        return nil
    }

    /// Returns the kinds of questions that a setting of this table can touch; nil for other settings.
    static func scope(of name: String) -> UnknownSetting.Scope? { Needs.all[name]?.scope }
}

/// The needs of a setting. systemd ignores the setting without them, and starts the service.
private struct Needs {
    /// A feature in the version of systemd.
    var feature: String?
    /// A security module of the kernel.
    var module: String?
    var unifiedControlGroups = false
    /// Empty for a setting that no question is about.
    var scope: UnknownSetting.Scope

    static let all: [String: Self] = [
        // socket_bind_supported, restrict_network_interfaces_supported and lsm_bpf_supported in src/core.
        "SocketBindDeny": Self(
            feature: "BPF_FRAMEWORK",
            unifiedControlGroups: true,
            scope: .network
        ),
        "RestrictNetworkInterfaces": Self(
            feature: "BPF_FRAMEWORK",
            unifiedControlGroups: true,
            scope: .network
        ),
        "RestrictFileSystems": Self(
            feature: "BPF_FRAMEWORK",
            module: "bpf",
            unifiedControlGroups: true,
            scope: .files
        ),
        // bpf_firewall_supported in src/core/bpf-firewall.c.
        "IPAddressDeny": Self(unifiedControlGroups: true, scope: .network),
        "IPIngressFilterPath": Self(unifiedControlGroups: true, scope: .network),
        "IPEgressFilterPath": Self(unifiedControlGroups: true, scope: .network),
        // mac_apparmor_use, mac_selinux_use and mac_smack_use in src/shared, which exec_child asks.
        "AppArmorProfile": Self(feature: "APPARMOR", module: "apparmor", scope: .all),
        "SELinuxContext": Self(feature: "SELINUX", module: "selinux", scope: .all),
        "SmackProcessLabel": Self(feature: "SMACK", module: "smack", scope: .all),
        // DISABLED_CONFIGURATION in src/core/load-fragment-gperf.gperf.in.
        "PAMName": Self(feature: "PAM", scope: .all),
        "SystemCallFilter": Self(feature: "SECCOMP", scope: .all),
        "SystemCallArchitectures": Self(feature: "SECCOMP", scope: .all),
        "RestrictAddressFamilies": Self(feature: "SECCOMP", scope: .network),
        "SystemCallErrorNumber": Self(feature: "SECCOMP", scope: []),
        "SystemCallLog": Self(feature: "SECCOMP", scope: []),
        "MemoryDenyWriteExecute": Self(feature: "SECCOMP", scope: []),
        "RestrictNamespaces": Self(feature: "SECCOMP", scope: []),
        "RestrictRealtime": Self(feature: "SECCOMP", scope: []),
        "RestrictSUIDSGID": Self(feature: "SECCOMP", scope: []),
        "LockPersonality": Self(feature: "SECCOMP", scope: []),
    ]
}
