/// One finding, for people and programs: the object, the answer, its evidence and its remedies.
///
/// Encoded, it has the fields of a reason in `docs/report.schema.json`. That report lists the assumptions separately.
public struct Reason: Hashable, Sendable, Encodable {
    /// Identifies the kind of finding for programs, in kebab case: `search-refused`. Stable once released.
    public struct Code: RawRepresentable, Hashable, Sendable, Encodable,
        ExpressibleByStringLiteral
    {
        public let rawValue: String
        public init(rawValue: String) { self.rawValue = rawValue }
        public init(stringLiteral value: String) { self.rawValue = value }
    }

    /// The cause of a denial: a lack of permission, or something else such as a missing file or a closed port.
    public enum Cause: String, Hashable, Sendable, Encodable { case permission, other }

    public let code: Code
    /// The basis of a finding.
    public enum Basis: String, Hashable, Sendable, Encodable {
        /// The kernel's own answer.
        case kernel
        /// The kernel's rules, applied to facts.
        case model
        /// Both. They agree, or the finding says how they differ.
        case both
    }

    /// The object of the finding: a path, an address, a unit.
    public let object: String
    /// One line in lower case, without a full stop. It continues a sentence after the object.
    public package(set) var message: String
    public let cause: Cause
    /// The examined objects, in the order in which the system examines them.
    public package(set) var evidence: [Evidence]
    /// Changes that were proven to turn a denial into a yes, least privilege first. For a yes that a policy forbids, those
    /// that were proven to turn it into a denial, narrowest first.
    public package(set) var remedies: [Remedy]
    /// Nil if only one basis is possible.
    public let basis: Basis?
    /// The facts that a yes assumes. Empty for a no.
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

    /// Returns the same finding with additional assumptions.
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

/// One examined object, and its part in the answer.
public struct Evidence: Hashable, Sendable, Encodable {
    /// The object: one component of a path, one address of a name.
    public let object: String
    /// Its facts, in the format of the field's tools: `drwxr-xr-x root:root`.
    public let facts: String
    /// The permission that was asked of it: `search`.
    public let question: String
    /// The deciding fact: `others r-x`.
    public let finding: String
    /// True if this object allows the access. Nil if it does not decide or could not be examined.
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

/// A change that turns a denial into a yes, proven by a second decision with the change applied.
public struct Remedy: Hashable, Sendable, Encodable {
    /// The command to run or the line to write: `setfacl --modify user:www-data:x /etc/ssl/private`.
    public let change: String
    /// A consequence that the reader must know: `lets it read every file`.
    public let note: String

    public init(_ change: String, note: String = "") {
        self.change = change
        self.note = note
    }
}
