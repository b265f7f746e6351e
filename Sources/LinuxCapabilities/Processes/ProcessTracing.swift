public import Capabilities
import Kernel
public import Procedures
import ServiceModel

/// The permission to trace other processes, as debuggers and profilers do: to read and write their memory, and to see
/// their system calls.
///
/// No process is traced to find the answer. The kernel's rules are applied. They let a process trace one of its own
/// user that has no more privilege, unless Yama restricts that to its descendants. With CAP_SYS_PTRACE it may trace
/// every process that it can see. A process that has made itself not dumpable cannot be known beforehand, nor a refusal
/// by a seccomp filter, Landlock or another security module.
/// - SeeAlso: ptrace(2), "Ptrace access mode checking"; prctl(2), PR_SET_DUMPABLE.
public struct ProcessTracing: Capability {
    public enum Reach: String, CaseIterable, Hashable, Sendable {
        /// Processes just like the subject that it did not start: of its user and group, with no more capabilities.
        case own
        /// All processes that can be seen from here.
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

    /// - Throws: `SystemError` if proc(5) cannot be read; the error of the name service or systemd if it has no answer.
    public func authorizationStatus() async throws -> ProcessTracingStatus {
        let verdict = try await host.verdict(
            of: subject,
            about: .kernelCapabilities,
            using: .tracing,
            on: name
        ) { identity in
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

    /// Returns the assumptions about the subject's confinement.
    public func assumptions() async -> [Assumption] { await host.assumptions(of: subject) }
}

/// The result of one look.
public struct ProcessTracingStatus: AuthorizationStatus, Hashable {
    public let verdict: Verdict

    public func meets(_ requirement: Void) -> Verdict { verdict }
}

extension ProcessTracing {
    public static func == (one: Self, other: Self) -> Bool {
        one.reach == other.reach && one.subject == other.subject && one.host == other.host
    }
}
