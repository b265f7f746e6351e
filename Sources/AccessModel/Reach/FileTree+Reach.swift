package import Kernel

extension FileTree {
    /// Decides whether a thread that is refused could use a file by itself.
    ///
    /// - Parameter refusal: By what the thread is refused as it is now.
    /// - Throws: ``Stop/lacks(_:)`` alone: a fact that the decision needs besides.
    package func byItself(
        _ question: FileQuestion,
        after refusal: Refusal,
        _ reach: Reach
    ) throws(Stop) -> FileReach {
        guard refusal.isPermission else { return .no }
        if let now = reach.onlyStage, !canChange(what: refusal, { now.canOwn(self[$0]) }) {
            return .no
        }
        let all = try found(question, reach, reach.stages)
        guard case .may(let whole) = all else { return all }
        for (stages, capability) in reach.lesserWays {
            let lesser = try found(question, reach, stages)
            if case .may(var way) = lesser, whole.takesSetgroups || !way.takesSetgroups {
                way.capability = capability
                return .may(way)
            }
        }
        return all
    }

    /// Whether a refused user who has neither root's id nor any kernel capability can change nothing of
    /// what refuses: the usual case, at little cost.
    package func isBeyondReach(_ refusal: Refusal, of user: Credentials) -> Bool {
        guard refusal.isPermission else { return true }
        guard user.effective.isEmpty, user.namespace.users.inside(of: user.user) != 0 else {
            return false
        }
        return !canChange(what: refusal) { self[$0].isOwned(by: user) }
    }

    /// - Parameter owns: Whether the mode of a file may be the thread's to change.
    private func canChange(what refusal: Refusal, _ owns: (PlaceID) -> Bool) -> Bool {
        refusal.cause == .fileCapabilities || places(refusedBy: refusal).contains(where: owns)
    }

    /// First without setgroups(2), where it is not known whether the thread may call it.
    private func found(
        _ question: FileQuestion,
        _ reach: Reach,
        _ stages: [Reach.Stage]
    ) throws(Stop) -> FileReach {
        let setsGroups = reach.thread.namespace.allowsSetgroups
        let found = try found(question, reach, stages, setsGroups: setsGroups ?? false)
        if case .may = found { return found }
        guard setsGroups == nil, stages.contains(where: \.groups.isAny) else { return found }
        let other = try self.found(question, reach, stages, setsGroups: true)
        guard case .may(var way) = other else { return other }
        way.takesSetgroups = true
        return .may(way)
    }

    private func found(
        _ question: FileQuestion,
        _ reach: Reach,
        _ stages: [Reach.Stage],
        setsGroups: Bool
    ) throws(Stop) -> FileReach {
        let search = FileReachSearch(self, reach.thread, question, setsGroups: setsGroups)
        defer { search.restore() }
        return try search.run(stages)
    }

    /// The files whose owner could change what refuses: the one that does, and its directory where the
    /// sticky bit of that is the cause.
    func places(refusedBy refusal: Refusal) -> [PlaceID] {
        switch refusal.cause {
        case .sticky, .stickyProtected, .protectedSymlink:
            [parent(of: refusal.place), refusal.place]
        default: [refusal.place]
        }
    }

    /// Whether a subject comes to a file by its own path.
    func pass(to file: PlaceID, _ subject: Credentials) throws(Stop) {
        var way: [PlaceID] = []
        var place = file
        while place != root {
            place = parent(of: place)
            way.append(place)
        }
        for directory in way.reversed() { try permit(.execute, on: directory, subject) }
    }
}

/// Whether a thread could use a file by the steps of the closed list.
package enum FileReach: Sendable {
    case no
    /// No permission would help: the file itself refuses, as data that no kernel executes.
    case never
    case may(FileReachWay)
    /// Whether one of the steps works is not known.
    case unknown(Unknown)
}

/// The steps by which a thread could use a file.
package struct FileReachWay: Sendable {
    /// A change of an object, which its owner can make.
    package enum Change: Hashable, Sendable {
        case mode(PlaceID)
        case list(PlaceID)
        case owner(PlaceID)
        case flags(PlaceID)
        /// What execve(2) would give, which anybody can take away.
        case capabilities(PlaceID)
    }

    /// What the thread is when it makes the call.
    package let identity: Credentials
    package let stage: Reach.Stage
    /// In the order in which they are made.
    package let changes: [Change]
    /// The one that is permitted and not in effect, where one is enough.
    package var capability: KernelCapability?
    /// Whether it takes setgroups(2), which the user namespace may deny.
    package var takesSetgroups = false
}

extension Reach {
    /// The only stage, where the thread can become nothing that it is not.
    fileprivate var onlyStage: Stage? {
        guard stages.count == 1, let one = stages.first, one.capabilities == thread.sets.effective,
            one.users == .only([thread.user.fileSystem]),
            one.groups == .only([thread.group.fileSystem])
        else { return nil }
        return one
    }

    /// Parts of what is within reach, so that a report names no more than it takes.
    fileprivate var lesserWays: [([Stage], KernelCapability?)] {
        let effective = thread.sets.effective
        let now = Stage(
            users: .only([thread.user.fileSystem]),
            groups: .only([thread.group.fileSystem]),
            capabilities: effective
        )
        let raised = Self.ofFiles.filter {
            thread.sets.permitted.contains($0) && !effective.contains($0)
        }
        return [([now], nil), (Self.present(of: thread, with: effective), nil)]
            + raised.map { one in
                (Self.present(of: thread, with: effective.inserting(one)), one)
            }
    }

    /// Those that decide about files, the one that allows least first.
    private static let ofFiles: [KernelCapability] = [
        .dacReadSearch, .fowner, .chown, .mknod, .linuxImmutable, .dacOverride, .setgid, .setuid,
    ]
}

extension Reach.Stage {
    /// Whether the thread may be able to change the mode of a file.
    func canOwn(_ place: Place) -> Bool {
        users.contains(place.uid) || capabilities.contains(.fowner) || capabilities.contains(.chown)
    }
}
