/// One requirement of a policy, as written.
package struct RequirementSyntax: Hashable, Sendable {
    package indirect enum Kind: Hashable, Sendable {
        case word(WordUse)
        /// Never empty.
        case all([RequirementSyntax])
        /// Never empty.
        case any([RequirementSyntax])
        case not(RequirementSyntax)
    }

    // A structure cannot hold itself but through this.
    private indirect enum Guard: Hashable, Sendable { case when(RequirementSyntax) }

    // Few requirements have a subject, and all would have room for it.
    private indirect enum Asked: Hashable, Sendable { case of(SubjectSyntax) }

    package let kind: Kind
    package let id: String?
    package let because: String?
    /// How long looking may take.
    package let within: Duration?
    package let severity: RequirementSeverity
    package let location: SourceLocation
    private let asked: Asked?
    private let `guard`: Guard?

    /// Who is asked about here, in place of the policy's subject.
    package var `as`: SubjectSyntax? {
        switch asked {
        case .of(let subject): subject
        case nil: nil
        }
    }

    /// Unless this holds, the requirement is not applicable.
    package var when: RequirementSyntax? {
        switch `guard` {
        case .when(let condition): condition
        case nil: nil
        }
    }

    package init(
        _ kind: Kind,
        id: String? = nil,
        because: String? = nil,
        when: RequirementSyntax? = nil,
        within: Duration? = nil,
        severity: RequirementSeverity = .failure,
        as subject: SubjectSyntax? = nil,
        at location: SourceLocation
    ) {
        self.kind = kind
        self.id = id
        self.because = because
        self.within = within
        self.severity = severity
        asked = subject.map { .of($0) }
        self.location = location
        self.guard = when.map { .when($0) }
    }
}

/// What it means that a requirement does not hold.
public enum RequirementSeverity: String, CaseIterable, Hashable, Sendable, Encodable {
    /// The policy does not hold.
    case failure
    /// The report says so, and the policy may hold.
    case advice
}
