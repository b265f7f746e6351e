package import Procedures

/// The codes of the reasons that looks, gates and checks give. The codes of the engine are not among them, nor those of
/// files, which follow from the rules (``/AccessModel/Refusal/Cause``).
///
/// `docs/policy-testing.md` lists which question gives which code.
package enum ReasonCode: String, CaseIterable, Sendable {
    case accountFound = "account-found"
    case accountMissing = "account-missing"
    case actionUnknown = "action-unknown"
    case addressNotLocal = "address-not-local"
    case assumed
    case authorizationEnded = "authorization-ended"
    case bindPermitted = "bind-permitted"
    case busNameActivatable = "bus-name-activatable"
    case busNameMissing = "bus-name-missing"
    case busNameNotStarted = "bus-name-not-started"
    case busNameOwned = "bus-name-owned"
    case capabilityHeld = "capability-held"
    case capabilityMissing = "capability-missing"
    case capabilityNotEnough = "capability-not-enough"
    case capabilityNotPermitted = "capability-not-permitted"
    case capabilitySetUnknown = "capability-set-unknown"
    case capabilityUnknown = "capability-unknown"
    case capabilityUnknownToKernel = "capability-unknown-to-kernel"
    case confirmationAnswer = "confirmation-answer"
    case confirmationLate = "confirmation-late"
    case confirmationNoAnswer = "confirmation-no-answer"
    case confirmationNoTerminal = "confirmation-no-terminal"
    case confirmationNotAsked = "confirmation-not-asked"
    case connected
    case connectionNotPermitted = "connection-not-permitted"
    case connectionRefused = "connection-refused"
    case containerAmbiguous = "container-ambiguous"
    case containerNotRunning = "container-not-running"
    case containerProcessElsewhere = "container-process-elsewhere"
    case disagreement
    case fileGroup = "file-group"
    case fileMode = "file-mode"
    case fileOwner = "file-owner"
    case filePermitted = "file-permitted"
    case forbidden
    case groupMissing = "group-missing"
    case holdsUnderNot = "holds-under-not"
    case interfaceElsewhere = "interface-elsewhere"
    case invalidAction = "invalid-action"
    case invalidEndpoint = "invalid-endpoint"
    case invalidQuestion = "invalid-question"
    case journalInPart = "journal-in-part"
    case journalMissing = "journal-missing"
    case lockDirectory = "lock-directory"
    case lockFailed = "lock-failed"
    case lockFile = "lock-file"
    case lockName = "lock-name"
    case lookFailed = "look-failed"
    case mayBeCreated = "may-be-created"
    case membership
    case missing
    case nameNotFound = "name-not-found"
    case nameTaken = "name-taken"
    case namespaceUnreadable = "namespace-unreadable"
    case needsCapability = "needs-capability"
    case networkNotEntered = "network-not-entered"
    case noAnswer = "no-answer"
    case noRoute = "no-route"
    case notApplicable = "not-applicable"
    case notByItself = "not-by-itself"
    case notKnown = "not-known"
    case notLookedAt = "not-looked-at"
    case notPermitted = "not-permitted"
    case notWatched = "not-watched"
    case nothingApplies = "nothing-applies"
    case packetFilter = "packet-filter"
    case parameterOpen = "parameter-open"
    case pathNotAbsolute = "path-not-absolute"
    case perhapsFiltered = "perhaps-filtered"
    case permitted
    case polkitAnswer = "polkit-answer"
    case polkitNotAsked = "polkit-not-asked"
    case polkitWouldAsk = "polkit-would-ask"
    case portHeld = "port-held"
    case portPerhapsHeld = "port-perhaps-held"
    case powerWithinReach = "power-within-reach"
    case processEnded = "process-ended"
    case reachUnknown = "reach-unknown"
    case refusedByKernel = "refused-by-kernel"
    case requestFailed = "request-failed"
    case resolved
    case resolverElsewhere = "resolver-elsewhere"
    case resolverFailed = "resolver-failed"
    case routed
    case routingRules = "routing-rules"
    case searchRefused = "search-refused"
    case sessionMissing = "session-missing"
    case serviceNotStarted = "service-not-started"
    case settingMissing = "setting-missing"
    case settingNotEnforced = "setting-not-enforced"
    case settingNotModelled = "setting-not-modelled"
    case settingNotNumber = "setting-not-number"
    case settingValue = "setting-value"
    case socketElsewhere = "socket-elsewhere"
    case socketPermitted = "socket-permitted"
    case socketUnsupported = "socket-unsupported"
    case socketsNotPassed = "sockets-not-passed"
    case subjectChanged = "subject-changed"
    case subjectGroupsUnknown = "subject-groups-unknown"
    case subjectInvalid = "subject-invalid"
    case subjectMissing = "subject-missing"
    case subjectNotKnown = "subject-not-known"
    case subjectThreadsApart = "subject-threads-apart"
    case subjectUnreadable = "subject-unreadable"
    case systemCallRefused = "system-call-refused"
    case systemCallUnknown = "system-call-unknown"
    case timedOut = "timed-out"
    case tracingPermitted = "tracing-permitted"
    case tracingRefused = "tracing-refused"
    case unitControl = "unit-control"
    case unitFileInvalid = "unit-file-invalid"
    case unitJob = "unit-job"
    case unitNotFound = "unit-not-found"
    case unitNotRunning = "unit-not-running"
    case unitProcessElsewhere = "unit-process-elsewhere"
    case unitProcessesUnknown = "unit-processes-unknown"
    case unitRefused = "unit-refused"
    case unitState = "unit-state"
    case unreachable
    case userMissing = "user-missing"
    case usersElsewhere = "users-elsewhere"
    case withinReach = "within-reach"
}

extension Reason.Code {
    package init(_ known: ReasonCode) { self.init(rawValue: known.rawValue) }
}

extension Reason {
    package init(
        _ code: ReasonCode,
        _ object: String,
        _ message: String,
        cause: Cause = .other,
        evidence: [Evidence] = [],
        remedies: [Remedy] = [],
        basis: Basis? = nil,
        assumes: [Assumption] = []
    ) {
        self.init(
            Code(code),
            object,
            message,
            cause: cause,
            evidence: evidence,
            remedies: remedies,
            basis: basis,
            assumes: assumes
        )
    }

    /// Returns whether its code is one of these.
    package func has(_ codes: ReasonCode...) -> Bool {
        codes.contains { Code($0) == code }
    }
}
