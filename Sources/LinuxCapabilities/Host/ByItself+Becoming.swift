package import AccessModel
package import Kernel

extension SubjectCredentials {
    /// Tries what the thread can become, one after another.
    func byItself(
        in place: SubjectPlace?,
        _ capability: KernelCapability,
        _ groups: PingGroups?,
        from own: UserNamespace,
        _ suffices: (SubjectCredentials) -> Bool
    ) -> ByItself {
        if suffices(self) { return .may("") }
        let reach = reach(in: place, from: own)
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
        let users = stage.users.known ?? [effectiveUser] + root
        let group = wanted.flatMap {
            namespace.groups.firstOutside(from: $0.first, through: $0.last)
        }
        let groups = stage.groups.known ?? [effectiveGroup] + (group.map { [$0] } ?? [])
        return users.flatMap { user in
            groups.map { group in
                var one = self
                (one.user, one.group) = (user, group)
                // The ids of setfsuid(2) and setfsgid(2) alone never become the effective ones.
                if stage.users.isAny || [realUser, effectiveUser, savedUser].contains(user) {
                    one.effectiveUser = user
                }
                if stage.groups.isAny || [realGroup, effectiveGroup, savedGroup].contains(group) {
                    one.effectiveGroup = group
                }
                one.sets.effective = stage.capabilities
                return one
            }
        }
    }

    /// By what a thread became this.
    private func how(
        from before: Self,
        _ stage: Reach.Stage,
        _ capability: KernelCapability
    ) -> String {
        if stage.isExecuted { return "it can become root, so it can execute itself anew" }
        if before.effectiveUser != effectiveUser {
            return before.setting(.setuid, stage.users.isAny, "user", effectiveUser)
        }
        if before.effectiveGroup != effectiveGroup {
            return before.setting(.setgid, stage.groups.isAny, "group", effectiveGroup)
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
    /// What a program that was started as this user could by itself that takes a kernel capability.
    package func reach(
        for capability: KernelCapability,
        suffices: (Credentials) -> Bool
    ) -> ReachFinding {
        let account = SubjectAccount(user: user, groups: [group] + groups)
        var thread = SubjectCredentials(account, effective: effective)
        thread.sets.bounding = bounding
        let found = thread.byItself(in: nil, capability, nil, from: namespace) { one in
            suffices(
                Credentials(
                    user: one.effectiveUser,
                    group: one.effectiveGroup,
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
