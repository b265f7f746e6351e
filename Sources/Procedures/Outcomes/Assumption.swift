/// A fact that a yes assumes because only the attempt itself could determine it.
///
/// An assumption changes no verdict, unless the caller is strict: see `Strict` and `Verdict.strict`.
public struct Assumption: Hashable, Sendable, Encodable {
    /// Identifies the kind of assumption for programs, in kebab case: `seccomp-filter`. Stable once released.
    public struct Code: RawRepresentable, Hashable, Sendable, Encodable {
        public let rawValue: String
        public init(rawValue: String) { self.rawValue = rawValue }
    }

    public let code: Code
    /// A one-line clause that follows *assumes that* and *only if*: `no seccomp filter refuses it`.
    public let clause: String

    public init(_ code: Code, _ clause: String) {
        self.code = code
        self.clause = clause
    }
}
