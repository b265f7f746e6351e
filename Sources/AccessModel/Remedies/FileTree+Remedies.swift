package import Kernel

extension FileTree {
    /// The maximum number of files that one remedy may change.
    private static let changeLimit = 4
    /// The number of groups that are tried, in the order of the access list. A list may have thousands.
    private static let mostGroups = 16
    /// The number of further refusals that are shown after the first.
    private static let mostRefusals = 16

    /// Returns proven changes that turn a refusal into a yes. Those that allow little else come first.
    ///
    /// - Parameter others: Further questions that must also be a yes with a remedy.
    /// - Throws: Only ``Stop/lacks(_:)``: a fact beyond the refusal that a proof needs.
    package func remedies(
        of refusal: Refusal,
        in question: FileQuestion,
        and others: [FileQuestion] = [],
        for subject: Credentials
    ) throws(Stop) -> [ProvenRemedy] {
        let questions = [question] + others
        var proven: [ProvenRemedy] = []
        for changes in try beginnings(refusal, in: questions, for: subject) {
            // If the narrower capability suffices, the broader one is not shown.
            let hasLesser = proven.last?.changes.last == .capability(.dacReadSearch)
            if changes.last == .capability(.dacOverride), hasLesser { continue }
            if let remedy = try self.proven(changes, in: questions, for: subject) {
                proven.append(remedy)
            }
        }
        return Breadth.allCases.flatMap { breadth in proven.filter { $0.breadth == breadth } }
    }

    /// Returns the refusals on the way after one of a search, each found as if those before were lifted, and the trace of
    /// the last decision. The kernel stops at the first refusal.
    ///
    /// - Throws: Only ``Stop/lacks(_:)``.
    package func refusals(
        after first: Refusal,
        of question: FileQuestion,
        for subject: Credentials
    ) throws(Stop) -> (refusals: [Refusal], trace: [TraceStep]) {
        var (further, last) = ([Refusal](), first)
        var changes: [Change] = []
        var trace: [TraceStep] = []
        while further.count < Self.mostRefusals, last.isOfSearch,
            self[last.place].kind == .directory,
            let change = permissionChanges(last, subject).first
        {
            changes.append(change)
            let found = after(changes, for: subject) { tracedRefusal(of: question, for: $0) }
            trace = found.trace
            switch found.stop {
            case .refused(let next) where next.place != last.place:
                further.append(next)
                last = next
            case .lacks(let fact): throw .lacks(fact)
            case nil, .refused, .unknown: return (further, trace)
            }
        }
        return (further, trace)
    }

    /// Returns the changes that a remedy can begin with. If flags of a mount or a file refuse before its permissions
    /// do, each remedy begins with their removal.
    private func beginnings(
        _ refusal: Refusal,
        in questions: [FileQuestion],
        for subject: Credentials
    ) throws(Stop) -> [[Change]] {
        var refusal = refusal
        var flags: [Change] = []
        while flags.count < Self.changeLimit,
            let removal = candidates(for: refusal, subject).first, removal.removesFlags
        {
            guard let more = flags.adding(removal) else { return [] }
            flags = more
            switch self.refusal(of: questions, for: subject, after: flags) {
            case .refused(let next): refusal = next
            case .lacks(let fact): throw .lacks(fact)
            case nil, .unknown: return [flags]
            }
        }
        return candidates(for: refusal, subject).compactMap { flags.adding($0) }
    }

    /// Proves a remedy. If a change leads to the next refusal, a similar change for that one is added to the remedy, or
    /// the removal of the flags that refuse.
    private func proven(
        _ beginning: [Change],
        in questions: [FileQuestion],
        for subject: Credentials
    ) throws(Stop) -> ProvenRemedy? {
        guard let first = beginning.last else { return nil }
        var changes = beginning
        while changes.count <= Self.changeLimit {
            switch self.refusal(of: questions, for: subject, after: changes) {
            case nil:
                guard try canBeMade(changes, for: subject) else { return nil }
                if case .become(let user) = first,
                    try !isWhateverGroups(questions, for: subject, as: user, after: changes)
                {
                    return nil
                }
                return ProvenRemedy(changes: changes)
            case .refused(let next):
                let fitting = candidates(for: next, subject).filter {
                    $0.isLike(first) || $0.removesFlags
                }
                guard let more = fitting.lazy.compactMap({ changes.adding($0) }).first else {
                    return nil
                }
                changes = more
            case .unknown: return nil
            case .lacks(let fact): throw .lacks(fact)
            }
        }
        return nil
    }

