/// A parameter, which the policy's requirements use as `${name}`, and its value.
package struct ParameterSyntax: Hashable, Sendable {
    package enum ValueType: String, CaseIterable, Hashable, Sendable {
        case text
        /// A whole number, in digits.
        case number
        /// `true` or `false`.
        case boolean
        /// An absolute path.
        case path
        /// 1 to 65535, in digits.
        case port
    }

    package let name: Located<String>
    package let type: ValueType
    /// The summary, empty if the policy has none.
    package let summary: String
    /// The default in the policy, or nil if a value must be given.
    package let defaultValue: String?
    /// The environment variable that takes precedence over the default.
    package let environment: String?
    /// The value for this run.
    package let value: String
    /// True if the parameter has no value and stays open; see ``ParameterSources/Environment/unknown``.
    package let isOpen: Bool

    package init(
        name: Located<String>,
        type: ValueType,
        summary: String,
        defaultValue: String?,
        environment: String? = nil,
        value: String,
        isOpen: Bool = false
    ) {
        self.name = name
        self.type = type
        self.summary = summary
        self.defaultValue = defaultValue
        self.environment = environment
        self.value = value
        self.isOpen = isOpen
    }
}

extension ParameterSyntax.ValueType {
    func takes(_ text: String) -> Bool {
        switch self {
        case .text: true
        case .number: text.isNumber
        case .boolean: text == "true" || text == "false"
        case .path: text.utf8.first == UInt8(ascii: "/")
        case .port: text.isNumber && UInt16(text).map { $0 > 0 } == true
        }
    }

    /// The type's name in a sentence.
    var noun: String {
        switch self {
        case .text: "a text"
        case .number: "a number"
        case .boolean: "true or false"
        case .path: "an absolute path"
        case .port: "a port"
        }
    }

    var help: String {
        switch self {
        case .text: "write a text"
        case .number: "write a whole number in digits"
        case .boolean: "write `true` or `false`"
        case .path: "begin it with `/`"
        case .port: "write a number from 1 to 65535"
        }
    }
}

extension String {
    fileprivate var isNumber: Bool { !isEmpty && utf8.allSatisfy { (0x30...0x39).contains($0) } }
}
