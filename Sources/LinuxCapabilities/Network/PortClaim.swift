package import AccessModel
package import Kernel
package import LinuxSystem

/// The subject's part of a bind of a port, apart from the network.
package struct PortClaim: Hashable, Sendable {
    /// The effect of a kernel capability of a subject on a network.
    package enum Privilege: Hashable, Sendable {
        case held
        /// The value is the thread that lacks it, if others have it.
        case lacking(thread: Int32? = nil)
        /// Another user namespace owns the network, and none of the subject's kernel capabilities counts there.
        case elsewhere
        case unknown
    }

    /// The name of the subject; nil for this process.
    package var subject: String?
    /// The id of the subject, if it is a user, who has no process yet.
    package var user: UInt32?
    package var privilege: Privilege
    /// The sockets of the subject among those that have the port.
    package var sockets: Set<UInt32>
    /// The sockets that systemd may pass to the subject when it starts it.
    package var perhapsPassed: Set<UInt32> = []
    /// The sockets of the present processes of the subject that may not end before it starts anew.
    package var perhapsLeft: Set<UInt32> = []

    package init(
        of subject: String? = nil,
        _ privilege: Privilege,
        sockets: Set<UInt32> = []
    ) {
        self.subject = subject
        self.privilege = privilege
        self.sockets = sockets
    }
}

extension PortClaim {
    func owns(_ socket: PortSocket) -> Bool { socket.inode != 0 && sockets.contains(socket.inode) }

    func mayGet(_ socket: PortSocket) -> Bool {
        socket.inode != 0 && perhapsPassed.contains(socket.inode)
    }

    func mayMeet(_ socket: PortSocket) -> Bool {
        socket.inode != 0 && perhapsLeft.contains(socket.inode)
    }

    func with(_ privilege: Privilege) -> PortClaim {
        var claim = self
        claim.privilege = privilege
        return claim
    }

    var who: String { subject ?? "this process" }

    /// A clause about how the subject lacks the capability.
    var lack: String {
        switch privilege {
        case .held, .lacking(nil): subject.map { "\($0) lacks it" } ?? "it is not in effect"
        case .lacking(let thread?): "thread \(thread) of \(who) lacks it"
        case .elsewhere, .unknown: "no kernel capability of \(who) counts on its network"
        }
    }
}

extension PortClaim.Privilege {
    /// - Parameters:
    ///   - capability: The required capability.
    ///   - everyone: The threads of a subject, each of which must hold it.
    ///   - namespace: Their user namespace; nil is ours.
    ///   - hasUnmappedIDs: True if a user may be another one than it seems.
    package init(
        _ capability: KernelCapability = .netBindService,
        of everyone: [SubjectCredentials],
        from namespace: NamespaceID? = nil,
        over owners: NamespaceOwners,
        hasUnmappedIDs: Bool = false
    ) {
        self = .held
        for thread in everyone {
            let reach = (namespace ?? owners.chain.last?.namespace)
                .map { owners.reach(from: $0, user: thread.user.effective) }
            switch reach ?? .none {
            case .all where hasUnmappedIDs: self = .unknown
            case .all: continue
            case .effective where thread.sets.effective.contains(capability): continue
            case .effective: self = .lacking(thread: everyone.count > 1 ? thread.thread : nil)
            case .none: self = .elsewhere
            }
            return
        }
    }
}

extension PortClaim.Privilege {
    /// Creates the privilege of a subject in our user namespace, or in another one with the subject's id maps. Kernel
    /// capabilities count if that namespace owns the network, or is above the owner.
    package init(of subject: Credentials, over owners: NamespaceOwners) {
        let credentials = SubjectCredentials(
            SubjectAccount(user: subject.user, groups: [subject.group]),
            effective: subject.effective
        )
        let others = owners.chain.dropLast()
        if subject.namespace.isInitial {
            self.init(of: [credentials], over: owners)
        } else if let own = others.first(where: { $0.isKnown(as: subject.namespace) }) {
            self.init(of: [credentials], from: own.namespace, over: owners)
        } else {
            let mayHold =
                subject.effective.contains(.netBindService)
                || owners.chain.contains { $0.user == subject.user }
            self = mayHold && others.contains { $0.maps == nil } ? .unknown : .elsewhere
        }
    }
}

extension NamespaceOwners.Owner {
    /// Returns whether its maps equal these, in any order.
    fileprivate func isKnown(as namespace: UserNamespace) -> Bool {
        guard let maps else { return false }
        return Set(maps.users.ranges) == Set(namespace.users.ranges)
            && Set(maps.groups.ranges) == Set(namespace.groups.ranges)
    }
}
