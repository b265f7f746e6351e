import ServiceModel

/// The start of a service that a question is about.
public struct UnitStart: Hashable, Sendable {
    /// A setting, such as `ExecStartPre`, or one of several of its lines: `ExecStartPre:2`. Nil is the first
    /// `ExecStart`.
    public var command: String?
    /// Lines for the section `[Service]`, such as `ProtectSystem=strict`. They come after all drop-ins.
    public var settings: [String]
    /// The version of systemd, which decides which settings are enforced. It may have features after it, as
    /// `systemctl --version` prints them: `252 +SECCOMP -BPF_FRAMEWORK`. With nil, systemd is asked if the answer depends
    /// on it.
    public var systemdVersion: String?

    public init(
        command: String? = nil,
        settings: [String] = [],
        systemdVersion: String? = nil
    ) {
        (self.command, self.settings) = (command, settings)
        self.systemdVersion = systemdVersion
    }

    /// The fault with its remedy, as it continues the name of a subject; nil if there is none.
    var problem: String? {
        if let systemdVersion, SystemdBuild(systemdVersion) == nil {
            return "has no version of systemd in `\(systemdVersion.prefix(40))`; write it as "
                + "`systemctl --version` does, for example `252 +SECCOMP`; the oldest is "
                + "\(SystemdBuild.oldest)"
        }
        return command.flatMap { CommandName.problem(of: $0) }
            ?? settings.lazy.compactMap { UnitFile.problem(ofLine: $0) }.first
    }

    /// The settings whose lines ``command`` can name.
    package static let commandNames = ServiceCommand.Kind.allCases.map(\.rawValue)
    /// The settings on which an answer can depend.
    package static let settingNames = SettingNames.modelled

    /// The settings as they follow the name of a subject.
    var changes: String {
        settings.isEmpty ? "" : " with \(settings.joined(separator: ", "))"
    }
}
