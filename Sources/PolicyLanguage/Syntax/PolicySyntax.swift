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
    /// The policies that are to be part of this one.
    package let includes: [IncludeSyntax]
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
