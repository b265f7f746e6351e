import Kernel

/// Looks for steps by which a thread could use a file, and tries each on the facts.
///
/// Whoever may change the mode of a file makes it `0777` without an access list: no other mode allows
/// more, to any user. So one change of each file is enough to try.
final class FileReachSearch {
    /// How many identities are tried for one step: a step for which there are more has no answer.
    private static let identityLimit = 64
    /// How many steps are tried in all: what takes more has no answer.
    private static let stepLimit = 10_000

    private let tree: FileTree
    private let thread: ReachingThread
    private let question: FileQuestion
    private let setsGroups: Bool
    private var stage: Reach.Stage
    /// The files that are being changed, so that no change waits for itself.
    private var busy: Set<PlaceID> = []
    /// What could not be opened, and would not be the next time either.
    private var closed: Set<Attempt> = []
    private var stepCount = 0
    private var changes: [FileReachWay.Change] = []
    /// What makes the facts as they were before, change by change.
    private var undo: [() -> Void] = []
    private var unknown: Unknown?
    /// Whether some identity passes all permissions and is refused by the file itself.
    private var isRefusedOtherwise = false

    /// - Parameter setsGroups: Whether the thread may call setgroups(2) where it has CAP_SETGID.
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
        restore()
        changes = []
        if stages.count > 1, let way = try way(stages, preparing: true) { return .may(way) }
        if let unknown { return .unknown(unknown) }
        return isRefusedOtherwise ? .never : .no
    }

    /// - Parameter preparing: Whether a stage changes all that it can before it is left: what a later one meets
    ///   may be an earlier one's to change.
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

    /// Lets every user do with the files that were met whatever a mode can allow, where it is the stage's to change.
    private func prepare() throws(Stop) {
        for index in tree.places.indices {
            let id = PlaceID(index: Int32(index))
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

    // MARK: - Who makes a step

    /// What the thread can be for a step to succeed, perhaps after changes; nil where there is nothing.
    private func identity(
        for step: (Credentials) -> Stop?
    ) throws(Stop) -> Credentials? {
        if let found = try identity(for: step, changing: false) { return found }
        return try identity(for: step, changing: true)
    }

    /// - Parameter changing: Whether files may be changed for it, which is not tried before it is needed.
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

    // MARK: - What is changed

    /// - Returns: Whether something was changed, so that the step is to be tried again.
    private func change(what refusal: Refusal, for one: Credentials) throws(Stop) -> Bool {
        if refusal.cause == .fileCapabilities { return try clearCapabilities(of: refusal.place) }
        for id in tree.places(refusedBy: refusal) {
            if try open(id, for: one) { return true }
        }
        return false
    }

    /// An attempt to open a file, which comes out the same as long as all else is as it was.
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

    /// Lets every user do with a file whatever a mode can allow.
    private func openAnew(_ id: PlaceID, for one: Credentials) throws(Stop) -> Bool {
        guard stage.canOwn(tree[id]), busy.insert(id).inserted else { return false }
        defer { busy.remove(id) }
        // A link has no mode that counts, but an owner.
        if tree[id].kind == .symbolicLink { return try takeOver(id, for: one) }
        var isChanged = try clearFlags(of: id)
        if try !canChangeMode(of: id) {
            guard try takeOver(id, for: one) else { return isChanged }
            isChanged = true
        }
        // Where no mode helps, it may be the owner that counts.
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

    /// Whether somebody that the thread can be comes to a file and makes a change of it.
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

    /// By CAP_CHOWN, where the mode is not the thread's to change.
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

    /// chattr(1) `-i -a`: as the owner or with CAP_FOWNER, and with CAP_LINUX_IMMUTABLE. Before Linux 6.17
    /// it takes an open for reading too.
    private func clearFlags(of id: PlaceID) throws(Stop) -> Bool {
        guard tree[id].isImmutable || tree[id].isAppendOnly, thread.namespace.isInitial,
            stage.capabilities.contains(.linuxImmutable)
        else { return false }
        let index = undo.count
        change(id) { ($0.isImmutable, $0.isAppendOnly) = (false, false) }
        let takesOpen = tree.settings.kernel < KernelVersion(6, 17)
        let areCleared = try isMade(at: id) { (one) throws(Stop) in
            try tree.changeMode(id, one)
            if takesOpen { try tree.permit(.read, on: id, one) }
        }
        guard !areCleared else {
            changes.append(.flags(id))
            return true
        }
        undo.remove(at: index)()
        return false
    }

    /// Whoever comes to a file takes its capabilities away by a chown(2) that changes no owner.
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
