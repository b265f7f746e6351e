/// A name that a policy's requirements may use as `${name}`, and what it stands for.
package struct ParameterSyntax: Hashable, Sendable {
    package enum ValueType: String, CaseIterable, Hashable, Sendable {
        case text
        /// A whole number, in digits.
        case number
    }

    package let name: Located<String>
    package let type: ValueType
    /// Empty where none was written.
    package let summary: String
    /// What the policy itself says; nil where a value must be given.
    package let defaultValue: String?
    /// What it stands for this time.
    package let value: String

    package init(
        name: Located<String>,
        type: ValueType,
        summary: String,
        defaultValue: String?,
        value: String
    ) {
        self.name = name
        self.type = type
        self.summary = summary
        self.defaultValue = defaultValue
        self.value = value
    }
}
