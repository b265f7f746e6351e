import AccessModel
import Capabilities
import Kernel
import LinuxSystem
import Procedures

/// Whose reach is judged, and from which network.
struct NetworkSubject: Sendable {
    let subject: Subject
    let host: Host
    let network: any NetworkProbe
    /// Nil for the thread that looks.
    private let identity: SubjectIdentity?
    /// What this thread may raise for the one call, where it is permitted.
    private var raised: KernelCapability?
    /// Whether this process stands for others of whom nothing is known, as in a batch.
    private var isForOthers = false

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

    /// Subjects on this network who are not this process, whoever they are.
    static func others(on host: Host) -> Self {
        var others = Self(.current, on: host)
        others.isForOthers = true
        return others
    }

    /// The same, with a kernel capability that this thread may raise.
    func raising(_ capability: KernelCapability) -> Self {
        var raising = self
        raising.raised = capability
        return raising
    }

    /// Nil for this process.
    var name: String? { identity.map { _ in subject.shortName } }

    var isThisProcess: Bool { identity == nil }

    /// Whether this process asks the network in the place of others.
    var isInPlaceOfOthers: Bool { isForOthers || identity != nil }

    /// The user of each thread that sends for it: a socket has the one that files see. Nil is the real user
    /// of the thread that looks.
    func senders() throws -> [UInt32?] {
        if let identity { return identity.everyone.map(\.user.fileSystem) }
        let own = try host.processes.ownCredentials()
        return [own.user.fileSystem == own.user.real ? nil : own.user.fileSystem]
    }

    /// The users that each of its threads is or can become by itself, and whether that is any user.
    func usersWithinReach() throws -> [(known: Set<UInt32>, isAny: Bool)] {
        let identity = try everyone()
        let own = try host.processes.ownNamespace()
        return identity.everyone.map { thread in
            let users = thread.reach(in: identity.place, from: own).stages.map(\.users)
            var known: Set<UInt32> = [thread.user.fileSystem]
            for case .only(let ids) in users { known.formUnion(ids) }
            return (known, users.contains(where: \.isAny))
        }
    }

    /// Whether a rule of routing can tell it, as it is or by itself, from this process.
    func mayHaveOtherRoutes(to address: SocketAddress) async throws -> Bool {
        guard case .ip = address else { return false }
        let ranges = try await network.routingRules().userRanges
        if ranges.isEmpty { return false }
        if isForOthers || hasUnmappedIDs { return true }
        let own = try host.processes.ownCredentials().user.fileSystem
        return try usersWithinReach().contains { users in
            users.isAny
                || users.known.contains { user in
                    ranges.contains { $0.contains(user) != $0.contains(own) }
                }
        }
    }

    var isOnOurNetwork: Bool { identity?.place.map { $0.isOnOurNetwork == true } ?? true }

    /// Whether the files are ours by which it resolves names.
    var seesOurMounts: Bool { identity?.place.map { $0.seesOurMounts == true } ?? true }

    /// What the rules say of a file, for the thread of the subject that may least.
    func judge(_ inquiry: FileInquiry) async throws -> FileJudgement {
        guard let identity else { return try await host.files.judge(inquiry, after: nil) }
        let found = try await host.files.judge(inquiry, for: identity)
        return found.first { $0.answer != .yes } ?? found[0]
    }

    /// The verdict on what the rules refuse of a file, now and by itself.
    ///
    /// - Returns: nil where they permit it.
    func refusal(of inquiry: FileInquiry) async throws -> Verdict? {
        let reach = try await host.reach(of: inquiry, subject, identity)
        return reach.verdict.isAuthorized ? nil : reach.verdict
    }

    /// What each thread could by itself that takes a kernel capability or a group.
    func reach(
        for capability: KernelCapability,
        groups: PingGroups? = nil,
        suffices: (SubjectCredentials) -> Bool
    ) throws -> [ReachFinding] {
        try everyone().reach(
            of: subject,
            for: capability,
            groups: groups,
            from: try host.processes.ownNamespace(),
            suffices: suffices
        )
    }

    /// The subject with all its threads; of this process too, for a no.
    func everyone() throws -> SubjectIdentity { try identity ?? host.ownIdentity() }

    /// The user namespace of its threads; nil is ours.
    func userNamespace() throws -> NamespaceID? { try identity?.place?.namespaces.get().user }