    /// Returns whether another user is allowed with any groups. The user's groups are not known here, so the decision
    /// is repeated with each group that a file or a list names.
    private func isWhateverGroups(
        _ questions: [FileQuestion],
        for subject: Credentials,
        as user: UInt32,
        after changes: [Change]
    ) throws(Stop) -> Bool {
        var groups = Set(places.map(\.gid))
        for entry in details.lazy.compactMap(\.list).joined() {
            if case .group(let gid) = entry.tag { groups.insert(gid) }
        }
        for group in groups.sorted() where group != noID {
            let member = subject.becoming(user, in: group)
            switch refusal(of: questions, for: member, after: changes.filter(\.removesFlags)) {
            case nil: continue
            case .lacks(let fact): throw .lacks(fact)
            case .refused, .unknown: return false
            }
        }
        return true
    }

    private func candidates(for refusal: Refusal, _ subject: Credentials) -> [Change] {
        let id = refusal.place
        return switch refusal.cause {
        case .permissionRefused: permissionChanges(refusal, subject)
        case .immutable: [.notImmutable(id)]
        case .appendOnly: [.notAppendOnly(id)]
        case .readOnlyMount: [.mount(id, without: .readOnly)]
        case .readOnlyFileSystem: [.mount(id, without: [.readOnly, .superblockReadOnly])]
        case .noExecMount: [.mount(id, without: .noExec)]
        case .noDevMount: [.mount(id, without: .noDev)]
        case .noSymlinkFollow: [.mount(id, without: .noSymlinkFollow)]
        case .sticky: stickyChanges(id, subject) + [.capability(.fowner)]
        case .notOwner, .protectedHardlink: [.capability(.fowner)]
        case .needsChown: [.capability(.chown)]
        case .needsMknod: [.capability(.mknod)]
        case .missing, .notADirectory, .linkLoop, .nameTooLong, .pathTooLong, .protectedSymlink,
            .unmappedOwner, .hiddenProcess, .activeSwap, .encrypted, .verity, .readOnlyUpper,
            .readOnlySubvolume, .stickyProtected, .unmappedSubject, .unmappedArgument, .listOnLink,
            .attributeKind, .isADirectory, .isALink, .isASocket, .notALink, .notRegular, .exists,
            .notEmpty, .isAMountPoint, .otherMount, .otherSubvolume, .otherProject,
            .lowerDirectory, .isASubvolume, .intoItself, .containsSource, .lastIsDots,
            .trailingSlash, .directoryLink, .notExecutableKind, .unknownFormat, .interpreterLoop,
            .fileCapabilities, .noSuchOperation:
            []
        }
    }

    /// Only the owners of a file and of its sticky directory may remove the file. The user root is not proposed, since
    /// it allows more than any kernel capability.
    private func stickyChanges(_ file: PlaceID, _ subject: Credentials) -> [Change] {
        var owners: [UInt32] = []
        for place in [self[file], self[parent(of: file)]] {
            let isKnown = place.uid != noID && place.uid != foreignID && !place.hasAmbiguousOwner
            let isOther = place.uid != 0 && subject.namespace.users.contains(outside: place.uid)
            if isKnown, isOther, !owners.contains(place.uid) { owners.append(place.uid) }
        }
        return [.owner(file)] + owners.map { .become(user: $0) }
    }

