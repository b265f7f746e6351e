import Capabilities
import LinuxCapabilities
import PolicyLanguage
import Procedures
import Text

/// The reason codes that checks and gates can give. A test must not expect any other.
package enum ReasonCodes {
    package static let known = Set(ReasonCode.allCases.map(\.rawValue))
        .union(ofTheEngine.map(\.rawValue)).union(FileWords.codes)

    private static let ofTheEngine: [EngineReason] = [
        .cancelled, .deadlinePassed, .emptyGroup, .tooManyAbandoned,
    ]
}

extension TestSyntax {
    /// - Throws: ``Diagnostics`` for reason codes that no check ever gives.
    func refuseUnknownReasons() throws(Diagnostics) {
        let reasons = cases.flatMap(\.requirements).compactMap(\.reason)
        let unknown = reasons.filter { !ReasonCodes.known.contains($0.value) }
        let problems = unknown.map { Diagnostic.unknownReason($0) }
        if let found = Diagnostics(problems) { throw found }
    }
}

extension Diagnostic {
    fileprivate static func unknownReason(_ code: Located<String>) -> Self {
        let likely = nearest(to: code.value, among: ReasonCodes.known.sorted())
        return Self(
            "unknown-reason",
            at: code.location,
            "no reason has the code \(code.value.quoted)",
            help: likely.map { "did you mean \($0.quoted)?" }
                ?? "policy-testing.md lists all codes; without a code, any reason will do"
        )
    }
}
