import AccessModel
import Capabilities
import Kernel
import LinuxSystem
import Procedures
import ServiceModel

/// A subject whose reach is judged, and the network from which it is judged.
struct NetworkSubject: Sendable {
    let subject: Subject
    let host: Host
    let network: any NetworkProbe
    /// The identity of another subject; nil for the looking thread.
    private let identity: SubjectIdentity?
    /// The capability that this thread may raise for the one call, if it is permitted.
    private var raised: KernelCapability?
    /// True if this process stands for unknown other subjects, as in a batch.
    private var isForOthers = false

    init(_ subject: Subject, on host: Host, _ identity: SubjectIdentity? = nil) {
        self.subject = subject
        self.host = host
        self.identity = identity
        if identity?.privateNetwork != nil {
            network = NewNetwork(host: host)
        } else if let place = identity?.place, place.isOnOurNetwork != true {
            network = host.network.network(ofProcess: place.pid)
        } else {
            network = host.network
        }
    }

    /// Returns any subjects on this network other than this process.
    static func others(on host: Host) -> Self {
        var others = Self(.current, on: host)
        others.isForOthers = true
        return others
    }

    /// Returns the same subject with a kernel capability that this thread may raise.
    func raising(_ capability: KernelCapability) -> Self {
        var raising = self
        raising.raised = capability
        return raising
    }

    /// The subject's name; nil for this process.
    var name: String? { identity.map { _ in subject.shortName } }

    var isThisProcess: Bool { identity == nil }

    /// True if this process asks the network in place of others.
    var isInPlaceOfOthers: Bool { isForOthers || identity != nil }

    /// Returns the user of each thread that sends for the subject. A socket has the file-system user of its creator.
    /// Nil is the real user of the looking thread.
    func senders() throws -> [UInt32?] {
        if let identity { return identity.everyone.map(\.user.fileSystem) }
        let own = try host.processes.ownCredentials()
        return [own.user.fileSystem == own.user.real ? nil : own.user.fileSystem]
    }

    /// Returns, for each thread, the users that it is or can become by itself, and whether that is any user.
    func usersWithinReach() throws -> [(known: Set<UInt32>, isAny: Bool)] {
        let identity = try everyone()
        let own = try host.processes.ownNamespace()
        return identity.everyone.map { thread in
            let users = thread.reach(from: own).stages.map(\.users)
            var known: Set<UInt32> = [thread.user.fileSystem]
            for case .only(let ids) in users { known.formUnion(ids) }
            return (known, users.contains(where: \.isAny))
        }
    }

    /// Returns whether a routing rule can distinguish the subject from this process.
    ///
    /// - Parameter afterChanges: True if the subject may become another user by itself first.
    func mayHaveOtherRoutes(to address: SocketAddress, afterChanges: Bool) async throws -> Bool {
        guard case .ip = address else { return false }
        let ranges = try await network.routingRules().userRanges
        if ranges.isEmpty { return false }
        // systemd chooses a dynamic user at the start.
        if isForOthers || hasUnmappedIDs || identity?.isDynamicUser == true { return true }
        let own = try host.processes.ownCredentials().user.fileSystem
        let threads =
            afterChanges
            ? try usersWithinReach() : try senders().map { ([$0 ?? own], isAny: false) }
        return threads.contains { users in
            users.isAny
                || users.known.contains { user in
                    ranges.contains { $0.contains(user) != $0.contains(own) }
                }
        }
    }

    /// Returns the status of a service after its filters of system calls.
    func settled(
        _ status: NetworkReachabilityStatus,
        _ use: SystemCallUse,
        on object: String
    ) -> NetworkReachabilityStatus {
        let verdict = filters.settling(status.verdict, use, on: object)
        guard verdict != status.verdict else {
            // A call that the filters refuse has another error than the network gives.
            let isOpen = verdict.isAuthorized || filters.decision(on: use.steps) == .permitted
            return isOpen ? status : NetworkReachabilityStatus(verdict: verdict)
        }
        if verdict.isAuthorized {
            return NetworkReachabilityStatus(verdict: verdict, peer: status.peer)
        }
        return NetworkReachabilityStatus(verdict: verdict, error: filters.error(of: use))
    }

