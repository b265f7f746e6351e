/// One finding, for people and programs: what was asked of what, what was found, what would help.
///
/// Encoded, it has the fields of a reason in `docs/report.schema.json`. What it assumes stands beside the reasons there.
public struct Reason: Hashable, Sendable, Encodable {
    /// Names the kind of finding for programs, in kebab case: `search-refused`. Stable once released.
    public struct Code: RawRepresentable, Hashable, Sendable, Encodable,
        ExpressibleByStringLiteral
    {
        public let rawValue: String
        public init(rawValue: String) { self.rawValue = rawValue }
        public init(stringLiteral value: String) { self.rawValue = value }
    }

    /// Whether a lack of permission is what says no; a missing file or a closed port is not.
    public enum Cause: String, Hashable, Sendable, Encodable { case permission, other }

    public let code: Code
    /// Who decided.
    public enum Basis: String, Hashable, Sendable, Encodable {
        /// The kernel was asked.
        case kernel
        /// The kernel's rules were applied to facts.
        case model
        /// Both, and they agree or it says how they differ.
        case both
    }

    /// What the finding is about: a path, an address, a unit.
    public let object: String
    /// One line, lower case, no full stop; it reads on after the object.
    public package(set) var message: String
    public let cause: Cause
    /// What was looked at, in the order in which the system looks.
    public package(set) var evidence: [Evidence]
    /// Changes that were proven to turn a denial into a yes, least privilege first.
    public let remedies: [Remedy]
    /// Nil where there is only one way to know.
    public let basis: Basis?
    /// What a yes takes for granted; empty for a no.
    public package(set) var assumes: [Assumption]

    private enum CodingKeys: String, CodingKey {
        case code, object, message, cause, evidence, remedies, basis
    }

    public init(
        _ code: Code,
        _ object: String,
        _ message: String,
        cause: Cause = .other,
        evidence: [Evidence] = [],
        remedies: [Remedy] = [],
        basis: Basis? = nil,
        assumes: [Assumption] = []
    ) {
        self.code = code
        self.object = object
        self.message = message
        self.cause = cause
        self.evidence = evidence
        self.remedies = remedies
        self.basis = basis
        self.assumes = assumes
    }

    /// Returns the same finding, which takes more for granted.
    public func assuming(_ assumptions: [Assumption]) -> Reason {
        Reason(
            code,
            object,
            message,
            cause: cause,
            evidence: evidence,
            remedies: remedies,
            basis: basis,
            assumes: assumes + assumptions.filter { !assumes.contains($0) }
        )
    }
}

/// One thing that was looked at, and what it says.
public struct Evidence: Hashable, Sendable, Encodable {
    /// The thing itself: one component of a path, one address of a name.
    public let object: String
    /// What was found, as the field's tools print it: `drwxr-xr-x root:root`.
    public let facts: String
    /// What was asked of it: `search`.
    public let question: String
    /// What decided: `others r-x`.
    public let finding: String
    /// Whether this thing says yes; nil where it does not decide or could not be asked.
    public let holds: Bool?

    public init(
        _ object: String,
        facts: String = "",
        question: String = "",
        finding: String = "",
        holds: Bool? = nil
    ) {
        self.object = object
        self.facts = facts
        self.question = question
        self.finding = finding
        self.holds = holds
    }
}

/// A change that would turn a denial into a yes, proven by deciding again with it applied.
public struct Remedy: Hashable, Sendable, Encodable {
    /// What to run or write: `setfacl --modify user:www-data:x /etc/ssl/private`.
    public let change: String
    /// What a reader must know of it: `lets it read every file`.
    public let note: String

    public init(_ change: String, note: String = "") {
        self.change = change
        self.note = note
    }
}
