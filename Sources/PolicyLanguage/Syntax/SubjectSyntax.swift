/// The subject of a policy or requirement, as written.
package struct SubjectSyntax: Hashable, Sendable {
    package struct User: Hashable, Sendable {
        /// A name or a uid in digits.
        package let name: Located<String>
        /// Names or gids, the primary group first; nil for the groups in the system's group database.
        package let groups: [Located<String>]?
        /// The effective kernel capabilities; nil for those that the user would have.
        package let capabilities: [Located<String>]?

        package init(
            name: Located<String>,
            groups: [Located<String>]?,
            capabilities: [Located<String>]?
        ) {
            self.name = name
            self.groups = groups
            self.capabilities = capabilities
        }
    }

    package enum Kind: Hashable, Sendable {
        /// - Parameters:
        ///   - isRestarted: True for the process that systemd would start now.
        ///   - command: Its command; nil for the first `ExecStart=`.
        case unit(Located<String>, isRestarted: Bool = false, command: Located<String>? = nil)
        case container(Located<String>)
        case user(User)
        case process(Located<Int32>)
    }

    package let kind: Kind
    package let location: SourceLocation
    /// True if this is the subject of an included policy, not of one requirement alone. The command line then takes
    /// precedence over it.
    package private(set) var isOfPolicy = false

    package init(
        kind: Kind,
        location: SourceLocation
    ) {
        self.kind = kind
        self.location = location
    }

    /// The same subject, marked as that of an included policy.
    var ofPolicy: Self {
        var copy = self
        copy.isOfPolicy = true
        return copy
    }
}

extension SubjectSyntax {
    /// The unit types of systemd.unit(5).
    static let unitTypes = [
        "service", "socket", "mount", "swap", "scope", "slice", "timer", "target", "path", "device",
        "automount",
    ]

    static func isUnitName(_ text: Substring) -> Bool {
        unitTypes.contains { text.utf8.reversed().starts(with: ".\($0)".utf8.reversed()) }
    }
}
