/// A policy as written. Its form is valid, and its words are not bound yet.
package struct PolicySyntax: Hashable, Sendable {
    /// The versions of the format that this program knows.
    package static let knownVersions = [1]

    package let version: Int
    package let name: String
    /// The summary, empty if the policy has none.
    package let summary: String
    package let subject: SubjectSyntax?
    package let parameters: [ParameterSyntax]
    /// The policies that this policy includes.
    package let includes: [IncludeSyntax]
    /// The requirements that must be authorized.
    package let require: [RequirementSyntax]
    /// The requirements that must be denied.
    package let forbid: [RequirementSyntax]
    package let location: SourceLocation

    package init(
        version: Int,
        name: String,
        summary: String,
        subject: SubjectSyntax?,
        parameters: [ParameterSyntax],
        includes: [IncludeSyntax] = [],
        require: [RequirementSyntax],
        forbid: [RequirementSyntax],
        location: SourceLocation
    ) {
        self.version = version
        self.name = name
        self.summary = summary
        self.subject = subject
        self.parameters = parameters
        self.includes = includes
        self.require = require
        self.forbid = forbid
        self.location = location
    }
}
