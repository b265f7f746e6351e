import AccessModel
import Capabilities
import LinuxSystem
import Procedures

/// Judges a kind of socket by the rules, and asks the kernel beside them where that is possible.
struct SocketLook {
    private let kind: SocketCreation.Kind
    private let subject: NetworkSubject

    init(_ kind: SocketCreation.Kind, _ subject: NetworkSubject) {
        self.kind = kind
        self.subject = subject
    }

    func verdict() async throws -> Verdict {
        let claim = try await claim()
        let judged = claim.verdict(on: kind, of: subject)
        guard subject.isThisProcess, let code = try await refusal() else { return judged }
        switch (code, judged) {
        case (0, .authorized): return judged
        case (0, _):
            let message = "made by the kernel, although no known rule permits it"
            return .authorized([Reason("socket-permitted", name, message, basis: .kernel)])
        case (Errno.EACCES, .denied), (Errno.EPERM, .denied): return judged
        default: return .denied([refused(code)])
        }
    }

    private var name: String { kind.rawValue }

    private func claim() async throws -> SocketClaim {
        let groups = kind.isICMP ? try await subject.network.pingGroups() : .none
        let threads = try subject.threads()
        let lacking = threads.filter { !groups.permits($0) }
        let privilege = try await subject.privilege(
            .netRaw,
            of: lacking.isEmpty ? threads : lacking
        )
        return SocketClaim(
            groups: groups,
            privilege: privilege,
            lacking: lacking,
            mayBeOthers: kind.isICMP && !groups.isEmpty && subject.hasUnmappedIDs
        )
    }

    /// What the kernel says of the ways to have it, 0 where one is open.
    private func refusal() async throws -> Int32? {
        var refusal: Int32?
        for socket in kind.sockets {
            guard let code = try await subject.network.refusal(of: socket) else { return nil }
            if code == 0 { return 0 }
            refusal = code
        }
        return refusal
    }

    private func refused(_ code: Int32) -> Reason {
        let error = "\(errorText(code)) (\(errorName(code)))"
        guard code == Errno.EACCES || code == Errno.EPERM else {
            return Reason(
                "socket-unsupported",
                name,
                "\(error); this kernel has none",
                basis: .kernel
            )
        }
        let message =
            "\(error), although every known rule permits it; a seccomp filter or a security module may "
            + "be the cause"
        return Reason("refused-by-kernel", name, message, cause: .permission, basis: .kernel)
    }
}

extension PingGroups {
    func permits(_ thread: SubjectCredentials) -> Bool {
        contains(thread.effectiveGroup) || thread.groups.contains(where: contains)
    }
}

extension SocketCreation.Kind {
    var isICMP: Bool { self == .icmpIPv4 || self == .icmpIPv6 }

    /// Those by which it can be done, least privilege first.
    var sockets: [SocketKind] {
        switch self {
        case .icmpIPv4: [.ping(isIPv6: false), .raw(isIPv6: false)]
        case .icmpIPv6: [.ping(isIPv6: true), .raw(isIPv6: true)]
        case .rawIPv4: [.raw(isIPv6: false)]
        case .rawIPv6: [.raw(isIPv6: true)]
        case .packet: [.packet]
        }
    }
}
