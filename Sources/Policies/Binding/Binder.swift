package import PolicyLanguage

extension Policy {
    /// Binds the words of a policy to capabilities.
    ///
    /// - Parameter subject: The subject that replaces the subjects of the policy and of its includes. The `as` of a
    ///   requirement is kept.
    /// - Throws: ``Diagnostics`` with every word that cannot be bound.
    package init<Subject: Sendable>(
        _ syntax: PolicySyntax,
        to catalogue: Catalogue<Subject>,
        subject: Subject? = nil,
        describe: @escaping (Subject) -> String?
    ) throws(Diagnostics) {
        let binder = Binder(catalogue, isOverridden: subject != nil, describe: describe)
        // The written subject is bound even if the command line overrides it: its errors are reported all the same.
        let written = binder.subject(syntax.subject)
        let whom = subject ?? written ?? catalogue.defaultSubject
        var bound: [Requirement] = []
        bound.reserveCapacity(syntax.require.count + syntax.forbid.count)
        for (rule, list) in [(Policy.Rule.require, syntax.require), (.forbid, syntax.forbid)] {
            for requirement in list {
                guard let part = binder.part(requirement, whom) else { continue }
                bound.append(Requirement(rule: rule, part: part, location: requirement.location))
            }
        }
        if let found = binder.problems.found { throw found }
        self.init(
            name: syntax.name,
            summary: syntax.summary,
            subject: describe(whom),
            requirements: bound,
            location: syntax.location
        )
    }
}

/// Binds each part and records every problem.
private struct Binder<Subject: Sendable> {
    let catalogue: Catalogue<Subject>
    /// True if the command line names the policy's subject.
    let isOverridden: Bool
    let describe: (Subject) -> String?
    let problems = Problems()

    init(
        _ catalogue: Catalogue<Subject>,
        isOverridden: Bool,
        describe: @escaping (Subject) -> String?
    ) {
        self.catalogue = catalogue
        self.isOverridden = isOverridden
        self.describe = describe
    }

    func subject(_ syntax: SubjectSyntax?) -> Subject? {
        guard let syntax else { return nil }
        let bind = catalogue.bindSubject
        return noting { () throws(Diagnostic) in try bind(syntax) }
    }

    func part(_ syntax: RequirementSyntax, _ inherited: Subject) -> Policy.Part? {
        guard !problems.isFull else { return nil }
        var named = subject(syntax.as)
        if isOverridden, syntax.as?.isOfPolicy == true { named = nil }
        let whom = named ?? inherited
        let when = syntax.when.map { part($0, whom) }
        guard let kind = kind(syntax.kind, whom) else { return nil }
        let name = named.flatMap(describe)
        return Policy.Part(
            kind: kind,
            id: syntax.id,
            because: syntax.because,
            severity: syntax.severity,
            asked: syntax.as?.spelled,
            subject: name == describe(inherited) ? nil : name,
            when: when.map { $0.map { [$0] } ?? [] } ?? [],
            limit: syntax.within
        )
    }

    private func kind(_ syntax: RequirementSyntax.Kind, _ whom: Subject) -> Policy.Part.Kind? {
        switch syntax {
        case .word(let use):
            // The parser takes its words from this catalogue.
            guard let entry = catalogue[use.name] else { return nil }
            let capability = noting { () throws(Diagnostic) in try entry.bind(use, whom) }
            return capability.map { .question($0) }
        case .all(let list): return .all(parts(list, whom))
        case .any(let list): return .any(parts(list, whom))
        case .not(let one): return part(one, whom).map { .not($0) }
        }
    }

    private func parts(_ list: [RequirementSyntax], _ whom: Subject) -> [Policy.Part] {
        var parts: [Policy.Part] = []
        for syntax in list {
            if let part = part(syntax, whom) { parts.append(part) }
        }
        return parts
    }

    private func noting<Value>(_ body: () throws(Diagnostic) -> Value) -> Value? {
        problems.keep(try body())
    }
}
