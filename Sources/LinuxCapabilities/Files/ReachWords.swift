import AccessModel
import Kernel

/// Describes the steps by which a thread could use a file.
struct ReachWords {
    let words: FileWords
    let thread: ReachingThread
    /// The file that refuses the thread in its present state.
    let refusing: PlaceID

    /// `CAP_SETUID is permitted, so it can become the owner`.
    func how(_ way: FileReachWay) -> String {
        let (power, own) = power(way)
        let (reasons, becoming) = identity(way)
        var causes = power + reasons
        if causes.isEmpty, let change = way.changes.first { causes = [right(to: change, way)] }
        let actions = own + becoming + way.changes.map(action)
        let cause = causes.joined(separator: " and ")
        let so = actions.isEmpty ? "" : ", so it can \(actions.joined(separator: ", then "))"
        return cause + so
    }

    /// Returns the kernel capability, or the execution, that gives the power.
    private func power(_ way: FileReachWay) -> (causes: [String], actions: [String]) {
        if way.stage.isExecuted { return (["it can become root"], ["execute its program again"]) }
        if let capability = way.capability {
            let isForIDs = capability == .setuid || capability == .setgid
            return (["\(capability) is permitted"], isForIDs ? [] : ["raise it"])
        }
        guard !way.stage.capabilities.isSubset(of: thread.sets.effective) else { return ([], []) }
        return (["it has permitted kernel capabilities that are not in effect"], ["raise them"])
    }

    /// Returns the changes of user and group, with their causes.
    private func identity(_ way: FileReachWay) -> (causes: [String], actions: [String]) {
        guard !way.stage.isExecuted else { return ([], []) }
        var causes: [String] = []
        var actions: [String] = []
        let (user, group) = (way.identity.user, way.identity.group)
        if user != thread.user.fileSystem {
            if !way.stage.users.isAny {
                causes.append("it has user id \(user)")
            } else if way.capability != .setuid, way.capability != nil || isInEffect(.setuid) {
                causes.append("\(KernelCapability.setuid) is \(state(.setuid))")
            }
            let isOwner = user == words.tree[refusing].uid
            actions.append(isOwner ? "become the owner" : "become \(words.names.userPhrase(user))")
        }
        let added = way.identity.groups.filter { !thread.groups.contains($0) }
        let groups = group == thread.group.fileSystem ? added : [group]
        if !groups.isEmpty {
            let names = groups.map(words.names.groupPhrase).joined(separator: " and ")
            if !way.stage.groups.isAny {
                causes.append("it has group id \(group)")
            } else if way.capability != .setgid, way.capability != nil || isInEffect(.setgid) {
                causes.append("\(KernelCapability.setgid) is \(state(.setgid))")
            }
            actions.append("take \(names)")
        }
        return (causes, actions)
    }

    private func isInEffect(_ capability: KernelCapability) -> Bool {
        thread.sets.effective.contains(capability)
    }

    private func state(_ capability: KernelCapability) -> String {
        isInEffect(capability) ? "in effect" : "permitted"
    }

    /// Returns why it may make the first change.
    private func right(to change: FileReachWay.Change, _ way: FileReachWay) -> String {
        switch change {
        case .owner: return "\(KernelCapability.chown) is \(state(.chown))"
        case .mode(let id), .list(let id), .flags(let id), .project(let id):
            let (owner, path) = (words.tree[id].uid, words.tree.path(of: id))
            if owner == way.identity.user { return "it owns \(path)" }
            return way.stage.capabilities.contains(.fowner)
                ? "\(KernelCapability.fowner) is \(state(.fowner))"
                : "it can become \(words.names.userPhrase(owner)), who owns \(path)"
        case .capabilities: return "chown(2) by any user removes file capabilities"
        }
    }

    private func action(_ change: FileReachWay.Change) -> String {
        switch change {
        case .mode(let id): "change the mode of \(words.tree.path(of: id))"
        case .list(let id): "change the access list of \(words.tree.path(of: id))"
        case .owner(let id): "change the owner of \(words.tree.path(of: id))"
        case .flags(let id): "clear the flags of \(words.tree.path(of: id))"
        case .project(let id): "change the project of \(words.tree.path(of: id)) by chattr(1)"
        case .capabilities(let id): "remove the file capabilities of \(words.tree.path(of: id))"
        }
    }
}

extension FileReachWay {
    /// The circumstance that could prevent the thread; nil if there is none.
    fileprivate var doubt: String? {
        if !stage.isCertain { return "its securebits forbid it" }
        return takesSetgroups ? "its user namespace denies setgroups(2)" : nil
    }
}

extension FileReach {
    /// Returns the finding in words.
    func inWords(
        _ words: FileWords,
        _ refusal: AccessModel.Refusal,
        _ reach: Reach
    ) -> ByItself {
        guard refusal.isPermission else { return .no }
        if case .never = self { return .no }
        if case .may(let way) = self {
            let how = ReachWords(words: words, thread: reach.thread, refusing: refusal.place).how(
                way
            )
            guard let doubt = way.doubt else { return .may(how) }
            if reach.boundless == nil { return .unknown("\(how), unless \(doubt)") }
        }
        if let capability = reach.boundless { return .boundless(capability) }
        guard case .unknown(let unknown) = self else { return .no }
        return .unknown(words.sentence(for: .unknown(unknown), about: ""))
    }
}
