import PolicyLanguage

/// Finds an `as` that names the subject that the requirement already has.
struct RedundantSubject: LintRule {
    static let id = "redundant-subject"
    static let severity = LintFinding.Severity.warning
    static let summary = "an `as` names the subject that the requirement already has"

    func findings(in policy: LintedPolicy) -> [LintFinding] {
        policy.requirements.compactMap { placed in
            guard let own = placed.syntax.as, let outer = placed.outerSubject,
                own.words == outer.words
            else { return nil }
            return Self.finding(
                at: own.location,
                "\(placed.title) has this subject without the `as`",
                help: "remove the `as`"
            )
        }
    }
}

extension SubjectSyntax {
    /// The words of the subject in bytes, without their places. Swift strings are also equal in different normal forms.
    var words: [[[UInt8]]?] { texts.map { $0?.map { Array($0.utf8) } } }

    private var texts: [[String]?] {
        switch kind {
        case .unit(let name, let isRestarted, let command):
            [["unit", name.value, "\(isRestarted)"], command.map { [$0.value] }]
        case .container(let name): [["container", name.value]]
        case .process(let pid): [["pid", "\(pid.value)"]]
        case .user(let user):
            [
                ["user", user.name.value], user.groups?.map(\.value),
                user.capabilities?.map(\.value),
            ]
        }
    }
}
