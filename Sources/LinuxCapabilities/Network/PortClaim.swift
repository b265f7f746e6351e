package import AccessModel
package import Kernel
package import LinuxSystem

/// What a subject brings to the bind of a port, apart from the network.
package struct PortClaim: Hashable, Sendable {
    /// What a kernel capability is worth to a subject on a network.
    package enum Privilege: Hashable, Sendable {
        case held
        /// The thread that lacks it, where others have it.
        case lacking(thread: Int32? = nil)
        /// Another user namespace owns the network, so that none of its kernel capabilities counts.
        case elsewhere
        case unknown
    }

    /// Whom it is about; nil for this process.
    package var subject: String?
    package var privilege: Privilege
    /// The sockets of the subject, of those that have the port.
    package var sockets: Set<UInt32>

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

    func with(_ privilege: Privilege) -> PortClaim {
        var claim = self
        claim.privilege = privilege
        return claim
    }

    var who: String { subject ?? "this process" }

    /// In what way the subject does not have the capability.
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
    ///   - capability: The one that is needed.
    ///   - everyone: The threads of a subject, each of which has to hold it.
    ///   - namespace: Their user namespace; nil is ours.
    ///   - hasUnmappedIDs: Whether a user may be another than it seems.
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
    /// Of a subject in our user namespace, or in another, which is the one that has its maps: where that
    /// owns the network, or is above the one that does, kernel capabilities count.
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
    /// Whether its maps are these, in whatever order.
    fileprivate func isKnown(as namespace: UserNamespace) -> Bool {
        guard let maps else { return false }
        return Set(maps.users.ranges) == Set(namespace.users.ranges)
            && Set(maps.groups.ranges) == Set(namespace.groups.ranges)
    }
}
