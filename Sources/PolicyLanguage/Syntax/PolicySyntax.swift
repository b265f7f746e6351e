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

extension PolicySyntax {
    /// Reads a policy, of which what it includes is not part yet.
    ///
    /// - Parameters:
    ///   - sources: From where the policy's parameters get their values.
    ///   - allowance: What may be read of it, and of the policy that includes it.
    ///   - more: What is wrong with the words of one that is found wrong elsewhere, as in its subject.
    /// - Throws: ``Diagnostics`` with all that is wrong, up to ``Limits/diagnostics``.
    package static func parse(
        _ root: Node,
        vocabulary: Vocabulary,
        parametersFrom sources: ParameterSources = .none,
        within allowance: Allowance = Allowance(),
        alsoFinding more: (PolicySyntax) -> Diagnostics? = { _ in nil }
    ) throws(Diagnostics) -> PolicySyntax {
        let parser = PolicyParser(vocabulary: vocabulary, within: allowance)
        let policy = parser.policy(root, parametersFrom: sources)
        if let found = parser.problems.found {
            let words = policy.flatMap(more)?.all ?? []
            let room = max(0, Limits.diagnostics - found.all.count)
            throw Diagnostics(found.all + words.prefix(room)) ?? found
        }
        // Closed, should the parser ever give up without saying why.
        guard let policy else { throw Diagnostics(.requiresNothing(at: root.location)) }
        return policy
    }
}