    /// Whether it has the socket that a path names already; a user has none yet.
    func holdsSocket(at path: String) async throws -> Bool {
        guard let place = identity?.place else { return false }
        return try await network.holdsSocket(at: path, place.pid)
    }

    /// Whether a path leads it where it leads us.
    var isWhereWeAre: Bool { identity?.place == nil }

    func claim(on facts: PortFacts, port: UInt16) async throws -> PortClaim {
        let isPrivileged = port > 0 && port < facts.unprivilegedStart
        return PortClaim(
            of: name,
            isPrivileged ? try await privilege(.netBindService, of: try threads()) : .lacking(),
            sockets: facts.holders.isEmpty ? [] : try await sockets()
        )
    }

    /// Everybody for whom an answer has to hold.
    func threads() throws -> [SubjectCredentials] {
        if let identity { return identity.everyone }
        return [SubjectCredentials(try host.processes.ownCredentials())]
    }

    /// What a kernel capability is worth to some threads of it.
    func privilege(
        _ capability: KernelCapability,
        of threads: [SubjectCredentials]
    ) async throws -> PortClaim.Privilege {
        let owners = try await network.owners()
        if let identity {
            return PortClaim.Privilege(
                capability,
                of: threads,
                from: try identity.place?.namespaces.get().user,
                over: owners,
                hasUnmappedIDs: hasUnmappedIDs
            )
        }
        let sets = try host.processes.ownSets(around: capability.rawValue)
        let own = raised == capability ? sets.effective.union(sets.permitted) : sets.effective
        if own.contains(capability) {
            return owners.chain.isEmpty ? .elsewhere : .held
        }
        return PortClaim.Privilege(capability, of: threads, over: owners)
    }

    /// Whether a group or user of it may be another than it seems.
    var hasUnmappedIDs: Bool { identity?.place?.hasUnmappedIDs ?? false }

    /// A user holds none yet.
    private func sockets() async throws -> Set<UInt32> {
        guard let identity else { return try await network.socketInodes(ofProcess: nil) }
        guard let place = identity.place else { return [] }
        var found = try await network.socketInodes(ofProcess: place.pid)
        for pid in identity.alike {
            do {
                found.formUnion(try await network.socketInodes(ofProcess: pid))
            } catch let error as SystemError where error.errno == .ENOENT {
                continue  // It has ended, and its sockets with it.
            }
        }
        return found
    }
}

extension NetworkSubject {
    /// What a look in its place finds; it has to be the same afterwards.
    ///
    /// - Parameter undetermined: What is said where that is not so, or its network cannot be entered.
    func whileTheSame<Status>(
        _ look: () async throws -> Status,
        otherwise undetermined: (Reason) -> Status
    ) async throws -> Status {
        do {
            let status = try await look()
            guard let identity, let place = identity.place else { return status }
            let found = try await host.identity(of: .process(pid: place.pid))
            guard case .known(let present) = found, present.isSame(as: identity) else {
                return undetermined(changed("ended or changed"))
            }
            return status
        } catch let error as SystemError where error.errno == .ESRCH {
            return undetermined(changed("ended"))
        } catch let error as SystemError where error.call == "setns(2)" {
            let message =
                "is in another network, which takes CAP_SYS_ADMIN to enter: \(error.name)"
            return undetermined(Reason(.networkNotEntered, subject.description, message))
        }
    }

    private func changed(_ how: String) -> Reason {
        Reason(.subjectChanged, subject.description, "\(how) while it was looked at")
    }
}

extension NetworkSubject {
    /// What is to be said with what this process did in another's place; empty for itself.
    var inItsPlace: String {
        isInPlaceOfOthers ? ", asked by this process in place of \(name ?? "the subject")" : ""
    }

    /// What a yes then takes for granted.
    var askedInItsPlace: [Assumption] {
        guard isInPlaceOfOthers else { return [] }
        let clause = "the network treats \(name ?? "the subject") as this process"
        return [Assumption(.askedInItsPlace, clause)]
    }
}

extension Subject {
    /// As a sentence has it.
    var shortName: String {
        guard case .user(let name, _, _) = self else { return description }
        return name.utf8.allSatisfy { (48...57).contains($0) } ? "uid \(name)" : name
    }
}
