package import Kernel
package import LinuxSystem

/// Who a subject is to the kernel, by the ids of this process' user namespace; see credentials(7).
package struct SubjectCredentials: Hashable, Sendable {
    /// The thread that has them; nil for a user, which has no process yet.
    package var thread: Int32?
    /// The process that the thread belongs to; nil for a user.
    package var process: Int32?
    package var user: CredentialIDs
    package var group: CredentialIDs
    package var groups: Set<UInt32>
    package var sets: KnownSets
    /// `PR_SET_NO_NEW_PRIVS`; false for a user, whose program is started without it.
    package var hasNoNewPrivileges: Bool
    /// None for a user; nil where they are not known, as for every thread but the calling one.
    package var secureBits: SecureBits?

    /// The five sets of capabilities, nil where one is not known.
    package struct KnownSets: Hashable, Sendable {
        package var effective: KernelCapabilitySet
        package var permitted: KernelCapabilitySet
        package var inheritable: KernelCapabilitySet?
        package var bounding: KernelCapabilitySet?
        package var ambient: KernelCapabilitySet?
    }

    /// Whom a thread of ours becomes to ask in its place.
    package var assumed: AssumedIdentity {
        AssumedIdentity(
            user: user.fileSystem,
            group: group.fileSystem,
            groups: groups,
            effective: sets.effective
        )
    }
}

extension SubjectCredentials {
    package init(_ thread: ThreadCredentials) {
        let sets = thread.capabilities
        self.init(
            thread: thread.thread,
            process: thread.process,
            user: thread.user,
            group: thread.group,
            groups: Set(thread.groups),
            sets: KnownSets(
                effective: sets.effective,
                permitted: sets.permitted,
                inheritable: sets.inheritable,
                bounding: sets.bounding,
                ambient: sets.ambient
            ),
            hasNoNewPrivileges: thread.hasNoNewPrivileges,
            secureBits: thread.secureBits
        )
    }

    /// Credentials of no thread yet, with the same user in all four places, and the same group.
    package init(user: UInt32, group: UInt32, groups: Set<UInt32>, sets: KnownSets) {
        self.init(
            thread: nil,
            process: nil,
            user: CredentialIDs(user),
            group: CredentialIDs(group),
            groups: groups,
            sets: sets,
            hasNoNewPrivileges: false,
            secureBits: []
        )
    }

    /// A program that a user has just started: the effective kernel capabilities are permitted too.
    package init(_ account: SubjectAccount, effective: KernelCapabilitySet) {
        self.init(
            user: account.user,
            group: account.groups.first ?? 0,
            groups: Set(account.groups),
            sets: KnownSets(effective: effective, permitted: effective)
        )
    }

    /// The same credentials without the ids of the thread and its process, which decide nothing.
    var ofAnyThread: Self {
        var credentials = self
        (credentials.thread, credentials.process) = (nil, nil)
        return credentials
    }
}

/// A subject, and where it is.
package struct SubjectIdentity: Hashable, Sendable {
    /// Of the main thread, where there are several.
    package var credentials: SubjectCredentials
    /// Of threads that are somebody else than the main one, one of each kind: an answer holds for the
    /// process where it holds for all of them.
    package var differing: [SubjectCredentials] = []
    /// Where another process is; nil for users and for this process, which are where we are.
    package var place: SubjectPlace?
    /// How many threads of how many processes these are; one of one for a user.
    package var threads = 1
    package var processes = 1
    /// Other processes of the same unit with the same credentials, namespaces and root directory.
    package var alike: [Int32] = []

    /// Each thread for which a yes has to hold.
    package var everyone: [SubjectCredentials] { [credentials] + differing }
}

extension SubjectIdentity {
    /// Whether both decide alike; threads that differ in nothing may have come or gone.
    func isSame(as other: Self) -> Bool {
        credentials == other.credentials && differing == other.differing && place == other.place
    }
}

extension Host {
    /// This process with all its threads, the calling one first: a no is one of all of them.
    package func ownIdentity() throws -> SubjectIdentity {
        let threads = try processes.ownThreads()
        let own = SubjectCredentials(threads.calling)
        var identity = SubjectIdentity(credentials: own)
        for var one in threads.others.map(SubjectCredentials.init) {
            // Only a thread itself can ask for its securebits, and most have those of the one that made them.
            one.secureBits = own.secureBits
            let kind = one.ofAnyThread
            guard !identity.everyone.contains(where: { $0.ofAnyThread == kind }) else { continue }
            one.secureBits = nil
            identity.differing.append(one)
        }
        identity.threads = 1 + threads.others.count
        return identity
    }
}

/// Where another process is, seen from us.
package struct SubjectPlace: Hashable, Sendable {
    package var pid: Int32
    /// When the process began, in clock ticks since boot.
    package var startTime: UInt64
    package var namespaces: Result<Namespaces, SystemError>
    package var ours: Namespaces
    /// Its user namespace, by the ids of ours; nil where that is ours, or where it is not known whether.
    package var userNamespace: UserNamespace?
    /// Whether an id of it may be another one, which our user namespace does not map and so shows as the
    /// overflow id: then nothing equals it.
    package var hasUnmappedIDs: Bool

    /// Whether kernel capabilities count for it where they do for us; nil where it is not known.
    package var isInOurUserNamespace: Bool? { isOurs(\.user) }
    package var seesOurMounts: Bool? { isOurs(\.mount) }
    package var isOnOurNetwork: Bool? { isOurs(\.network) }

    private func isOurs(_ namespace: KeyPath<Namespaces, NamespaceID>) -> Bool? {
        guard case .success(let theirs) = namespaces else { return nil }
        return theirs[keyPath: namespace] == ours[keyPath: namespace]
    }
}
