import Kernel

/// The users and groups, among all that a thread can become, that are worth trying for a step.
struct ReachCandidates {
    private let tree: FileTree
    private let thread: ReachingThread
    private let stage: Reach.Stage
    private let question: FileQuestion
    /// True if setgroups(2) may be called. setgid(2) alone changes one group.
    private let setsGroups: Bool

    init(
        _ tree: FileTree,
        _ thread: ReachingThread,
        _ stage: Reach.Stage,
        _ question: FileQuestion,
        setsGroups: Bool
    ) {
        self.tree = tree
        self.thread = thread
        self.stage = stage
        self.question = question
        self.setsGroups = setsGroups
    }

    /// The first candidates, with the thread as it is at the front.
    var first: [Credentials] {
        let users = ids(stage.users, thread.user.fileSystem, thread.namespace.users, \.uid)
        let groups = ids(stage.groups, thread.group.fileSystem, thread.namespace.groups, \.gid)
        var found = groups.flatMap { group in users.map { become($0, group, thread.groups) } }
        if stage.groups.isAny, setsGroups, let stranger = groups.last {
            found += users.map { become($0, stranger, []) }
        }
        return found
    }

    /// Returns the present id and the other known ids. If any id is possible, returns the present id, root, and an id
    /// that no file has.
    private func ids(
        _ reachable: ReachableIDs,
        _ present: UInt32,
        _ map: IDMap,
        _ owner: KeyPath<Place, UInt32>
    ) -> [UInt32] {
        switch reachable {
        case .only(let ids):
            return ids.filter { $0 == present } + ids.filter { $0 != present }
        case .any:
            let root = map.outside(of: 0).map { [$0] } ?? []
            let stranger = map.ranges.lazy.flatMap { range in
                (0..<range.count).lazy.reversed().map { range.outside + $0 }
            }.first { id in !tree.places.contains { $0[keyPath: owner] == id } }
            let known = [present] + root
            return known.enumerated().filter { !known[..<$0].contains($1) }.map(\.1)
                + (stranger.map { [$0] } ?? [])
        }
    }

    private func become(_ user: UInt32, _ group: UInt32, _ groups: [UInt32]) -> Credentials {
        let (users, held) = (thread.user, thread.group)
        // Ids that were set only by setfsuid(2) and setfsgid(2) never become the effective ones.
        let isOwnUser = [users.real, users.effective, users.saved].contains(user)
        let isOwnGroup = [held.real, held.effective, held.saved].contains(group)
        return Credentials(
            user: user,
            group: group,
            groups: groups,
            effectiveUser: stage.users.isAny || isOwnUser ? user : users.effective,
            effectiveGroup: stage.groups.isAny || isOwnGroup ? group : held.effective,
            effective: stage.capabilities,
            inheritable: thread.sets.inheritable,
            bounding: thread.sets.bounding,
            namespace: thread.namespace
        )
    }

    /// Returns candidates with users and groups that the refusing file may allow.
    func others(than one: Credentials, after refusal: Refusal) -> [Credentials] {
        var found: [Credentials] = []
        let id = refusal.place
        // The kernel's safe_hardlink_source checks these, and fails with its own error.
        let wanted = refusal.cause == .protectedHardlink ? [.read, .write] : refusal.wanted
        if stage.users.isAny {
            let named = wanted.isEmpty ? [] : tree.usersThatMay(wanted, on: id)
            let owners = tree.places(refusedBy: refusal).map { tree[$0].uid }
            found += (owners + named).filter { thread.namespace.users.contains(outside: $0) }
                .map { become($0, one.group, one.groups) }
        }
        if stage.groups.isAny {
            var groups = wanted.isEmpty ? [] : tree.groupsThatMay(wanted, on: id)
            // A member of one of them is refused for another reason.
            if groups.contains(where: one.isIn) { groups = [] }
            if let group = tree[id].hiding?.group { groups.append(group) }
            if case .changeGroup(let group) = question.operation { groups.append(group) }
            found +=
                groups
                .filter { !one.isIn($0) && thread.namespace.groups.contains(outside: $0) }
                .map { group in
                    setsGroups
                        ? become(one.user, one.group, one.groups + [group])
                        : become(one.user, group, one.groups)
                }
        }
        return found
    }
}

extension FileTree {
    /// Returns the users that an access list names and may allow, like ``groupsThatMay(_:on:)``.
    fileprivate func usersThatMay(_ wanted: Permissions, on id: PlaceID) -> [UInt32] {
        // With an empty mask the kernel ignores the list.
        guard let list = list(of: id), self[id].mode & 0o070 != 0 else { return [] }
        return list.compactMap { entry in
            guard case .user(let user) = entry.tag, entry.permissions.isSuperset(of: wanted)
            else { return nil }
            return user
        }
    }
}
