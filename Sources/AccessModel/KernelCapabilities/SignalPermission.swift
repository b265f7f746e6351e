package import Kernel

/// What of a process decides who may signal it.
package struct SignalTarget: Hashable, Sendable {
    package var realUser: UInt32
    package var savedUser: UInt32
    package var namespace: NamespaceLineage
    /// It is another thread of the sender's own process.
    package var isSenderItself: Bool
    package var isInSendersSession: Bool

    package init(
        realUser: UInt32,
        savedUser: UInt32,
        namespace: NamespaceLineage = .initial,
        isSenderItself: Bool = false,
        isInSendersSession: Bool = false
    ) {
        self.realUser = realUser
        self.savedUser = savedUser
        self.namespace = namespace
        self.isSenderItself = isSenderItself
        self.isInSendersSession = isInSendersSession
    }
}

/// By what a process may signal another; refused, kill(2) fails with `EPERM`.
package enum SignalPermission: Hashable, Sendable {
    case itself
    /// The sender's real or effective user is the target's real or saved one.
    case sameUser
    /// CAP_KILL over the target's user namespace, or having made that.
    case kill
    /// Any process may wake one of its session.
    case continueInSession
    case refused
}

extension ProcessCredentials {
    /// Whether kill(2) may send a signal to a process that the sender can see.
    ///
    /// The target's effective user does not count: who made a set-user-id program run may signal it.
    ///
    /// The kernel's check_kill_permission (kernel/signal.c); kill(2).
    package func permission(
        toSignal target: SignalTarget,
        isContinue: Bool
    ) -> SignalPermission {
        if target.isSenderItself { return .itself }
        let own = [user.effective, user.real]
        if own.contains(target.savedUser) || own.contains(target.realUser) { return .sameUser }
        if isCapable(of: .kill, over: target.namespace) { return .kill }
        return isContinue && target.isInSendersSession ? .continueInSession : .refused
    }
}
