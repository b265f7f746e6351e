/// The form of a value, for the schema alone.
///
/// A form refuses no value that its word accepts. It accepts values that only the word can judge, such as the name of a
/// host. Tests compare the two.
package struct TextForm: Sendable {
    package struct Details: Sendable {
        /// A pattern for the whole text; nil accepts any text that is not empty.
        let pattern: String?
        /// Unquoted values that YAML does not read as a text.
        let bare: [Bare]
        /// The values that an editor proposes.
        let proposals: [String]
        /// The help that an editor shows for a refused text.
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

    /// The name of the form's definition in the schema.
    let name: String
    /// Makes the details. Only the schema needs them, so a check starts faster without them.
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
        // At most nine digits, at least one of which is not 0.
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

    /// The id of a requirement within its policy.
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
