public import Capabilities
import Kernel
public import Procedures

/// Whether others may be traced, as debuggers and profilers do: their memory read and written, their system
/// calls seen.
///
/// Nobody is traced to find it out: the kernel's rules are applied. They let a process trace one of its own
/// user that has no more privilege, unless Yama keeps that to what it started itself, and whatever it can see
/// with CAP_SYS_PTRACE. A process that has made itself not dumpable, and what a seccomp filter, Landlock or
/// another security module says, is not known beforehand.
/// - SeeAlso: ptrace(2), "Ptrace access mode checking"; prctl(2), PR_SET_DUMPABLE.
public struct ProcessTracing: Capability {
    public enum Reach: String, CaseIterable, Hashable, Sendable {
        /// Processes just like it, which it did not start: of its user and group, with no more capabilities.
        case own
        /// All that can be seen from here.
        case any
    }

    public let reach: Reach
    public let subject: Subject
    private let host: Host

    public init(_ reach: Reach, as subject: Subject = .current, on host: Host = .live) {
        self.reach = reach
        self.subject = subject
        self.host = host
    }

    public var name: String { "trace-processes \(reach.rawValue)" }

    public var subjectName: String { subject.description }

    public var requirement: Void { () }

    public func isAvailable() async -> Availability { .available }

    /// - Throws: `SystemError` where proc(5) cannot be read; what the name service or systemd says where it has
    ///   no answer.
    public func authorizationStatus() async throws -> ProcessTracingStatus {
        let verdict = try await host.verdict(of: subject) { identity in
            let facts = try host.processes.tracing()
            let verdict = TracingClaim(reach, of: subject, identity, on: facts).verdict()
            guard case .denied = verdict else { return verdict }
            let everyone = subject == .current ? try host.ownIdentity() : identity
            let own = try host.processes.ownNamespace()
            let found = everyone.reach(of: subject, for: .sysPtrace, from: own) { thread in
                var one = identity
                (one.credentials, one.differing) = (thread.withEffectiveIDsAlone, [])
                return TracingClaim(reach, of: subject, one, on: facts).verdict().isAuthorized
            }
            return .of(subject, everyone, [verdict], reach: found)
        }
        return ProcessTracingStatus(verdict: verdict)
    }

    /// What may confine the subject.
    public func assumptions() async -> [Assumption] { await host.assumptions(of: subject) }
}

/// What one look found.
public struct ProcessTracingStatus: AuthorizationStatus, Hashable {
    public let verdict: Verdict

    public func meets(_ requirement: Void) -> Verdict { verdict }
}

extension ProcessTracing {
    public static func == (one: Self, other: Self) -> Bool {
        one.reach == other.reach && one.subject == other.subject && one.host == other.host
    }
}
