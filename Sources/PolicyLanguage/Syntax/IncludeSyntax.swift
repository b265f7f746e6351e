/// Another policy that this policy includes, as written.
package struct IncludeSyntax: Hashable, Sendable {
    /// The prefix of the included ids, before a slash.
    package let namespace: Located<String>
    /// The path, relative to the directory of the including policy.
    package let path: Located<String>
    package let settings: [String: Setting]

    package init(
        namespace: Located<String>,
        path: Located<String>,
        settings: [String: Setting] = [:]
    ) {
        self.namespace = namespace
        self.path = path
        self.settings = settings
    }
}

extension PolicySyntax {
    /// Returns the policy with the requirements of its includes added after its own.
    ///
    /// - Parameter parts: One policy for each of ``includes``, in that order, with its own includes added.
    package func including(_ parts: [PolicySyntax]) -> PolicySyntax {
        let all = zip(includes.map(\.namespace.value), parts)
        return PolicySyntax(
            version: version,
            name: name,
            summary: summary,
            subject: subject,
            parameters: parameters,
            includes: includes,
            require: require + all.flatMap { $1.included($1.require, as: $0) },
            forbid: forbid + all.flatMap { $1.included($1.forbid, as: $0) },
            location: location
        )
    }

    private func included(
        _ requirements: [RequirementSyntax],
        as namespace: String
    ) -> [RequirementSyntax] {
        requirements.map { $0.included(as: namespace, about: subject) }
    }
}

extension RequirementSyntax {
    /// - Parameter subject: The subject of the policy that contains the requirement, if it names one.
    fileprivate func included(as namespace: String, about subject: SubjectSyntax?) -> Self {
        // A part has the subject of the whole requirement.
        let part = { (part: RequirementSyntax) in part.included(as: namespace, about: nil) }
        let kind: Kind =
            switch kind {
            case .word(let use): .word(use)
            case .all(let parts): .all(parts.map(part))
            case .any(let parts): .any(parts.map(part))
            case .not(let one): .not(part(one))
            }
        return RequirementSyntax(
            kind,
            id: id.map { "\(namespace)/\($0)" },
            because: because,
            when: when.map(part),
            within: within,
            severity: severity,
            as: self.as ?? subject?.ofPolicy,
            at: location
        )
    }
}
