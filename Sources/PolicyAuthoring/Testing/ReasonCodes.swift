import LinuxCapabilities
import PolicyLanguage

/// The codes of reasons that a look at a host can give, so that a test cannot expect one that there is not.
package enum ReasonCodes {
    package static let known = words.union(FileWords.codes)

    /// All but those of files, which follow from the rules.
    private static let words: Set<String> = [
        "account-found", "account-missing", "action-unknown", "address-not-local",
        "authorization-ended", "bind-permitted",
        "bus-name-missing", "capability-held", "capability-missing", "capability-not-enough",
        "capability-not-permitted", "capability-set-unknown", "capability-unknown",
        "capability-unknown-to-kernel", "confirmation-answer", "confirmation-late",
        "confirmation-no-answer", "confirmation-no-terminal", "confirmation-not-asked",
        "connected", "connection-not-permitted", "connection-refused", "deadline-passed",
        "disagreement", "empty-group", "file-group", "file-mode", "file-owner", "file-permitted",
        "group-missing", "holds-under-not", "interface-elsewhere",
        "invalid-action", "invalid-endpoint", "invalid-question", "journal-in-part",
        "journal-missing", "look-failed", "may-be-created", "membership", "missing",
        "name-not-found", "name-taken", "namespace-unreadable", "needs-capability",
        "network-not-entered", "no-answer", "no-answer-in-time", "no-route", "not-applicable",
        "not-known", "not-looked-at", "not-by-itself", "not-permitted", "not-watched",
        "nothing-applies", "path-not-absolute", "polkit-answer", "polkit-not-asked",
        "polkit-would-ask", "port-held", "port-perhaps-held", "power-within-reach",
        "process-ended", "reach-unknown", "refused-by-kernel", "request-failed", "resolved",
        "resolver-elsewhere", "resolver-failed", "routed", "routing-rules", "session-missing",
        "setting-missing", "setting-not-number", "setting-value", "socket-elsewhere",
        "packet-filter", "perhaps-filtered", "assumed", "permitted",
        "socket-permitted", "socket-unsupported", "sockets-not-passed", "subject-changed",
        "subject-groups-unknown", "subject-invalid", "subject-missing", "subject-not-known",
        "subject-threads-apart",
        "subject-unreadable", "timed-out", "tracing-permitted", "tracing-refused", "unit-control",
        "unit-job", "unit-not-found", "unit-not-running", "unit-process-elsewhere",
        "unit-refused", "unit-state", "unreachable", "user-missing", "users-elsewhere",
        "within-reach",
        "unit-processes-unknown",
    ]
}

extension TestSyntax {
    /// - Throws: ``Diagnostics`` for the codes of reasons that nothing ever gives.
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
                ?? "docs/policy-testing.md has all of them; without one any reason will do"
        )
    }
}
