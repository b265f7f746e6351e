/// A policy as it was written: sound in form, its words not yet bound to anything.
package struct PolicySyntax: Hashable, Sendable {
    /// The versions of the format that this program knows.
    package static let knownVersions = [1]

    package let version: Int
    package let name: String
    /// Empty where none was written.
    package let summary: String
    package let subject: SubjectSyntax?
    package let parameters: [ParameterSyntax]
    /// What must be authorized.
    package let require: [RequirementSyntax]
    /// What must be denied.
    package let forbid: [RequirementSyntax]
    package let location: SourceLocation

    package init(
        version: Int,
        name: String,
        summary: String,
        subject: SubjectSyntax?,
        parameters: [ParameterSyntax],
        require: [RequirementSyntax],
        forbid: [RequirementSyntax],
        location: SourceLocation
    ) {
        self.version = version
        self.name = name
        self.summary = summary
        self.subject = subject
        self.parameters = parameters
        self.require = require
        self.forbid = forbid
        self.location = location
    }
}

extension PolicySyntax {
    /// Reads a policy.
    ///
    /// - Parameter settings: Values for the policy's parameters, in place of their defaults.
    /// - Throws: ``Diagnostics`` with all that is wrong, up to ``Limits/diagnostics``.
    package static func parse(
        _ root: Node,
        vocabulary: Vocabulary,
        settings: [String: String] = [:]
    ) throws(Diagnostics) -> PolicySyntax {
        let parser = PolicyParser(vocabulary: vocabulary)
        let policy = parser.policy(root, settings: settings)
        if let found = parser.problems.found { throw found }
        // Closed, should the parser ever give up without saying why.
        guard let policy else { throw Diagnostics(.requiresNothing(at: root.location)) }
        return policy
    }
}
