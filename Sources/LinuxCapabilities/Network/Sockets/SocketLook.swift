import AccessModel
import Capabilities
import Kernel
import LinuxSystem
import Procedures
import ServiceModel

/// Judges a kind of socket by the rules, and also asks the kernel if that is possible.
struct SocketLook {
    private let kind: SocketCreation.Kind
    private let subject: NetworkSubject

    init(_ kind: SocketCreation.Kind, _ subject: NetworkSubject) {
        self.kind = kind
        self.subject = subject
    }

    func verdict() async throws -> Verdict {
        let claim = try await claim()
        let judged = try await reached(claim.verdict(on: kind, of: subject), claim)
        guard subject.isThisProcess else {
            let use = SystemCallUse.creatingSocket(kind.family)
            return subject.filters.settling(try await known(judged), use, on: name)
        }
        switch (try await answer(of: subject.network), judged) {
        case (nil, _), (.made, .authorized): return judged
        case (.made, _):
            let message = "made by the kernel, although no known rule permits it"
            return .authorized([Reason(.socketPermitted, name, message, basis: .kernel)])
        case (.refused(.EACCES), _) where judged.isRefusedNow: return judged
        case (.refused(.EPERM), _) where judged.isRefusedNow: return judged
        case (.refused(let code), _):
            return subject.host.verdict(ofUnexplained: code, refused(code, judged))
        }
    }

    /// Returns the verdict for another subject. If the kernel lacks a kind of socket for this process, it also lacks it
    /// for others. But a filter of this process gives the same error.
    private func known(_ judged: Verdict) async throws -> Verdict {
        guard case .authorized = judged,
            case .refused(let code) = try await answer(of: subject.host.network),
            Self.isUnsupported(code)
        else { return judged }
        let message = "\(code.explanation) for this process; \(Self.unsupported)"
        return .undetermined([Reason(.socketUnsupported, name, message, basis: .kernel)])
    }

    /// Returns the verdict after counting what the threads can gain by themselves. A denial that a thread could turn
    /// into a yes by itself is no denial.
    private func reached(_ judged: Verdict, _ claim: SocketClaim) async throws -> Verdict {
        guard case .denied = judged else { return judged }
        let groups = claim.groups.flatMap { $0.isEmpty ? nil : $0 }
        let reach = try await subject.reach(
            for: .netRaw,
            orChanging: kind.isICMP ? .pingGroups : nil,
            groups: groups
        )
        return .of(subject.subject, try subject.everyone(), [judged], reach: reach)
    }

    private var name: String { kind.rawValue }

    private func claim() async throws -> SocketClaim {
        let groups = kind.isICMP ? try await subject.network.pingGroups() : PingGroups.none
        let threads = try subject.threads()
        let lacking = threads.filter { groups?.permits($0) != true }
        let privilege = try await subject.privilege(
            .netRaw,
            of: lacking.isEmpty ? threads : lacking
        )
        return SocketClaim(
            groups: groups,
            privilege: privilege,
            lacking: lacking,
            mayBeOthers: groups == nil || groups?.isEmpty == false && subject.hasUnmappedIDs
        )
    }

    /// Returns the kernel's answer for the kinds of socket that serve, of which one suffices; nil if there is no kernel
    /// to ask.
    private func answer(of network: any NetworkProbe) async throws -> SocketAnswer? {
        var answer: SocketAnswer?
        for socket in kind.sockets {
            answer = try await network.answer(to: socket)
            guard case .refused = answer else { return answer }
        }
        return answer
    }

    private func refused(_ code: Errno, _ judged: Verdict) -> Reason {
        let error = code.explanation
        guard !Self.isUnsupported(code) else {
            let message = "\(error); \(Self.unsupported)"
            return Reason(.socketUnsupported, name, message, basis: .kernel)
        }
        let rules = judged.isAuthorized ? ", although every known rule permits it" : ""
        let message = "\(error)\(rules); a seccomp filter or a security module may be the cause"
        return Reason(.refusedByKernel, name, message, cause: .permission, basis: .kernel)
    }

    private static func isUnsupported(_ code: Errno) -> Bool {
        code != .EACCES && code != .EPERM
    }

    private static let unsupported =
        "this kernel has none, or a filter says so (`RestrictAddressFamilies=` of a unit)"
}

extension PingGroups {
    func permits(_ thread: SubjectCredentials) -> Bool {
        contains(thread.group.effective) || thread.groups.contains(where: contains)
    }
}

extension SocketCreation.Kind {
    var isICMP: Bool { self == .icmpIPv4 || self == .icmpIPv6 }

    var family: AddressFamily {
        switch self {
        case .icmpIPv4, .rawIPv4: .inet
        case .icmpIPv6, .rawIPv6: .inet6
        case .packet: .packet
        }
    }

    /// The kinds of socket that serve the purpose, least privilege first.
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
