package import LinuxSystem

/// Who a subject is to the kernel, by the ids of this process' user namespace; see credentials(7).
package struct SubjectCredentials: Hashable, Sendable {
    /// The thread that has them; nil for a user, who is nobody yet.
    package var thread: Int32?
    /// The user that files see: the effective one, unless setfsuid(2) was used.
    package var user: UInt32
    package var effectiveUser: UInt32
    package var realUser: UInt32
    package var group: UInt32
    package var effectiveGroup: UInt32
    package var groups: Set<UInt32>
    package var sets: KnownSets

    /// The five sets of capabilities, nil where one is not known.
    package struct KnownSets: Hashable, Sendable {
        package var effective: UInt64
        package var permitted: UInt64
        package var inheritable: UInt64?
        package var bounding: UInt64?
        package var ambient: UInt64?
    }

    /// Whom a thread of ours becomes to ask in its place.
    package var assumed: AssumedIdentity {
        AssumedIdentity(user: user, group: group, groups: groups, effective: sets.effective)
    }
}

extension SubjectCredentials {
    package init(_ thread: ThreadCredentials) {
        let sets = thread.capabilities
        self.init(
            thread: thread.thread,
            user: thread.fileSystemUser,
            effectiveUser: thread.effectiveUser,
            realUser: thread.realUser,
            group: thread.fileSystemGroup,
            effectiveGroup: thread.effectiveGroup,
            groups: Set(thread.groups),
            sets: KnownSets(
                effective: sets.effective,
                permitted: sets.permitted,
                inheritable: sets.inheritable,
                bounding: sets.bounding,
                ambient: sets.ambient
            )
        )
    }

    /// A user that has just been started: what it has in effect it is permitted.
    package init(_ account: SubjectAccount, effective: UInt64) {
        self.init(
            thread: nil,
            user: account.user,
            effectiveUser: account.user,
            realUser: account.user,
            group: account.groups.first ?? 0,
            effectiveGroup: account.groups.first ?? 0,
            groups: Set(account.groups),
            sets: KnownSets(effective: effective, permitted: effective)
        )
    }

    /// Whether both are the same to every decision, whichever threads have them.
    func decidesAs(_ other: Self) -> Bool {
        var other = other
        other.thread = thread
        return self == other
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

    /// Everybody for whom an answer has to hold.
    package var everyone: [SubjectCredentials] { [credentials] + differing }
}

/// Where another process is, seen from us.
package struct SubjectPlace: Hashable, Sendable {
    package var pid: Int32
    /// When the process began, in clock ticks since boot.
    package var startTime: UInt64
    package var namespaces: Result<Namespaces, SystemError>
    package var ours: Namespaces
    /// The ids of its user namespace; nil where that is ours, or where it is not known whether.
    package var userMap: IDMap?
    package var groupMap: IDMap?
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
