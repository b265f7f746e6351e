import Capabilities
import Kernel
import LinuxSystem
import Procedures
import ServiceModel

/// Judges a bind without binding, and binds for callers that will use the socket.
struct BindLook {
    /// The errors of bind(2) and listen(2) that mean no. All others mean that there was no answer.
    private static let refusals: Set<Errno> = [
        .EACCES, .EPERM, .EROFS, .ENOENT, .ENOTDIR, .ELOOP, .EADDRINUSE, .EADDRNOTAVAIL,
    ]

    private let endpoint: Endpoint
    private let subject: NetworkSubject
    private let raised: KernelCapability?

    /// The status for a socket that this process already has.
    private var held: NetworkReachabilityStatus {
        let reason = Reason(.bindPermitted, endpoint.text, "held by this process already")
        return NetworkReachabilityStatus(verdict: .authorized([reason]))
    }

    /// - Parameter raised: A capability to raise for the one call, if it is permitted and not in effect.
    init(_ endpoint: Endpoint, _ subject: NetworkSubject, raising raised: KernelCapability? = nil) {
        self.endpoint = endpoint
        self.subject = subject
        self.raised = raised
    }

    /// - Parameter binding: True to bind if that was judged to be possible, for a caller that will use the socket. The
    ///   kernel's answer then decides.
    func look(binding isToBind: Bool) async throws -> Look<NetworkReachability> {
        guard subject.isThisProcess else {
            let status = try await judged(for: subject).status
            return Look(
                subject.settled(status, .binding(try families, port: try port), on: endpoint.text)
            )
        }
        let passed = try await subject.network.passed(try binding)
        if case .socket(let socket, let number, let name) = passed {
            return Look(self.passed(number, name), holding: socket)
        }
        let found = try await own(isToBind)
        guard case .refused(let problem) = passed else { return found }
        return Look(found.status.adding(notPassed: problem), holding: found.held)
    }

    private func own(_ isToBind: Bool) async throws -> Look<NetworkReachability> {
        var judged = try await judged(for: subject)
        var raising = KernelCapabilitySet.none
        if let raised, judged.status.isNotPermitted, try await permits(raised) {
            let message = "\(raised.name) permits it, and is raised for it"
            let reason = Reason(.bindPermitted, endpoint.text, message)
            judged.status = NetworkReachabilityStatus(verdict: .authorized([reason]))
            raising = KernelCapabilitySet([raised])
        }
        let isAuthorized = judged.status.verdict.isAuthorized
        if judged.isHeld || !isAuthorized || !raising.isEmpty,
            let held = try await subject.network.held(try binding)
        {
            return Look(self.held, holding: held)
        }
        guard isAuthorized, isToBind else { return Look(judged.status) }
        do {
            let socket = try await subject.network.bound(try binding, raising: raising)
            return Look(judged.status, holding: socket)
        } catch let error as SystemError where Self.refusals.contains(error.errno) {
            return Look(refused(error.errno))
        }
    }

    /// Returns whether the answer would be yes with the capability in effect, and the capability can be raised.
    private func permits(_ raised: KernelCapability) async throws -> Bool {
        try await judged(for: subject.raising(raised)).status.verdict.isAuthorized
    }

    /// The families of a socket for it. Without IPv4, a socket of `::` may take the ports of IPv4 too.
    private var families: [AddressFamily] {
        get throws {
            if case .unix = endpoint.form { return [.unix] }
            let look = try PortLook(endpoint)
            let isBoth = look.takesBothFamilies && !subject.permits(.inet)
            return isBoth ? [.inet, .inet6] : [look.address.family]
        }
    }

    private var port: UInt16? {
        get throws { if case .unix = endpoint.form { nil } else { try PortLook(endpoint).port } }
    }

    /// The arguments of bind(2).
    private var binding: SocketBinding {
        get throws {
            if case .unix(let path) = endpoint.form {
                return SocketBinding(.unixStream, at: try .unix(path: path))
            }
            let look = try PortLook(endpoint)
            return SocketBinding(
                look.transport == .tcp ? .tcp : .udp,
                at: .ip(look.address, port: look.port),
                takesBothFamilies: look.takesBothFamilies
            )
        }
    }

    private typealias Judged = (status: NetworkReachabilityStatus, isHeld: Bool)

