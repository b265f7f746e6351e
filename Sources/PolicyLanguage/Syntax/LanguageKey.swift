/// A key of the language itself, and what it is for: the parser refuses every other, and the schema
/// shows these to whoever writes a policy.
struct LanguageKey: Sendable {
    /// What stands behind the key.
    enum Form: Sendable {
        case version
        /// Of the policy itself: `${…}` means nothing in it.
        case text
        /// With parameters filled in.
        case filled
        case choice([String], standard: String)
        /// The same, with parameters filled in.
        case filledChoice([String], standard: String)
        case duration, pid, unitName, userName, variable, setting, id
        case groups, capabilities
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
        Self("warrant", .version, "The version of the format; first by custom.", isNeeded: true),
        Self("name", .text, "What reports call the policy.", isNeeded: true),
        Self("summary", .text, "What the policy promises, in a line."),
        Self(
            "subject",
            .subjectOrUser,
            "Who is asked about; this process where there is none. USER, USER:GROUP,GROUP, or one of "
                + "unit, user and pid."
        ),
        Self("parameters", .parameters, "Names that the rest may use as ${name}."),
        Self("include", .includes, "Policies that are part of this one, each under a name."),
        Self("require", .requirements(atLeast: 0), "What must be authorized."),
        Self("forbid", .requirements(atLeast: 0), "What must be denied."),
    ]

    static let subject = [
        Self("unit", .unitName, "The main process of a systemd unit."),
        Self("user", .userName, "A user, by name or uid."),
        Self("pid", .pid, "A process, by its id."),
    ]

    /// Beside `user`.
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

    static let parameter = [
        Self("default", .setting, "What it stands for; without one it must be set."),
        Self(
            "type",
            .choice(ParameterSyntax.ValueType.allCases.map(\.rawValue), standard: "text"),
            "What its values must be: a number in digits, a path from / on, a port from 1 to 65535."
        ),
        Self("summary", .text, "What it is for."),
        Self("environment", .variable, "A variable of the environment, which beats the default."),
    ]

    static let include = [
        Self("policy", .text, "Its path, from the directory of this policy.", isNeeded: true),
        Self("set", .settings, "Values for its parameters."),
    ]

    static let groups = [
        Self("all", .requirements(atLeast: 1), "Holds where all of these hold."),
        Self("any", .requirements(atLeast: 1), "Holds where one of these holds."),
        Self("not", .requirement, "Holds where this is denied; what is not known stays so."),
    ]

    /// Of every requirement.
    static let common = [
        Self("id", .id, "A name of its own within the policy, for reports; no space and no slash."),
        Self("because", .filled, "Why; told when the requirement does not hold."),
        Self("when", .requirement, "Unless this holds, the requirement is not applicable."),
        Self("within", .duration, "How long looking may take, such as 500ms, 2s, 1m; else 5s."),
        Self(
            "severity",
            .filledChoice(RequirementSeverity.allCases.map(\.rawValue), standard: "failure"),
            "Advice is told, and changes no outcome."
        ),
        Self(
            "as",
            .subjectOrUser,
            "Who is asked about here, in place of the policy's subject: USER, USER:GROUP,GROUP, "
                + "or a subject."
        ),
    ]
}