    var filters: SystemCallFilters { identity?.filters ?? SystemCallFilters() }

    /// Returns whether the filters of the subject leave a family of sockets to it.
    func permits(_ family: AddressFamily) -> Bool {
        filters.decision(on: [.family([family])]) == .permitted
    }

    var isOnOurNetwork: Bool {
        if identity?.privateNetwork != nil { return false }
        return identity?.place.map { $0.isOnOurNetwork == true } ?? true
    }

    /// True if the subject resolves names with the same files as this process.
    var seesOurMounts: Bool {
        if identity?.sandbox?.changesFiles == true { return false }
        return identity?.place.map { $0.seesOurMounts == true } ?? true
    }

    /// Returns the judgement of the rules about a file, for the thread with the least rights.
    func judge(_ inquiry: FileInquiry) async throws -> FileJudgement {
        guard let identity else { return try await host.files.judge(inquiry, after: nil) }
        let found = try await host.files.judge(inquiry, for: identity)
        return found.first { $0.answer != .yes } ?? found[0]
    }

    /// Returns the verdict on a file that the rules refuse, now and by itself.
    ///
    /// - Returns: nil if the rules permit it.
    func refusal(of inquiry: FileInquiry) async throws -> Verdict? {
        let reach = try await host.reach(of: inquiry, subject, identity)
        return reach.verdict.isAuthorized ? nil : reach.verdict
    }

    /// Returns what each thread could reach by itself, for a use that takes a kernel capability or a group.
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

    /// Returns the subject with all its threads. A denial for this process also counts them all.
    func everyone() throws -> SubjectIdentity { try identity ?? host.ownIdentity() }

    /// Returns the user namespace of its threads; nil is ours.
    func userNamespace() throws -> NamespaceID? { try identity?.place?.namespaces.get().user }

    /// Returns whether the subject already has the socket at a path. A user without a process has none.
    func holdsSocket(at path: String) async throws -> Bool {
        guard let place = identity?.place else { return false }
        return try await network.holdsSocket(at: path, place.pid)
    }

    /// Returns whether a path leads the subject to the same file as this process.
    func reachesOurFile(at path: String) async throws -> Bool {
        guard let identity else { return true }
        return try await host.files.leads(to: path, alike: identity)
    }

    func claim(on facts: PortFacts, port: UInt16) async throws -> PortClaim {
        let isPrivileged = port > 0 && port < facts.unprivilegedStart
        var claim = PortClaim(
            of: name,
            isPrivileged ? try await privilege(.netBindService, of: try threads()) : .lacking()
        )
        guard !facts.holders.isEmpty else { return claim }
        if case .user = subject { claim.user = identity?.credentials.user.effective }
        claim.sockets = try await sockets()
        let before = try await socketsBeforeStart()
        (claim.perhapsPassed, claim.perhapsLeft) = (before.perhapsPassed, before.perhapsLeft)
        return claim
    }

    /// Returns all threads for which an answer must hold.
    func threads() throws -> [SubjectCredentials] {
        if let identity { return identity.everyone }
        return [SubjectCredentials(try host.processes.ownCredentials())]
    }

    /// Returns the effect of a kernel capability for some threads of the subject.
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

    /// True if a group or user of the subject may be another one than it seems.
    var hasUnmappedIDs: Bool { identity?.place?.hasUnmappedIDs ?? false }

    /// Returns the subject's sockets. A user without a process holds none.
    private func sockets() async throws -> Set<UInt32> {
        guard let identity else { return try await network.socketInodes(ofProcess: nil) }
        guard let place = identity.place else { return try await socketsBeforeStart().passed }
        var found = try await network.socketInodes(ofProcess: place.pid)
        found.formUnion(try await sockets(ofProcesses: identity.alike))
        return found
    }

    private func sockets(ofProcesses pids: [Int32]) async throws -> Set<UInt32> {
        var found: Set<UInt32> = []
        for pid in pids {
            do {
                found.formUnion(try await network.socketInodes(ofProcess: pid))
            } catch let error as SystemError where error.errno == .ENOENT {
                continue  // It has ended, and its sockets with it.
            }
        }
        return found
    }