    private func judged(for subject: NetworkSubject) async throws -> Judged {
        switch endpoint.form {
        case .tcp, .udp:
            let look = try PortLook(endpoint)
            let facts = try await subject.atStart(subject.facts(of: look))
            let claim = try await look.claim(of: subject, on: facts)
            let status = try await reached(look.status(by: facts, for: claim)) {
                look.status(by: facts, for: claim.with(.held)).verdict
            }
            return (status, look.isHeld(facts, by: claim))
        case .unix(let path):
            return (NetworkReachabilityStatus(verdict: try await verdict(path: path)), false)
        case .abstract, .invalid:
            return (NetworkReachabilityStatus(verdict: .undetermined([])), false)
        }
    }

    /// Returns the verdict on a Unix socket. A bind makes a socket in a directory, as mknod(2) makes a FIFO.
    private func verdict(path: String) async throws -> Verdict {
        let inquiry = FileInquiry(.create(.fifo), path, follow: nil)
        let found = try await subject.judge(inquiry)
        if found.answer == .yes {
            return .authorized([Reason(.bindPermitted, endpoint.text, "the name is free")])
        }
        if found.answer == .no(.EEXIST) {
            if let name = subject.name, try await subject.holdsSocket(at: path) {
                let reason = Reason(.bindPermitted, endpoint.text, "held by \(name) already")
                return .authorized([reason])
            }
            if let name = subject.name, try await subject.mayGetSocket(at: path) {
                let message = "held by systemd, which may pass it to \(name)"
                return .undetermined([Reason(.portPerhapsHeld, endpoint.text, message)])
            }
            let message = "exists, and a bind needs a free name; remove it first"
            return .denied([Reason(.nameTaken, endpoint.text, message)])
        }
        return try await subject.refusal(of: inquiry) ?? found.refusal(of: path)
    }

    /// Returns the status after counting what the threads can gain by themselves. A denial that a thread could turn
    /// into a yes by itself is no denial.
    ///
    /// - Parameter able: The verdict with CAP_NET_BIND_SERVICE.
    private func reached(
        _ status: NetworkReachabilityStatus,
        able: () -> Verdict
    ) async throws -> NetworkReachabilityStatus {
        guard case .denied = status.verdict, status.error == .EACCES else { return status }
        let able = able()
        if case .denied = able { return status }
        var verdict = Verdict.of(
            subject.subject,
            try subject.everyone(),
            [status.verdict],
            reach: try await subject.reach(
                for: .netBindService,
                orChanging: .firstUnprivilegedPort
            )
        )
        if case .undetermined = verdict, case .undetermined = able { verdict = able }
        return NetworkReachabilityStatus(verdict: verdict, error: status.error)
    }

    private func passed(_ number: Int32, _ name: String?) -> NetworkReachabilityStatus {
        let name = name.map { " (\($0))" } ?? ""
        let message = "passed by the service manager as descriptor \(number)\(name)"
        let facts = "descriptor \(number)\(name)"
        let way = Evidence("a socket that systemd passed", facts: facts, holds: true)
        let reason = Reason(.bindPermitted, endpoint.text, message, evidence: [way])
        return NetworkReachabilityStatus(verdict: .authorized([reason]))
    }

    private func refused(_ code: Errno) -> NetworkReachabilityStatus {
        let error = "\(code.explanation)"
        let message =
            "\(error), although every known rule permits it; a change meanwhile or a security module "
            + "may be the cause"
        let isPermission = code == .EACCES || code == .EPERM
        let reason = Reason(
            .refusedByKernel,
            endpoint.text,
            message,
            cause: isPermission ? .permission : .other,
            basis: .kernel
        )
        return NetworkReachabilityStatus(verdict: .denied([reason]), error: code)
    }
}

extension NetworkReachabilityStatus {
    /// True if a permission refuses the thread in its present state.
    fileprivate var isNotPermitted: Bool { verdict.isRefusedNow && error == .EACCES }

    /// Returns the status with the reason why a passed socket did not count, if this is a denial.
    fileprivate func adding(notPassed problem: String) -> NetworkReachabilityStatus {
        guard case .denied(let reasons) = verdict else { return self }
        let reason = Reason(.socketsNotPassed, "the passed sockets", problem)
        return NetworkReachabilityStatus(verdict: .denied(reasons + [reason]), error: error)
    }
}
