package import Kernel

extension FileTree {
    /// Decides whether a refused thread could use a file by itself.
    ///
    /// - Parameter refusal: The refusal of the thread as it is now.
    /// - Throws: Only ``Stop/lacks(_:)``: a further fact that the decision needs.
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

    /// Returns whether a refused user with neither root's id nor any kernel capability can change nothing about the
    /// refusal. It decides the usual case at little cost.
    package func isBeyondReach(_ refusal: Refusal, of user: Credentials) -> Bool {
        guard refusal.isPermission else { return true }
        guard user.effective.isEmpty, user.namespace.users.inside(of: user.user) != 0 else {
            return false
        }
        return !canChange(what: refusal) { self[$0].isOwned(by: user) }
    }

    /// - Parameter owns: True if the thread may be able to change the mode of a file.
    private func canChange(what refusal: Refusal, _ owns: (PlaceID) -> Bool) -> Bool {
        refusal.cause == .fileCapabilities || places(refusedBy: refusal).contains(where: owns)
    }

    /// Searches without setgroups(2) first if it is unknown whether the thread may call it.
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

    /// Returns the files whose owner could change the refusal: the refusing file, and its directory if the sticky bit
    /// is the cause.
    func places(refusedBy refusal: Refusal) -> [PlaceID] {
        switch refusal.cause {
        case .sticky, .stickyProtected, .protectedSymlink:
            [parent(of: refusal.place), refusal.place]
        default: [refusal.place]
        }
    }

    /// Requires that a subject can reach a file by its own path.
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

/// The answer to whether a thread could use a file by the steps of the closed list.
package enum FileReach: Sendable {
    case no
    /// No permission would help: the file itself refuses, such as data that no kernel executes.
    case never
    case may(FileReachWay)
    /// It is unknown whether one of the steps works.
    case unknown(Unknown)
}

/// The steps by which a thread could use a file.
package struct FileReachWay: Sendable {
    /// A change of an object that its owner can make.
    package enum Change: Hashable, Sendable {
        case mode(PlaceID)
        case list(PlaceID)
        case owner(PlaceID)
        case flags(PlaceID)
        /// The file capabilities, which any user can remove.
        case capabilities(PlaceID)
        /// The project of a file, or whether a directory passes its own on; see chattr(1).
        case project(PlaceID)
    }

    /// The identity of the thread when it makes the call.
    package let identity: Credentials
    package let stage: Reach.Stage
    /// The changes, in the order in which they are made.
    package let changes: [Change]
    /// The kernel capability that is permitted but not effective, if a single one is enough.
    package var capability: KernelCapability?
    /// True if it requires setgroups(2), which the user namespace may deny.
    package var takesSetgroups = false
}

extension Reach {
    /// The only stage, if the thread cannot change its identity.
    var onlyStage: Stage? {
        guard stages.count == 1, let one = stages.first, one.capabilities == thread.sets.effective,
            one.users == .only([thread.user.fileSystem]),
            one.groups == .only([thread.group.fileSystem])
        else { return nil }
        return one
    }

    /// Parts of the reach, so a report names no more than is necessary.
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

    /// The kernel capabilities that affect access to files, least privilege first.
    private static let ofFiles: [KernelCapability] = [
        .dacReadSearch, .fowner, .chown, .mknod, .linuxImmutable, .dacOverride, .setgid, .setuid,
    ]
}

extension Reach.Stage {
    /// Returns whether the thread may be able to change the mode of a file.
    func canOwn(_ place: Place) -> Bool {
        users.contains(place.uid) || capabilities.contains(.fowner) || capabilities.contains(.chown)
    }
}
