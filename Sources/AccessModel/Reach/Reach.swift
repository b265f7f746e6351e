package import Kernel

/// The identities that a thread can get by itself: the steps of the closed list that change the thread and not an
/// object. See docs/decisions.md, "By itself".
package struct Reach: Hashable, Sendable {
    /// The possible identities of the thread at one time. A thread moves from each stage to the next, and never back.
    package struct Stage: Hashable, Sendable {
        package var users: ReachableIDs
        package var groups: ReachableIDs
        /// All kernel capabilities that it can make effective.
        package var capabilities: KernelCapabilitySet
        /// True if the thread must execute a program again, as root of its user namespace.
        package var isExecuted = false
        /// False if unknown securebits could prevent it.
        package var isCertain = true
    }

    package let thread: ReachingThread
    package let stages: [Stage]

    package init(_ thread: ReachingThread) {
        self.thread = thread
        let permitted = thread.sets.permitted.union(thread.sets.effective)
        let present = Self.present(of: thread, with: permitted)
        stages = present + Self.executed(by: thread, after: present[present.count - 1])
    }

    /// A kernel capability within reach by which a thread can change the facts behind every other rule. Nil if there is
    /// none, or only in the thread's own user namespace.
    package var boundless: KernelCapability? {
        guard thread.namespace.isInitial else { return nil }
        return Self.boundless.first { one in
            stages.contains { $0.capabilities.contains(one) }
        }
    }

    private static let boundless: [KernelCapability] = [
        .sysAdmin, .sysPtrace, .sysModule, .sysRawio,
    ]

    /// Steps 1 and 2. A file-system id that differs from the other three is lost once it is changed.
    ///
    /// - Parameter permitted: The kernel capabilities that the thread can raise.
    static func present(
        of thread: ReachingThread,
        with permitted: KernelCapabilitySet
    ) -> [Stage] {
        let users = ReachableIDs(thread.user, isAny: permitted.contains(.setuid))
        let groups = ReachableIDs(thread.group, isAny: permitted.contains(.setgid))
        let user = ReachableIDs.only([thread.user.fileSystem])
        let group = ReachableIDs.only([thread.group.fileSystem])
        let losesUser = !users.contains(thread.user.fileSystem)
        let losesGroup = !groups.contains(thread.group.fileSystem)
        let last = Stage(users: users, groups: groups, capabilities: permitted)
        var stages: [Stage] = []
        if losesUser || losesGroup {
            stages.append(Stage(users: user, groups: group, capabilities: permitted))
        }
        if losesUser { stages.append(Stage(users: user, groups: groups, capabilities: permitted)) }
        if losesGroup { stages.append(Stage(users: users, groups: group, capabilities: permitted)) }
        return stages + [last]
    }

    /// Returns whether `SECBIT_NOROOT` is clear, or can be cleared with CAP_SETPCAP; see capabilities(7). Unknown
    /// securebits count as clear.
    private static func mayLetRootGain(_ thread: ReachingThread, _ last: Stage) -> Bool {
        guard let bits = thread.secureBits, bits.contains(.noRoot) else { return true }
        return last.capabilities.contains(.setpcap)
            && bits.isDisjoint(with: SecureBits.noRoot.locks)
    }

    /// Step 5: execve(2) by root grants the bounding and inheritable sets.
    private static func executed(by thread: ReachingThread, after last: Stage) -> [Stage] {
        guard !thread.hasNoNewPrivileges, mayLetRootGain(thread, last),
            let root = thread.root, last.users.contains(root)
        else { return [] }
        let gained = thread.sets.bounding.union(thread.sets.inheritable)
        guard !gained.isSubset(of: last.capabilities) else { return [] }
        var stage = last
        stage.capabilities = gained
        stage.isExecuted = true
        stage.isCertain = thread.secureBits != nil
        if gained.contains(.setuid) { stage.users = .any }
        if gained.contains(.setgid) { stage.groups = .any }
        guard case .only(let users) = stage.users else { return [stage] }
        // The real id is root's, and only one of the other ids survives the execution.
        return users.filter { $0 != root || users.count == 1 }.map { user in
            var one = stage
            one.users = .only(user == root ? [root] : [root, user])
            return one
        }
    }
}

/// The ids that a thread can take.
package enum ReachableIDs: Hashable, Sendable {
    /// Every id that its user namespace maps.
    case any
    case only([UInt32])

    init(_ ids: CredentialIDs, isAny: Bool) {
        let own = [ids.effective, ids.real, ids.saved]
        self =
            isAny ? .any : .only(own.enumerated().filter { !own[..<$0].contains($1) }.map(\.1))
    }

    package var isAny: Bool { self == .any }

    package func contains(_ id: UInt32) -> Bool {
        switch self {
        case .any: true
        case .only(let ids): ids.contains(id)
        }
    }
}
