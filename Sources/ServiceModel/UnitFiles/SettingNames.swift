import Text

/// The names of the settings of `[Service]` that the model knows.
package enum SettingNames {
    /// Those that ``SettingsReader`` reads.
    package static let modelled = """
        User Group SupplementaryGroups DynamicUser
        CapabilityBoundingSet AmbientCapabilities SecureBits NoNewPrivileges PrivateUsers
        ProtectSystem ProtectHome ProtectProc ProcSubset ProtectHostname ProtectClock
        ProtectKernelTunables ProtectKernelModules ProtectKernelLogs ProtectControlGroups
        PrivateTmp PrivateDevices PrivateMounts
        RootDirectory WorkingDirectory BindPaths BindReadOnlyPaths TemporaryFileSystem
        ReadWritePaths ReadOnlyPaths InaccessiblePaths ExecPaths NoExecPaths
        ReadWriteDirectories ReadOnlyDirectories InaccessibleDirectories
        RuntimeDirectory StateDirectory CacheDirectory LogsDirectory ConfigurationDirectory
        RuntimeDirectoryMode StateDirectoryMode CacheDirectoryMode LogsDirectoryMode
        ConfigurationDirectoryMode
        ExecStart ExecStartPre ExecStartPost ExecCondition ExecReload ExecStop ExecStopPost
        PermissionsStartOnly Type RestrictAddressFamilies PrivateNetwork SystemCallFilter
        SystemCallErrorNumber AppArmorProfile SELinuxContext SmackProcessLabel
        """.unquotedWords

    static let all = modelled + UnmodelledSetting.names + SettingsWithoutEffect.names

    /// Returns the setting that was likely meant; nil if the name is known, or near no other.
    static func likely(for name: String) -> String? {
        isKnown(name) ? nil : nearest(to: name, among: all)
    }

    /// Whether some version of systemd has the setting.
    static func isKnown(_ name: String) -> Bool {
        all.contains(name) || SettingVersions.first(with: name) != nil
    }
}

extension UnknownSetting {
    /// The setting that was likely meant, if no setting has this name.
    package var likelyName: String? { SettingNames.likely(for: name) }
}
