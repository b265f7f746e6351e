/// A key of the language itself, and its purpose. The parser refuses every other key. The schema shows these keys to
/// policy authors.
struct LanguageKey: Sendable {
    /// The form of the key's value.
    enum Form: Sendable {
        case version
        /// A text of the policy itself, in which `${…}` has no meaning.
        case text
        /// A text with parameters filled in.
        case filled
        case choice([String], standard: String)
        /// A choice with parameters filled in.
        case filledChoice([String], standard: String)
        case duration, pid, unitName, containerName, userName, variable, setting, id
        case groups, capabilities, boolean
        case subjectOrUser, parameters, includes, settings
        case requirement
        case requirements(atLeast: Int)
    }

    let name: String
    let form: Form
    let summary: String
    let isNeeded: Bool

    private init(_ name: String, _ form: Form, _ summary: String, isNeeded: Bool = false) {
        self.name = name
        self.form = form
        self.summary = summary
        self.isNeeded = isNeeded
    }
}

extension LanguageKey {
    static let policy = [
        Self("warrant", .version, "The format version, usually the first key.", isNeeded: true),
        Self("name", .text, "The name of the policy in reports.", isNeeded: true),
        Self("summary", .text, "A summary of the policy, in one line."),
        Self(
            "subject",
            .subjectOrUser,
            "The subject of the policy; by default, this process. USER, USER:GROUP,GROUP, or one "
                + "of unit, container, user and pid."
        ),
        Self("parameters", .parameters, "Names that the rest may use as ${name}."),
        Self("include", .includes, "Policies that are part of this one, each under a name."),
        Self("require", .requirements(atLeast: 0), "Requirements that must be authorized."),
        Self("forbid", .requirements(atLeast: 0), "Requirements that must be denied."),
    ]

    static let subject = [
        Self("unit", .unitName, "The main process of a running systemd unit."),
        Self(
            "container",
            .containerName,
            "The first process of a container, by NAME, ID or RUNTIME:NAME."
        ),
        Self("user", .userName, "A user, by name or uid."),
        Self("pid", .pid, "A process, by its id."),
    ]

    /// The keys that may stand beside `user`.
    static let user = [
        Self(
            "groups",
            .groups,
            "Names or gids in place of those that the system knows, the primary first."
        ),
        Self(
            "capabilities",
            .capabilities,
            "The kernel capabilities in effect, in place of those that the user would have."
        ),
    ]

    /// The key that may stand beside `unit`.
    static let unit = [
        Self(
            "restarted",
            .boolean,
            "True for the process that systemd would start now, whether the unit runs or not."
        )
    ]

    /// The key that may stand beside `restarted`.
    static let restarted = [
        Self(
            "command",
            .filled,
            "The command that systemd would start: ExecStartPre:2 is the second line `ExecStartPre=`; "
                + "by default, ExecStart."
        )
    ]

    static let parameter = [
        Self("default", .setting, "The default value. A parameter without one must be set."),
        Self(
            "type",
            .choice(ParameterSyntax.ValueType.allCases.map(\.rawValue), standard: "text"),
            "The type of its values: number in digits, absolute path, port from 1 to 65535."
        ),
        Self("summary", .text, "The purpose of the parameter."),
        Self("environment", .variable, "An environment variable. It overrides the default."),
    ]

    static let include = [
        Self("policy", .text, "Its path, relative to this policy's directory.", isNeeded: true),
        Self("set", .settings, "Values for its parameters."),
    ]

    static let groups = [
        Self("all", .requirements(atLeast: 1), "Holds if all of these hold."),
        Self("any", .requirements(atLeast: 1), "Holds if one of these holds."),
        Self("not", .requirement, "Holds if this is denied. Not known remains not known."),
    ]

    /// The keys that every requirement may have.
    static let common = [
        Self("id", .id, "A name of its own within the policy, for reports; no space and no slash."),
        Self("because", .filled, "The reason. Reports show it if the requirement does not hold."),
        Self("when", .requirement, "Unless this holds, the requirement is not applicable."),
        Self("within", .duration, "The time limit of the check: 500ms, 2s, 1m; by default, 5s."),
        Self(
            "severity",
            .filledChoice(RequirementSeverity.allCases.map(\.rawValue), standard: "failure"),
            "Advice is reported, but does not change the outcome."
        ),
        Self(
            "as",
            .subjectOrUser,
            "The subject of this requirement, in place of the policy's: USER, USER:GROUP,GROUP, "
                + "or a subject."
        ),
    ]
}
