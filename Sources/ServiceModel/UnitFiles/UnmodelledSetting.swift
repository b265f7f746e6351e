/// A setting of systemd that can change an answer, and that the model does not know.
struct UnmodelledSetting {
    /// How several assignments become one value.
    enum Form {
        /// The last one counts. No is the default, and an empty one is ignored.
        case boolean
        /// The last one counts. An empty one is the default.
        case value
        /// The last one counts, even if it is empty.
        case word
        /// They add up. An empty one removes those before it.
        case list
        /// They add up. An empty one does nothing.
        case dependency
    }

    let form: Form
    let scope: UnknownSetting.Scope
    let direction: UnknownSetting.Direction
    /// Returns whether a value has no effect.
    let isHarmless: @Sendable (_ value: String) -> Bool

    private init(
        _ form: Form,
        _ scope: UnknownSetting.Scope,
        _ direction: UnknownSetting.Direction = .either,
        harmless isHarmless: @escaping @Sendable (String) -> Bool = { _ in false }
    ) {
        (self.form, self.scope, self.direction) = (form, scope, direction)
        self.isHarmless = isHarmless
    }

    /// - Returns: nil for a setting that systemd 252 does not have.
    init?(named name: String) {
        guard let known = Self.all[name] else { return nil }
        self = known
    }

    static var names: [String] { all.keys.sorted() }

    private static let all: [String: Self] = [
        // Other files.
        "RootImage": Self(.value, .all),
        "RootImageOptions": Self(.list, .all),
        "RootHash": Self(.value, .all),
        "RootHashSignature": Self(.value, .all),
        "RootVerity": Self(.value, .all),
        "RootEphemeral": Self(.boolean, .all),
        "MountImages": Self(.list, .all),
        "ExtensionImages": Self(.list, .all),
        "ExtensionDirectories": Self(.list, .all),
        "RootDirectoryStartOnly": Self(.boolean, .all),
        "MountFlags": Self(.value, .files) { $0 == "shared" },
        "MountAPIVFS": Self(.value, .files),
        // Without its source, the service does not start.
        "LoadCredential": Self(.list, .all, .eitherOf(.files)),
        "LoadCredentialEncrypted": Self(.list, .all, .eitherOf(.files)),
        "ImportCredential": Self(.list, .files),
        "SetCredential": Self(.list, .files),
        "SetCredentialEncrypted": Self(.list, .all, .eitherOf(.files)),
        "LogNamespace": Self(.value, .files),
        // The service does not start if systemd cannot open it. The user becomes the owner of a terminal.
        "StandardInput": Self(.word, .all, .eitherOf(.files)) {
            ["null", "data", "socket"].contains($0)
        },
        "StandardOutput": Self(.word, .all, .eitherOf(.files), harmless: isOutputWithoutFile),
        "StandardError": Self(.word, .all, .eitherOf(.files), harmless: isOutputWithoutFile),
        // The service does not start if the machine has no such processor or memory.
        "CPUAffinity": Self(.list, .all, .takesAway),
        "NUMAPolicy": Self(.word, .all, .takesAway),
        "NUMAMask": Self(.list, .all, .takesAway),
        // The program of a command without a path.
        "ExecSearchPath": Self(.list, .all),
        "Delegate": Self(.word, .files) { boolean($0) == false },
        "DelegateSubgroup": Self(.value, .files),

        // Other namespaces and identities.
        "PrivatePIDs": Self(.boolean, .all),
        "PAMName": Self(.value, .all),
        "NetworkNamespacePath": Self(.value, .all),
        "PrivateIPC": Self(.boolean, .files),
        "IPCNamespacePath": Self(.value, .all),
        "JoinsNamespaceOf": Self(.dependency, [.files, .network]),

        // Restrictions.
        "SystemCallArchitectures": Self(.list, .all, .takesAway) { $0 == "native" },
        "RestrictFileSystems": Self(.list, .files, .takesAway),
        "RestrictNetworkInterfaces": Self(.list, .network, .takesAway),
        "IPAddressDeny": Self(.list, .network, .takesAway),
        "IPIngressFilterPath": Self(.list, .network, .takesAway),
        "IPEgressFilterPath": Self(.list, .network, .takesAway),
        "SocketBindDeny": Self(.list, .network, .takesAway),
        "NFTSet": Self(.list, .network),
        "BPFProgram": Self(.list, .all, .takesAway),
        "DeviceAllow": Self(.list, .devices, .takesAway),
        // Without `/dev/null`, the service does not start.
        "DevicePolicy": Self(.word, .all, .takesAway) { $0 == "auto" },
        "RestrictSUIDSGID": Self(.boolean, .setIDBits, .takesAway),
        // A slice has restrictions of these kinds too.
        "Slice": Self(.word, [.devices, .standardDevices, .network], .takesAway) {
            $0 == "system.slice"
        },
        "LimitNOFILE": Self(.word, .all, .takesAway) { allowsAnyFile($0) },
        "LimitFSIZE": Self(.word, .files, .takesAway) { $0 == "infinity" },
    ]

    @Sendable private static func isOutputWithoutFile(_ output: String) -> Bool {
        [
            "inherit", "null", "journal", "kmsg", "syslog", "journal+console", "kmsg+console",
            "syslog+console",
        ].contains(output)
    }

    /// Whether a limit of open files leaves room for more files than a command has at its start.
    private static func allowsAnyFile(_ limit: String) -> Bool {
        let soft = limit.prefix { $0 != ":" }
        return soft == "infinity" || UInt64(soft).map { $0 >= 64 } == true
    }
}
