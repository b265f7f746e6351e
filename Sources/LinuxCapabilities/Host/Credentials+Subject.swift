package import AccessModel
package import Kernel
package import LinuxSystem

extension Credentials {
    /// A subject as files see it.
    ///
    /// - Parameters:
    ///   - place: Where another process is; nil for who is where we are.
    ///   - own: The user namespace of whoever asks.
    ///   - ownBounding: What a process that is started could gain at the most; nil to ask what one of ours could.
    package init(
        _ subject: SubjectCredentials,
        in place: SubjectPlace?,
        ownBounding: KernelCapabilitySet? = nil,
        from own: UserNamespace
    ) {
        let bounding = subject.sets.bounding ?? ownBounding ?? Self.ownBounding
        self.init(
            user: subject.user,
            group: subject.group,
            groups: subject.groups,
            effectiveUser: subject.effectiveUser,
            effectiveGroup: subject.effectiveGroup,
            effective: subject.sets.effective,
            inheritable: subject.sets.inheritable ?? .none,
            bounding: bounding,
            namespace: UserNamespace(place, from: own)
        )
    }

    /// What a process that we start could gain at the most.
    private static var ownBounding: KernelCapabilitySet {
        (try? ProcessCalls.ownCredentials().capabilities.bounding) ?? .all
    }
}

extension UserNamespace {
    /// The ids of a process elsewhere, as our own user namespace shows them.
    fileprivate init(_ place: SubjectPlace?, from own: UserNamespace) {
        guard let users = place?.userMap, let groups = place?.groupMap else {
            self = own
            return
        }
        self.init(
            users: users,
            groups: groups,
            allowsSetgroups: place?.allowsSetgroups
        )
    }

    /// That of this thread, by the ids that it shows.
    ///
    /// - Throws: ``SystemError`` where proc(5) does not show it.
    package static func own() throws(SystemError) -> UserNamespace {
        guard let maps = try UserMaps.own() else { return .initial }
        return UserNamespace(
            users: maps.users,
            groups: maps.groups,
            isSeenFromWithin: true,
            allowsSetgroups: UserMaps.allowsSetgroups(in: "/proc/thread-self")
        )
    }
}
