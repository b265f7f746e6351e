package import AccessModel
package import Kernel

extension SubjectCredentials {
    /// Tries the credentials that the thread can gain, one after another.
    func byItself(
        _ capability: KernelCapability,
        _ groups: PingGroups?,
        from own: UserNamespace,
        _ suffices: (SubjectCredentials) -> Bool
    ) -> ByItself {
        if suffices(self) { return .may("") }
        let reach = reach(from: own)
        var doubt: String?
        for stage in reach.stages {
            for one in become(stage, reach.thread.namespace, groups) where suffices(one) {
                let how = one.how(from: self, stage, capability)
                if stage.isCertain { return .may(how) }
                doubt = "\(how), unless its securebits forbid it"
            }
        }
        if let capability = reach.boundless { return .boundless(capability) }
        return doubt.map { .unknown($0) } ?? .no
    }

    private func become(
        _ stage: Reach.Stage,
        _ namespace: UserNamespace,
        _ wanted: PingGroups?
    ) -> [SubjectCredentials] {
        let root = namespace.users.outside(of: 0).map { [$0] } ?? []
        let users = stage.users.known ?? [user.effective] + root
        let wantedGroup = wanted.flatMap {
            namespace.groups.firstOutside(from: $0.first, through: $0.last)
        }
        let groups = stage.groups.known ?? [self.group.effective] + (wantedGroup.map { [$0] } ?? [])
        return users.flatMap { newUser in
            groups.map { newGroup in
                var one = self
                (one.user.fileSystem, one.group.fileSystem) = (newUser, newGroup)
                // The ids of setfsuid(2) and setfsgid(2) alone never become the effective ones.
                if stage.users.isAny || [user.real, user.effective, user.saved].contains(newUser) {
                    one.user.effective = newUser
                }
                if stage.groups.isAny
                    || [group.real, group.effective, group.saved].contains(newGroup)
                {
                    one.group.effective = newGroup
                }
                one.sets.effective = stage.capabilities
                return one
            }
        }
    }

    /// Returns the way in which a thread gained these credentials.
    private func how(
        from before: Self,
        _ stage: Reach.Stage,
        _ capability: KernelCapability
    ) -> String {
        if stage.isExecuted { return "it can become root, so it can execute its program again" }
        if before.user.effective != user.effective {
            return before.setting(.setuid, stage.users.isAny, "user", user.effective)
        }
        if before.group.effective != group.effective {
            return before.setting(.setgid, stage.groups.isAny, "group", group.effective)
        }
        return "\(capability) is permitted, so it can raise it"
    }

    private func setting(
        _ capability: KernelCapability,
        _ isAny: Bool,
        _ kind: String,
        _ id: UInt32
    ) -> String {
        guard isAny else { return "it has \(kind) id \(id), so it can become \(kind) \(id)" }
        let isEffective = sets.effective.contains(capability)
        let state = isEffective ? "in effect" : "permitted"
        return "\(capability) is \(state), so it can become \(kind) \(id)"
    }
}

extension Credentials {
    /// Returns what a program started as this user could gain by itself, for a use that takes a kernel capability.
    package func reach(
        for capability: KernelCapability,
        suffices: (Credentials) -> Bool
    ) -> ReachFinding {
        let account = SubjectAccount(user: user, groups: [group] + groups)
        var thread = SubjectCredentials(account, effective: effective)
        thread.sets.bounding = bounding
        let found = thread.byItself(capability, nil, from: namespace) { one in
            suffices(
                Credentials(
                    user: one.user.effective,
                    group: one.group.effective,
                    groups: groups,
                    effective: one.sets.effective,
                    bounding: bounding,
                    namespace: namespace
                )
            )
        }
        return ReachFinding("it", found)
    }
}

extension ReachableIDs {
    fileprivate var known: [UInt32]? {
        if case .only(let ids) = self { ids } else { nil }
    }
}