    /// Returns the facts of a port on this network.
    func facts(of look: PortLook) async throws -> PortFacts {
        let network = network
        guard let kept = host.keptPorts, let identity, identity.sandbox != nil,
            identity.privateNetwork == nil
        else { return try await look.facts(on: network) }
        return try await kept.value(of: look) { try await look.facts(on: network) }
    }

    /// Returns the facts about a port as the subject finds them when it starts. For a unit that systemd would start
    /// anew, the sockets of its present processes end before.
    func atStart(_ facts: PortFacts) async throws -> PortFacts {
        guard !facts.holders.isEmpty else { return facts }
        let ending = try await socketsBeforeStart().ending
        var facts = facts
        facts.holders.removeAll { $0.inode != 0 && ending.contains($0.inode) }
        return facts
    }

    /// Returns the sockets that decide what a unit finds that systemd would start now.
    private func socketsBeforeStart() async throws -> SocketsBeforeStart {
        var found = SocketsBeforeStart()
        guard case .restartedUnit(let name, _) = subject else { return found }
        let unit = try await host.units.facts(of: name)
        if unit.mainPID != nil, let group = unit.controlGroup {
            let processes = try await host.processes.facts(ofControlGroup: group)
            let group = processes.map(\.pid)
            found.ending = try await sockets(ofProcesses: group)
            if identity?.mayLeaveProcesses == true {
                found.perhapsLeft = found.ending
            } else if !found.ending.isEmpty {
                let others = Set(try host.processes.visible()).subtracting(group + [1])
                found.perhapsLeft = try await sockets(ofProcesses: Array(others))
                    .intersection(found.ending)
            }
        }
        guard !found.ending.isEmpty || !unit.socketUnits.isEmpty else { return found }
        let ofSystemd = try await network.socketInodes(ofProcess: 1)
        found.passed = found.ending.intersection(ofSystemd)
        found.perhapsLeft.subtract(ofSystemd)
        found.ending.subtract(found.perhapsLeft.union(ofSystemd))
        if !unit.socketUnits.isEmpty {
            found.perhapsPassed = ofSystemd.subtracting(found.passed)
        }
        return found
    }

    private struct SocketsBeforeStart {
        /// Those of its present processes, which end with them.
        var ending: Set<UInt32> = []
        /// Those of its present processes that may not end: a process of the unit may survive, or another one has them.
        var perhapsLeft: Set<UInt32> = []
        /// Those that its present processes and systemd hold, because systemd passed them. It will do so again.
        var passed: Set<UInt32> = []
        /// The others of systemd, if the unit has socket units.
        var perhapsPassed: Set<UInt32> = []
    }

    /// Returns whether systemd holds the socket at a path, and may pass it to the unit when it starts it.
    func mayGetSocket(at path: String) async throws -> Bool {
        guard case .restartedUnit(let name, _) = subject,
            try await !host.units.facts(of: name).socketUnits.isEmpty
        else { return false }
        return try await network.holdsSocket(at: path, 1)
    }
}

extension NetworkSubject {
    /// Returns the status that a look in its place finds. The subject must be the same after the look.
    ///
    /// - Parameter undetermined: Makes the status if the subject changed, or if its network cannot be entered.
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
    /// The text to add if this process acted in another subject's place; empty for itself.
    var inItsPlace: String {
        isInPlaceOfOthers ? ", asked by this process in place of \(name ?? "the subject")" : ""
    }

    /// The assumptions of a yes in that case.
    var askedInItsPlace: [Assumption] {
        guard isInPlaceOfOthers else { return [] }
        let clause = "the network treats \(name ?? "the subject") as this process"
        return [Assumption(.askedInItsPlace, clause)]
    }
}

extension Subject {
    /// The name as used in a sentence.
    var shortName: String {
        guard case .user(let name, _, _) = self else { return description }
        return name.utf8.allSatisfy { (48...57).contains($0) } ? "uid \(name)" : name
    }
}
