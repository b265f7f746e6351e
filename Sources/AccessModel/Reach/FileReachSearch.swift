import Kernel

/// Searches for steps by which a thread could use a file, and tries each of them on the facts.
///
/// A user who may change the mode of a file can set it to `0777` and remove the access list. No other mode allows more,
/// to any user. One change of each file is therefore enough.
final class FileReachSearch {
    /// The maximum number of identities tried for one step. A step that needs more is undecided.
    private static let identityLimit = 64
    /// The maximum number of steps tried in all. A question that needs more is undecided.
    private static let stepLimit = 10_000

    private let tree: FileTree
    private let thread: ReachingThread
    private let question: FileQuestion
    private let setsGroups: Bool
    private var stage: Reach.Stage
    /// The files that are being changed. A change thus never waits for itself.
    private var busy: Set<PlaceID> = []
    /// Attempts that failed, and would fail again.
    private var closed: Set<Attempt> = []
    /// The files that have refused a step. No other file needs a change.
    private var refusing: Set<PlaceID> = []
    private var stepCount = 0
    private var changes: [FileReachWay.Change] = []
    /// Actions that restore the facts, one for each change.
    private var undo: [() -> Void] = []
    private var unknown: Unknown?
    /// True if some identity has all permissions, and only the file itself refuses.
    private var isRefusedOtherwise = false

    /// - Parameter setsGroups: True if the thread may call setgroups(2) with CAP_SETGID.
    init(
        _ tree: FileTree,
        _ thread: ReachingThread,
        _ question: FileQuestion,
        setsGroups: Bool
    ) {
        self.tree = tree
        self.thread = thread
        self.question = question
        self.setsGroups = setsGroups
        stage = Reach.Stage(users: .only([]), groups: .only([]), capabilities: .none)
    }

    func run(_ stages: [Reach.Stage]) throws(Stop) -> FileReach {
        if let way = try way(stages, preparing: false) { return .may(way) }
        var count = 0
        // Behind a file that refuses no more, another one may refuse.
        while stages.count > 1, refusing.count > count {
            count = refusing.count
            restore()
            (changes, stepCount) = ([], 0)
            if let way = try way(stages, preparing: true) { return .may(way) }
        }
        if let unknown { return .unknown(unknown) }
        return isRefusedOtherwise ? .never : .no
    }

    /// - Parameter preparing: True if a stage makes all changes that it can before the search leaves it. Only an
    ///   earlier stage may be able to change a file that a later one meets.
    private func way(
        _ stages: [Reach.Stage],
        preparing: Bool
    ) throws(Stop) -> FileReachWay? {
        for stage in stages {
            self.stage = stage
            closed = []
            let found = try identity { [tree, question] in
                let stop = tree.refusal(of: question, for: $0)
                if case .refused(let refusal)? = stop, !refusal.isPermission {
                    self.isRefusedOtherwise = true
                }
                return stop
            }
            if let found {
                return FileReachWay(identity: found, stage: stage, changes: changes)
            }
            if preparing { try prepare() }
        }
        return nil
    }

    /// Gives every user the most that a mode can allow, on every file that has refused a step and that this stage can
    /// change.
    private func prepare() throws(Stop) {
        for id in refusing.sorted(by: { $0.index < $1.index }) {
            guard stage.canOwn(tree[id]), tree[id].kind != .symbolicLink,
                try canChangeMode(of: id)
            else { continue }
            allowAll(id)
        }
    }

    func restore() {
        for step in undo.reversed() { step() }
        undo = []
    }

    private func change(_ id: PlaceID, _ body: (inout Place) -> Void) {
        let (place, list) = (tree[id], tree.list(of: id))
        undo.append { [tree] in
            tree.setList(list, of: id)
            tree.update(id) { $0 = place }
        }
        tree.update(id, body)
    }

    // MARK: - Identities for a step

    /// Returns an identity of the thread with which a step succeeds, possibly after changes; nil if there is none.
    private func identity(
        for step: (Credentials) -> Stop?
    ) throws(Stop) -> Credentials? {
        if let found = try identity(for: step, changing: false) { return found }
        return try identity(for: step, changing: true)
    }

    /// - Parameter changing: True if files may be changed for the step. This is tried only if it is necessary.
    private func identity(
        for step: (Credentials) -> Stop?,
        changing: Bool
    ) throws(Stop) -> Credentials? {
        let candidates = ReachCandidates(tree, thread, stage, question, setsGroups: setsGroups)
        var waiting = candidates.first
        var index = 0
        while index < waiting.count {
            guard index < Self.identityLimit else {
                unknown = Unknown(.manySteps, at: tree.root)
                return nil
            }
            let one = waiting[index]
            index += 1
            retry: while true {
                stepCount += 1
                guard stepCount <= Self.stepLimit else {
                    unknown = Unknown(.manySteps, at: tree.root)
                    return nil
                }
                switch step(one) {
                case nil: return one
                case .lacks(let fact): throw .lacks(fact)
                case .unknown(let found): unknown = found
                case .refused(let refusal) where refusal.isPermission:
                    refusing.formUnion(tree.places(refusedBy: refusal))
                    for other in candidates.others(than: one, after: refusal)
                    where !waiting.contains(other) {
                        waiting.append(other)
                    }
                    if changing, try change(what: refusal, for: one) { continue retry }
                case .refused: break
                }
                break
            }
        }
        return nil
    }

    // MARK: - Changes of files

    /// - Returns: True if something was changed, and the step should be tried again.
    private func change(what refusal: Refusal, for one: Credentials) throws(Stop) -> Bool {
        if refusal.cause == .fileCapabilities { return try clearCapabilities(of: refusal.place) }
        if let directory = refusal.directory {
            return try leaveProject(of: directory, refusal.place)
        }
        for id in tree.places(refusedBy: refusal) {
            if try open(id, for: one) { return true }
        }
        return false
    }

