/// What a value must look like for whoever knows its word to take it, for the schema alone.
///
/// It refuses nothing that they would take. What only they can tell, such as whether a name is that of
/// a host, it leaves to them; tests hold the two against each other.
package struct TextForm: Sendable {
    package struct Details: Sendable {
        /// Of the whole text; nil for any but an empty one.
        let pattern: String?
        /// What may stand there bare that YAML reads as something else than a text.
        let bare: [Bare]
        /// To be proposed.
        let proposals: [String]
        /// What to write instead of a text that is refused.
        let help: String?

        package init(
            _ pattern: String?,
            bare: [Bare] = [],
            proposals: [String] = [],
            help: String? = nil
        ) {
            self.pattern = pattern
            self.bare = bare
            self.proposals = proposals
            self.help = help
        }
    }

    package enum Bare: Sendable {
        case integers(from: Int, upTo: Int?)
        case numbers
        case booleans
    }

    /// What its definition in the schema is called.
    let name: String
    /// Made only for the schema: a check has no use for it, and starts the sooner.
    let details: @Sendable () -> Details

    package init(_ name: String, _ details: @escaping @Sendable () -> Details) {
        self.name = name
        self.details = details
    }

    package static let any = TextForm("filled") { Details(nil, bare: .anything) }
}

extension [TextForm.Bare] {
    /// Every number, and `true` and `false`.
    package static let anything: Self = [.numbers, .booleans]
}

extension TextForm {
    static let boolean = TextForm("boolean") { Details("true|false", bare: [.booleans]) }

    static let mode = TextForm("mode") {
        Details("0?[0-7]{0,4}", help: "write it in octal digits and quotes, such as \"0640\"")
    }

    static let duration = TextForm("duration") {
        // No more than nine digits, one of which is not 0.
        Details("(?=[0-9]{1,9}[a-z])0*[1-9][0-9]*(?:ms|s|m|h)", help: Duration.writtenForm)
    }

    static let pid = TextForm("pid") {
        let largest = Int(Int32.max)
        return Details(
            Pattern.positive(upTo: largest),
            bare: [.integers(from: 1, upTo: largest)],
            help: "write a whole number from 1 to \(largest)"
        )
    }

    /// Of a requirement, within its policy.
    static let requirementID = TextForm("requirement-id") {
        Details("[^\\t-\\r /]+", bare: .anything, help: "write it without spaces and `/`")
    }

    static let userName = TextForm("user") {
        Details("[^:]+", bare: .anything, help: "write groups as `groups: [ … ]` beside `user`")
    }

    /// `USER[:GROUP[,GROUP…]]`.
    static let userAndGroups = TextForm("user-and-groups") {
        let help = "write USER, or USER:GROUP,GROUP with the primary group first"
        let units = SubjectSyntax.unitTypes.joined(separator: "|")
        let noUnit = "(?![^:]*\\.(?:\(units))(?::|$(?!\\n)))"
        let users = "[^:]+(?::[^:,]+(?:,[^:,]+)*)?"
        return Details(noUnit + users, bare: .anything, help: help)
    }
}
