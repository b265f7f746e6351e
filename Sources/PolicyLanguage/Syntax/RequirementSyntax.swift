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

    // A structure can contain itself only through an indirect enumeration.
    private indirect enum Guard: Hashable, Sendable { case when(RequirementSyntax) }

    // The indirection saves space: few requirements have a subject.
    private indirect enum Asked: Hashable, Sendable { case of(SubjectSyntax) }

    package let kind: Kind
    package let id: String?
    package let because: String?
    /// The time limit of the check.
    package let within: Duration?
    package let severity: RequirementSeverity
    package let location: SourceLocation
    private let asked: Asked?
    private let `guard`: Guard?

    /// The subject of this requirement, in place of the policy's subject.
    package var `as`: SubjectSyntax? {
        switch asked {
        case .of(let subject): subject
        case nil: nil
        }
    }

    /// The condition. Unless it holds, the requirement is not applicable.
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

extension RequirementSyntax {
    /// The requirement about the process that reads it, in place of the subject of its policy; nil if it has, in whole
    /// or in part, a subject of its own. It has no id.
    package var aboutReader: Self? {
        guard self.as?.isOfPolicy != false else { return nil }
        let condition = when?.aboutReader
        guard (condition == nil) == (when == nil) else { return nil }
        let kind: Kind
        switch self.kind {
        case .word: kind = self.kind
        case .all(let parts):
            guard let parts = Self.aboutReader(parts) else { return nil }
            kind = .all(parts)
        case .any(let parts):
            guard let parts = Self.aboutReader(parts) else { return nil }
            kind = .any(parts)
        case .not(let part):
            guard let part = part.aboutReader else { return nil }
            kind = .not(part)
        }
        return Self(kind, when: condition, within: within, severity: severity, at: location)
    }

    private static func aboutReader(_ parts: [Self]) -> [Self]? {
        let changed = parts.compactMap(\.aboutReader)
        return changed.count == parts.count ? changed : nil
    }
}

/// The consequence if a requirement does not hold.
public enum RequirementSeverity: String, CaseIterable, Hashable, Sendable, Encodable {
    /// The policy does not hold.
    case failure
    /// The report shows it, and the policy may still hold.
    case advice
}
