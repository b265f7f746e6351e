import ArgumentParser

/// The options that name the subject of a question.
struct SubjectOptions: ParsableArguments {
    @Option(
        name: .customLong("as"),
        help: ArgumentHelp(
            "Ask about a user, with its own groups or, in their place, with these; the first is primary.",
            valueName: "user[:group,…]"
        ),
        completion: .users
    )
    var user: String?

    @Option(
        help: ArgumentHelp("Ask about a process.", valueName: "n"),
        completion: .processes
    )
    var pid: String?

    @Option(
        help: ArgumentHelp(
            "Ask about the main process of a unit. If it does not run, as with --restarted.",
            valueName: "name"
        ),
        completion: .services
    )
    var unit: String?

    @Flag(help: "With --unit: ask about the process that systemd would start now for the unit.")
    var restarted = false

    @Option(
        help: ArgumentHelp(
            "Ask about the first process of a container: its name, id, or runtime:name.",
            valueName: "name"
        )
    )
    var container: String?

    @Option(
        help: ArgumentHelp(
            "Ask about the service of a unit file as systemd would start it now.",
            valueName: "path"
        ),
        completion: .file(extensions: ["service"])
    )
    var unitFile: String?

    @Option(
        help: ArgumentHelp(
            "With --unit-file or --restarted: the command, for example ExecStartPre:2 (ExecStart).",
            valueName: "name"
        ),
        completion: .commands
    )
    var command: String?

    @Option(
        help: ArgumentHelp(
            "With --unit-file or --restarted: a further setting, such as ProtectSystem=strict; repeatable.",
            valueName: "name=value"
        ),
        completion: .unitSettings
    )
    var setUnit: [String] = []

    @Option(
        help: ArgumentHelp(
            "With --unit-file: the version of systemd, for example \"252 -BPF_FRAMEWORK\" (the running one).",
            valueName: "version"
        )
    )
    var systemdVersion: String?

    @Option(
        help: ArgumentHelp(
            "With --as: the effective kernel capabilities (none; for root, the bounding set).",
            valueName: "cap_a,cap_b"
        ),
        completion: .kernelCapabilities
    )
    var capabilities: String?

    @Flag(
        help:
            "Read the seccomp filters of the process (it stops for some microseconds), and judge by them."
    )
    var exactFilter = false

    /// The subject that the options name.
    var choice: SubjectChoice {
        SubjectChoice(
            user: user,
            pid: pid,
            unit: unit,
            restarted: restarted,
            container: container,
            unitFile: unitFile,
            command: command,
            setUnit: setUnit,
            systemdVersion: systemdVersion,
            capabilities: capabilities,
            exactFilter: exactFilter
        )
    }

    func validate() throws { try choice.validate() }
}
