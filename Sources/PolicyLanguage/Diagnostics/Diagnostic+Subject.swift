extension Diagnostic {
    static func subjectForm(_ given: [String], at place: SourceLocation) -> Self {
        Self(
            .invalidSubject,
            at: place,
            "a subject is exactly one of `unit`, `user` and `pid`, but here "
                + (given.isEmpty ? "is none" : "are \(listed(given))"),
            help: given.isEmpty ? "write one" : "keep one"
        )
    }

    static func invalidUser(_ text: Located<String>) -> Self {
        Self(
            .invalidSubject,
            at: text.location,
            "\(text.value.quoted) is not a user with groups",
            help: "write `USER`, or `USER:GROUP,GROUP` with the primary group first"
        )
    }

    /// What is forbidden to a user who does not exist holds: a unit that is taken for one must not go unnoticed.
    static func unitAsUser(_ text: Located<String>) -> Self {
        Self(
            .invalidSubject,
            at: text.location,
            "\(text.value.quoted) is named like a unit, but here stands a user",
            help: "write `{ unit: … }`, or `{ user: … }` for a user of that name"
        )
    }

    static func groupsInUser(_ text: Located<String>) -> Self {
        Self(
            .invalidSubject,
            at: text.location,
            "\(text.value.quoted) is not the name of a user",
            help: "write groups as `groups: [ … ]` beside `user`"
        )
    }

    static func emptyGroups(at place: SourceLocation) -> Self {
        Self(
            .emptyList,
            at: place,
            "`groups` is empty, but a user has a primary group",
            help: "list it first, or remove `groups` to use those that the system knows"
        )
    }

    static func invalidPid(_ text: Located<String>) -> Self {
        Self(
            .invalidSubject,
            at: text.location,
            "\(text.value.quoted) is not a process id",
            help: "write a whole number from 1 to \(Int32.max)"
        )
    }
}
