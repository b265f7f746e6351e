package import AccessModel
import LinuxSystem

extension Credentials {
    /// A subject as files see it.
    ///
    /// - Parameters:
    ///   - place: Where another process is; nil for who is where we are.
    ///   - ownBounding: What a process that is started could gain at the most; nil to ask what one of ours could.
    package init(
        _ subject: SubjectCredentials,
        in place: SubjectPlace?,
        ownBounding: UInt64? = nil
    ) {
        let bounding = subject.sets.bounding ?? ownBounding ?? Self.ownBounding
        self.init(
            user: subject.user,
            group: subject.group,
            groups: subject.groups,
            effective: KernelCapabilitySet(mask: subject.sets.effective),
            bounding: KernelCapabilitySet(mask: bounding),
            namespace: UserNamespace(place)
        )
    }

    /// What a process that we start could gain at the most.
    private static var ownBounding: UInt64 {
        (try? ProcessCalls.ownCredentials().capabilities.bounding) ?? .max
    }
}

extension UserNamespace {
    /// The ids of a process elsewhere, as our own user namespace shows them.
    fileprivate init(_ place: SubjectPlace?) {
        guard let users = place?.userMap, let groups = place?.groupMap else {
            self = .initial
            return
        }
        self.init(users: AccessModel.IDMap(users), groups: AccessModel.IDMap(groups))
    }
}

extension AccessModel.IDMap {
    init(_ map: LinuxSystem.IDMap) {
        self.init(
            map.ranges.map { Range(inside: $0.inside, outside: $0.outside, count: $0.count) }
        )
    }
}
