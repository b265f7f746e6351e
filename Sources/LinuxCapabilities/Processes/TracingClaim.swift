import AccessModel
import Capabilities
import Kernel
import LinuxSystem
import Procedures

/// The facts that decide whether a subject may trace processes.
struct TracingClaim {
    private let reach: ProcessTracing.Reach
    private let who: String
    private let number: Int?
    /// True if the traced process has the tracer's real ids as real, effective and saved ids: see "Ptrace access mode
    /// checking" in ptrace(2).
    private let isLikeIt: Bool
    /// True if systemd makes a user namespace for each command of the service, so that no other process is in it.
    private let isAlone: Bool
    private var scope: TracingScope
    /// The effect of CAP_SYS_PTRACE on the traced processes.
    private var privilege: PortClaim.Privilege

    init(
        _ reach: ProcessTracing.Reach,
        of subject: Subject,
        _ identity: SubjectIdentity,
        on facts: TracingFacts
    ) {
        self.reach = reach
        who = subject == .current ? "this process" : subject.shortName
        number = facts.scope
        isLikeIt = reach == .own && identity.everyone.allSatisfy(\.hasOneUserAndGroup)
        isAlone = identity.place == nil && identity.credentials.userNamespace != nil
        scope = TracingScope(kernel: facts.scope)
        privilege = Self.privilege(reach, identity, facts)
    }

    private static func privilege(
        _ reach: ProcessTracing.Reach,
        _ identity: SubjectIdentity,
        _ facts: TracingFacts
    ) -> PortClaim.Privilege {
        let everyone = identity.everyone
        // A process like the subject is in the subject's own user namespace, whatever owns the processes here.
        if reach == .own {
            let lacking = everyone.first { !$0.sets.effective.contains(.sysPtrace) }
            return lacking.map { .lacking(thread: everyone.count > 1 ? $0.thread : nil) } ?? .held
        }
        var namespace: NamespaceID?
        if let place = identity.place {
            guard case .success(let theirs) = place.namespaces else { return .unknown }
            namespace = theirs.user
        }
        return PortClaim.Privilege(
            .sysPtrace,
            of: everyone,
            from: namespace,
            over: facts.owners,
            hasUnmappedIDs: identity.place?.hasUnmappedIDs ?? false
        )
    }

    /// True if tracing is permitted; nil if that is not known.
    private var isPermitted: Bool? {
        let yes = scope.permitsTracing(ofOneLikeIt: isLikeIt, isCapable: true)
        let no = scope.permitsTracing(ofOneLikeIt: isLikeIt, isCapable: false)
        if yes == no { return yes }
        return switch privilege {
        case .held: true
        case .lacking, .elsewhere: false
        case .unknown: nil
        }
    }

    func verdict() -> Verdict {
        guard !isAlone || reach != .own else {
            let message = "is not known: \(who) has a user namespace of its own for each command"
            return .undetermined([reason(.notKnown, message)])
        }
        switch isPermitted {
        case true?:
            let way = privilege == .held ? "has CAP_SYS_PTRACE" : "may trace processes like itself"
            return .authorized([reason(.tracingPermitted, "\(who) \(way)")])
        case false?:
            return .denied([
                reason(.tracingRefused, refusal, cause: .permission, remedies: remedies)
            ])
        case nil:
            let message = "needs CAP_SYS_PTRACE, and it is not known whether \(who) has it"
            return .undetermined([reason(.capabilityUnknown, message)])
        }
    }

    private var refusal: String {
        if scope == .nobody {
            return "\(Self.setting) forbids it for every user until the next boot"
        }
        let isByItsIDs = reach == .own && !isLikeIt
        let lack =
            switch privilege {
            case .lacking(let thread?): "thread \(thread) of \(who) does not have it"
            case .elsewhere: "no kernel capability of \(who) counts over the processes here"
            case .held, .lacking(nil), .unknown: "\(who) does not have it"
            }
        let cause =
            isByItsIDs
            ? ", since its ids differ" : reach == .own ? " by \(Self.setting)" : ""
        return "needs CAP_SYS_PTRACE\(cause), and \(lack)"
    }

    private func reason(
        _ code: ReasonCode,
        _ message: String,
        cause: Reason.Cause = .other,
        remedies: [Remedy] = []
    ) -> Reason {
        Reason(
            code,
            "trace-processes \(reach.rawValue)",
            message,
            cause: cause,
            evidence: evidence,
            remedies: remedies,
            basis: .model
        )
    }

    /// The evidence, each way by itself.
    private var evidence: [Evidence] {
        let setting = Evidence(
            Self.setting,
            facts: number.map { "\($0), \(scope.words)" } ?? "not in this kernel",
            holds: scope.permitsTracing(ofOneLikeIt: isLikeIt, isCapable: false)
        )
        let holds = privilege == .unknown ? nil : privilege == .held && scope != .nobody
        return [setting, Evidence("CAP_SYS_PTRACE", holds: holds)]
    }

    /// The remedies, each proven by deciding again with it. The capability comes first, because the setting affects
    /// every process.
    private var remedies: [Remedy] {
        var raised = self
        if case .lacking = privilege { raised.privilege = .held }
        var relaxed = self
        if scope != .nobody { relaxed.scope = .classic }
        return (raised.isPermitted == true ? [CapabilityRemedy(.sysPtrace).remedy] : [])
            + (relaxed.isPermitted == true ? [Self.settingRemedy] : [])
    }

    private static let setting = "kernel.yama.ptrace_scope"

    private static var settingRemedy: Remedy {
        Remedy(
            "sysctl \(setting)=0",
            note: "lets every process of this host trace the others of its user"
        )
    }
}

extension SubjectCredentials {
    fileprivate var hasOneUserAndGroup: Bool {
        [user.effective, user.saved].allSatisfy { $0 == user.real }
            && [group.effective, group.saved].allSatisfy { $0 == group.real }
    }

    /// The credentials with the effective ids in all places, as setresuid(2) and setresgid(2) make them. Every thread
    /// may do that.
    var withEffectiveIDsAlone: Self {
        var one = self
        (one.user.real, one.user.saved) = (user.effective, user.effective)
        (one.group.real, one.group.saved) = (group.effective, group.effective)
        return one
    }
}

extension TracingScope {
    fileprivate var words: String {
        switch self {
        case .classic: "processes of the same user"
        case .descendants: "only descendants"
        case .administrators: "only with CAP_SYS_PTRACE"
        case .nobody: "no process"
        }
    }
}
