import AccessModel
import Capabilities
import LinuxSystem
import Procedures

/// Whose reach is judged, and from which network.
struct NetworkSubject: Sendable {
    let subject: Subject
    let host: Host
    let network: any NetworkProbe
    /// Nil for the thread that looks.
    private let identity: SubjectIdentity?

    init(_ subject: Subject, on host: Host, _ identity: SubjectIdentity? = nil) {
        self.subject = subject
        self.host = host
        self.identity = identity
        if let place = identity?.place, place.isOnOurNetwork != true {
            network = host.network.network(ofProcess: place.pid)
        } else {
            network = host.network
        }
    }

    /// Nil for this process.
    var name: String? { identity.map { _ in subject.shortName } }

    var isThisProcess: Bool { identity == nil }

    /// Whoever sends for it; nil is the thread that looks.
    var senders: [UInt32?] {
        guard let identity else { return [nil] }
        return Array(Set(identity.everyone.map(\.user))).sorted()
    }

    var isOnOurNetwork: Bool { identity?.place.map { $0.isOnOurNetwork == true } ?? true }

    /// Whether the files are ours by which it resolves names.
    var seesOurMounts: Bool { identity?.place.map { $0.seesOurMounts == true } ?? true }

    /// What the rules say of a file, for the thread of the subject that may least.
    func judge(_ inquiry: FileInquiry) async throws -> FileJudgement {
        guard let identity else { return try await host.files.judge(inquiry, isAtHand: false) }
        let found = try await host.files.judge(inquiry, for: identity)
        return found.first { $0.answer != .yes } ?? found[0]
    }

    /// Whether a path leads it where it leads us.
    var isWhereWeAre: Bool { identity?.place == nil }

    func claim(on facts: PortFacts, port: UInt16) async throws -> PortClaim {
        let isPrivileged = port > 0 && port < facts.unprivilegedStart
        return PortClaim(
            of: name,
            isPrivileged ? try await privilege() : .lacking(),
            sockets: facts.holders.isEmpty ? [] : try await sockets(),
            assumption: filterAssumption
        )
    }

    private func privilege() async throws -> PortClaim.Privilege {
        let owners = try await network.owners()
        if let identity {
            return PortClaim.Privilege(
                of: identity.everyone,
                from: try identity.place?.namespaces.get().user,
                over: owners,
                hasUnmappedIDs: identity.place?.hasUnmappedIDs ?? false
            )
        }
        let bit = KernelCapability.netBindService.rawValue
        let own = KernelCapabilitySet(mask: try host.processes.ownSets(around: bit).effective)
        if own.contains(.netBindService) { return owners.chain.isEmpty ? .elsewhere : .held }
        let credentials = SubjectCredentials(try host.processes.ownCredentials())
        return PortClaim.Privilege(of: [credentials], over: owners)
    }

    /// A user holds none yet.
    private func sockets() async throws -> Set<UInt32> {
        guard let identity else { return try await network.socketInodes(ofProcess: nil) }
        guard let place = identity.place else { return [] }
        return try await network.socketInodes(ofProcess: place.pid)
    }
}

/// What was not asked, to be said with a yes.
extension NetworkSubject {
    private var filterAssumption: String {
        hasFilter ? ", unless the seccomp filter of \(subject.shortName) refuses it" : ""
    }

    var connectAssumption: String {
        guard let name else { return "" }
        let filter = hasFilter ? ", whose seccomp filter is not known" : ""
        return ", asked by this process in place of \(name)\(filter)"
    }

    var resolveAssumption: String { name.map { ", asked by this process in place of \($0)" } ?? "" }

    private var hasFilter: Bool { identity?.place?.hasFilter ?? false }
}

extension Subject {
    /// As a sentence has it.
    fileprivate var shortName: String {
        guard case .user(let name, _, _) = self else { return description }
        return name.utf8.allSatisfy { (48...57).contains($0) } ? "uid \(name)" : name
    }
}