    /// An attempt to open a file. Its result stays the same as long as all other facts do.
    private struct Attempt: Hashable {
        let id: PlaceID
        let user: UInt32
        let busy: Set<PlaceID>
        let changes: Int
    }

    private func open(_ id: PlaceID, for one: Credentials) throws(Stop) -> Bool {
        let attempt = Attempt(id: id, user: one.user, busy: busy, changes: undo.count)
        guard !closed.contains(attempt) else { return false }
        if try openAnew(id, for: one) { return true }
        if undo.count == attempt.changes { closed.insert(attempt) }
        return false
    }

    /// Gives every user the most that a mode can allow on a file.
    private func openAnew(_ id: PlaceID, for one: Credentials) throws(Stop) -> Bool {
        guard stage.canOwn(tree[id]), busy.insert(id).inserted else { return false }
        defer { busy.remove(id) }
        var isChanged = try clearFlags(of: id)
        // The mode of a link has no effect, but its owner has.
        if tree[id].kind == .symbolicLink { return try takeOver(id, for: one) || isChanged }
        if try !canChangeMode(of: id) {
            guard try takeOver(id, for: one) else { return isChanged }
            isChanged = true
        }
        // If no mode helps, the owner may.
        if tree[id].mode == 0o777, !tree[id].hasList {
            return try takeOver(id, for: one) || isChanged
        }
        guard try canChangeMode(of: id) else { return isChanged }
        allowAll(id)
        return true
    }

    private func allowAll(_ id: PlaceID) {
        change(id) { $0.mode = 0o777 }
        tree.setList(nil, of: id)
        changes.append(tree.takesListAlone(id) ? .list(id) : .mode(id))
    }

    /// Returns whether an identity of the thread can reach a file and make a change to it.
    private func isMade(
        at id: PlaceID,
        _ change: (Credentials) throws(Stop) -> Void
    ) throws(Stop) -> Bool {
        let found = try identity { [tree] one in
            do throws(Stop) {
                try tree.pass(to: id, one)
                try change(one)
                return nil
            } catch {
                return error
            }
        }
        return found != nil
    }

    private func canChangeMode(of id: PlaceID) throws(Stop) -> Bool {
        try isMade(at: id) { (one) throws(Stop) in try tree.changePermissions(id, one) }
    }

    /// Changes the owner with CAP_CHOWN, if the thread cannot change the mode.
    private func takeOver(_ id: PlaceID, for one: Credentials) throws(Stop) -> Bool {
        guard stage.capabilities.contains(.chown), tree[id].uid != one.user else { return false }
        let isTaken = try isMade(at: id) { (other) throws(Stop) in
            try tree.changeOwner(id, to: one.user, other)
        }
        guard isTaken else { return false }
        change(id) { $0.uid = one.user }
        changes.append(.owner(id))
        return true
    }

    /// chattr(1) `-i -a`: requires ownership or CAP_FOWNER, and CAP_LINUX_IMMUTABLE. Before Linux 6.17 it also requires
    /// an open for reading, which a link has not; since then there is file_setattr(2).
    private func clearFlags(of id: PlaceID) throws(Stop) -> Bool {
        guard tree[id].isImmutable || tree[id].isAppendOnly, thread.namespace.isInitial,
            stage.capabilities.contains(.linuxImmutable)
        else { return false }
        let index = undo.count
        change(id) { ($0.isImmutable, $0.isAppendOnly) = (false, false) }
        guard try !canChangeFlags(of: id) else {
            changes.append(.flags(id))
            return true
        }
        undo.remove(at: index)()
        return false
    }

    /// The change takes ownership or CAP_FOWNER.
    private func canChangeFlags(of id: PlaceID) throws(Stop) -> Bool {
        let takesOpen = tree.settings.kernel < KernelVersion(6, 17)
        let isLink = tree[id].kind == .symbolicLink
        return try isMade(at: id) { (one) throws(Stop) in
            try isLink ? tree.changeFlagsOfLink(id, one) : tree.changeMode(id, one)
            if takesOpen { try tree.permit(.read, on: id, one) }
        }
    }

    /// chattr(1) `-P` of a directory that passes its project on, or `-p` of the file: requires ownership or CAP_FOWNER
    /// in the initial user namespace (fileattr_set_prepare, fs/file_attr.c).
    private func leaveProject(of directory: PlaceID, _ file: PlaceID) throws(Stop) -> Bool {
        guard thread.namespace.isInitial, let project = tree.knownProject(of: directory) else {
            return false
        }
        let changed = Project(
            id: project.id,
            isHandedDown: false,
            refusesLinks: project.refusesLinks
        )
        for id in [directory, file] where try canChangeFlags(of: id) {
            let before = tree.knownProject(of: id)
            undo.append { [tree] in tree.add(before, as: \.project, of: id) }
            tree.add(changed, as: \.project, of: id)
            changes.append(.project(id))
            return true
        }
        return false
    }

    /// Removes file capabilities with a chown(2) that changes no owner. Any user who reaches the file can do this.
    private func clearCapabilities(of id: PlaceID) throws(Stop) -> Bool {
        guard let program = tree.program(of: id), program.capabilities != nil else { return false }
        let areTaken = try isMade(at: id) { (one) throws(Stop) in try tree.changeNoOwner(id, one) }
        guard areTaken else { return false }
        undo.append { [tree] in tree.add(program, as: \.program, of: id) }
        var cleared = program
        cleared.capabilities = nil
        tree.add(cleared, as: \.program, of: id)
        changes.append(.capabilities(id))
        return true
    }
}
