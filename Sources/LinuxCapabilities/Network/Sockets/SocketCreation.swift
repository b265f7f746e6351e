public import Capabilities
public import Procedures
import ServiceModel

/// The permission to have a socket that not every user may have: for ICMP echo, for raw packets, for whole frames.
///
/// For this process the kernel is asked: a socket is created, and closed at once. Another subject is judged by the
/// kernel's rules, on its own network. ICMP echo takes a group within `net.ipv4.ping_group_range` or CAP_NET_RAW, the
/// others take the capability.
/// - SeeAlso: icmp(7), raw(7), packet(7).
public struct SocketCreation: Capability {
    public enum Kind: String, CaseIterable, Hashable, Sendable {
        /// A socket for echo only, or a raw one.
        case icmpIPv4 = "icmp ipv4"
        case icmpIPv6 = "icmp ipv6"
        case rawIPv4 = "raw-sockets ipv4"
        case rawIPv6 = "raw-sockets ipv6"
        /// Whole frames of any protocol.
        case packet = "raw-sockets packet"
    }

    public let kind: Kind
    public let subject: Subject
    private let host: Host

    public init(_ kind: Kind, as subject: Subject = .current, on host: Host = .live) {
        self.kind = kind
        self.subject = subject
        self.host = host
    }

    public var name: String { kind.rawValue }

    public var subjectName: String { subject.description }

    public var requirement: Void { () }

    /// Always available. If the kernel lacks the kind of socket, the answer is no.
    public func isAvailable() async -> Availability { .available }

    /// - Throws: `SystemError` if the kernel gives no answer, as with `EMFILE`, or if proc(5) cannot be read; the error
    ///   of the name service or systemd if it has no answer.
    public func authorizationStatus() async throws -> SocketCreationStatus {
        guard subject != .current else {
            let look = SocketLook(kind, NetworkSubject(subject, on: host))
            return SocketCreationStatus(verdict: try await look.verdict())
        }
        let verdict = try await host.verdict(of: subject, about: .network) { identity in
            let other = NetworkSubject(subject, on: host, identity)
            return try await other.whileTheSame {
                try await SocketLook(kind, other).verdict()
            } otherwise: {
                .undetermined([$0])
            }
        }
        return SocketCreationStatus(verdict: verdict)
    }

    /// Returns the assumptions about another subject's confinement; none for this process, which created a socket.
    public func assumptions() async -> [Assumption] {
        subject == .current ? [] : await host.assumptions(of: subject)
    }
}

/// The result of one look at a kind of socket.
public struct SocketCreationStatus: AuthorizationStatus, Hashable {
    public let verdict: Verdict

    public func meets(_ requirement: Void) -> Verdict { verdict }
}

extension SocketCreation {
    public static func == (one: Self, other: Self) -> Bool {
        one.kind == other.kind && one.subject == other.subject && one.host == other.host
    }
}