    /// An entry for this user on this file allows less than a group, whose other members' rights come with it.
    private func permissionChanges(_ refusal: Refusal, _ subject: Credentials) -> [Change] {
        let id = refusal.place
        let place = self[id]
        let list = list(of: id)
        let wanted = refusal.wanted
        guard place.permissionRule == .generic else { return [] }
        let capabilities: [Change] = [.capability(.dacReadSearch), .capability(.dacOverride)]
        let (permissionClass, granted) = place.classThatCounts(wanted, list, subject)
        let mode = Change.mode(id, permissionClass.modeClass, wanted.subtracting(granted))
        guard permissionClass != .owner else { return [mode] + capabilities }
        let held = Permissions.each.filter {
            place.classThatCounts($0, list, subject).1.contains($0)
        }
        let entry = Change.listEntry(id, held.reduce(wanted) { $0.union($1) })
        let groups = groupsThatMay(wanted, on: id).prefix(Self.mostGroups)
            .map { Change.join(group: $0) }
        // The group bits are the mask of the list. If all are clear, the kernel ignores the list.
        let hasIgnoredList = list != nil && place.mode & 0o070 == 0
        let mask = Change.mode(id, .group, wanted)
        let modes = hasIgnoredList && mask != mode ? [mask, mode] : [mode]
        return [entry] + groups + modes + capabilities
    }

    /// Returns the groups whose members are allowed, the file's own group first, each once.
    package func groupsThatMay(_ wanted: Permissions, on id: PlaceID) -> [UInt32] {
        let place = self[id]
        guard let list = list(of: id), place.mode & 0o070 != 0 else {
            let may = place.permissions(shift: 3).isSuperset(of: wanted)
            return may && place.gid != noID ? [place.gid] : []
        }
        // A list may have thousands of entries.
        var seen: Set<UInt32> = []
        return list.compactMap { entry in
            guard entry.permissions.isSuperset(of: wanted) else { return nil }
            return switch entry.tag {
            case .owningGroup where place.gid != noID && seen.insert(place.gid).inserted: place.gid
            case .group(let gid) where seen.insert(gid).inserted: gid
            default: nil
            }
        }
    }
}

extension Refusal {
    fileprivate var isOfSearch: Bool { cause == .permissionRefused && wanted == .execute }
}

/// The breadth of a remedy. Root's group allows more than a change of one file.
private enum Breadth: CaseIterable { case file, user, rootGroup, host }

extension ProvenRemedy {
    fileprivate var breadth: Breadth {
        if case .capability? = changes.last { return .host }
        if case .become? = changes.last { return .user }
        return changes.contains(.join(group: 0)) ? .rootGroup : .file
    }
}

extension Permissions {
    static let each: [Permissions] = [.read, .write, .execute]
}

extension PermissionClass {
    /// The class of the mode whose bits, or whose mask, limit this one.
    var modeClass: ModeClass {
        switch self {
        case .owner: .owner
        case .group, .listUser, .listOwningGroup, .listGroup: .group
        case .other, .listOther: .others
        }
    }
}

extension [Change] {
    /// Returns the changes with one more, or with an extended one for the same file; nil if the change is already
    /// included. Flags are removed first, because they also refuse the other changes: those of a mount before those of a
    /// file.
    fileprivate func adding(_ change: Change) -> [Change]? {
        for index in indices {
            guard let both = self[index].joined(with: change) else { continue }
            guard both != self[index] else { return nil }
            var changes = self
            changes[index] = both
            return changes
        }
        let later = firstIndex { $0.order > change.order } ?? endIndex
        return self[..<later] + [change] + self[later...]
    }
}

extension Change {
    /// The place of the change in a remedy.
    fileprivate var order: Int {
        switch self {
        case .mount: 0
        case .notImmutable, .notAppendOnly: 1
        case .join, .become, .owner, .listEntry, .mode, .capability, .restrictingEntry,
            .modeWithout:
            2
        }
    }

    /// True for the removal of flags of a mount or of a file, which refuse whatever the permissions are.
    fileprivate var removesFlags: Bool { order < 2 }

    /// Returns a single change that has both effects, or nil if there is none.
    fileprivate func joined(with other: Change) -> Change? {
        switch (self, other) {
        case (.listEntry(let id, let one), .listEntry(let other, let more)) where id == other:
            .listEntry(id, one.union(more))
        case (.mode(let id, let kind, let one), .mode(let other, let otherKind, let more))
        where id == other && kind == otherKind:
            .mode(id, kind, one.union(more))
        default: self == other ? self : nil
        }
    }
}

extension Change {
    /// Returns whether both are of one kind, and can form one remedy.
    fileprivate func isLike(_ other: Change) -> Bool {
        switch (self, other) {
        case (.join, .join), (.owner, .owner), (.listEntry, .listEntry), (.mode, .mode): true
        default: false
        }
    }
}
