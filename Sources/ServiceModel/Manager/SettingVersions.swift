/// The first versions of systemd that have a setting, or a value of it, among those that can change an answer.
///
/// Source: src/core/load-fragment-gperf.gperf and the tables of values in src/core/namespace.c, at the tags of the
/// releases v230 to v261 of systemd.
enum SettingVersions {
    /// The last version whose settings are known.
    static let newest = 261

    /// Returns the first version after ``SystemdBuild/oldest`` that has a setting; nil for a setting that is older, and
    /// for one that no known version has.
    static func first(with name: String) -> Int? { versions[name] }

    /// Returns the first version that has a value; nil for a value that is as old as its setting.
    static func first(with value: String, of name: String) -> Int? {
        switch (name, value) {
        case ("PrivateTmp", "connected"), ("PrivateTmp", "disconnected"),
            ("ProtectControlGroups", "private"), ("ProtectControlGroups", "strict"),
            ("PrivateUsers", "self"), ("PrivateUsers", "identity"):
            257
        case ("PrivateUsers", "full"), ("ProtectHostname", "private"): 258
        case ("ProtectHostname", _) where value.contains(":"): 258
        case ("PrivateUsers", "managed"): 260
        default: nil
        }
    }

    private static let versions: [String: Int] = {
        let groups: [(version: Int, names: String)] = [
            (
                231,
                "InaccessiblePaths MemoryDenyWriteExecute ReadOnlyPaths ReadWritePaths RestrictRealtime"
            ),
            (
                232,
                """
                DynamicUser PrivateUsers ProtectControlGroups ProtectKernelModules
                ProtectKernelTunables
                """
            ),
            (233, "BindPaths BindReadOnlyPaths MountAPIVFS RestrictNamespaces RootImage"),
            (
                235,
                """
                CacheDirectory CacheDirectoryMode ConfigurationDirectory ConfigurationDirectoryMode
                IPAddressDeny LockPersonality LogsDirectory LogsDirectoryMode StateDirectory
                StateDirectoryMode
                """
            ),
            (238, "TemporaryFileSystem"),
            (239, "PrivateMounts"),
            (242, "NetworkNamespacePath ProtectHostname RestrictSUIDSGID"),
            (243, "ExecCondition IPEgressFilterPath IPIngressFilterPath"),
            (244, "ProtectKernelLogs"),
            (245, "LogNamespace ProtectClock"),
            (246, "RootHash RootHashSignature RootVerity"),
            (
                247,
                """
                LoadCredential MountImages ProcSubset ProtectProc RootImageOptions SetCredential
                SystemCallLog
                """
            ),
            (248, "ExecPaths ExtensionImages IPCNamespacePath NoExecPaths PrivateIPC"),
            (249, "BPFProgram SocketBindDeny"),
            (
                250,
                """
                ExecSearchPath LoadCredentialEncrypted RestrictFileSystems RestrictNetworkInterfaces
                SetCredentialEncrypted
                """
            ),
            (251, "ExtensionDirectories"),
            (
                254,
                """
                DelegateSubgroup ExtensionImagePolicy ImportCredential MountImagePolicy RootEphemeral
                RootImagePolicy
                """
            ),
            (255, "NFTSet"),
            (257, "BindLogSockets PrivatePIDs"),
            (
                258,
                """
                BPFDelegateAttachments BPFDelegateCommands BPFDelegateMaps BPFDelegatePrograms
                DelegateNamespaces PrivateBPF
                """
            ),
            (259, "ExecReloadPost UserNamespacePath"),
            (260, "BindNetworkInterface RefreshOnReload RootMStack"),
        ]
        var versions: [String: Int] = [:]
        for (version, names) in groups {
            for name in names.unquotedWords { versions[name] = version }
        }
        return versions
    }()
}
