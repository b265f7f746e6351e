import Kernel

extension FileTree {
    /// Returns proven changes that turn a yes into a refusal, which the subject cannot undo by itself. The one that takes
    /// less comes first.
    ///
    /// Each takes a permission on the file of the question, or on the directory of its last name. There is none for what
    /// takes no such permission, as stat(2), for what the owner of the file could give back, or if the subject may
    /// replace a name on the way. A subject with kernel capabilities, or with other ids that it could take, has too many
    /// ways, and an idmapped mount shows files that are elsewhere too.
    ///
    /// A subject can leave its groups, with a program that sets the group. Each proof is repeated without them.
    ///
    /// - Parameter reach: What the subject can gain by itself.
    /// - Throws: Only ``Stop/lacks(_:)``: a further fact that a proof needs.
    package func preventions(
        of question: FileQuestion,
        for subject: Credentials,
        _ reach: Reach
    ) throws(Stop) -> [ProvenRemedy] {
        let (stop, trace) = tracedRefusal(of: question, for: subject)
        guard stop == nil, reach.onlyStage?.capabilities.isEmpty == true,
            let (wanted, id) = decisivePermission(of: question, trace)
        else { return [] }
        let subjects = [subject, subject.becoming(subject.user, in: nil)]
        for place in trace.map(\.place) {
            if mount(of: place).users != nil { return [] }
            for one in subjects where try mayReplace(place, one) { return [] }
        }
        var proven: [ProvenRemedy] = []
        for change in takings(of: wanted, on: id, from: subject) {
            var isPrevented = true
            for one in subjects where isPrevented {
                isPrevented = try self.isPrevented(question, for: one, reach, by: change, of: id)
            }
            if isPrevented { proven.append(ProvenRemedy(changes: [change])) }
        }
        return proven
    }

    /// Returns the permission that the question is about, and not those of the way or of an interpreter.
    private func decisivePermission(
        of question: FileQuestion,
        _ trace: [TraceStep]
    ) -> (Permissions, PlaceID)? {
        var object: PlaceID?
        switch question.operation {
        case .create, .delete, .rename, .link: break
        case .access, .open, .truncate, .execute, .search, .list, .touch, .setAttribute:
            for case .object(let id) in trace {
                object = id
                break
            }
        case .stat, .readLink, .changeMode, .changeOwner, .changeGroup, .setList: return nil
        }
        for case .permission(let wanted, let id) in trace.reversed()
        where object.map({ $0 == id }) ?? wanted.contains(.write) {
            return (wanted, id)
        }
        return nil
    }

    /// Returns whether a user may rename or delete a file or a directory above it, and put another in its place.
    private func mayReplace(_ id: PlaceID, _ user: Credentials) throws(Stop) -> Bool {
        var current = id
        while current != root {
            let above = parent(of: current)
            defer { current = above }
            // The name of a mount point is busy.
            guard !self[current].isMountRoot else { continue }
            // The owner may give the permission to itself.
            if self[above].isOwned(by: user) { return true }
            let isDirectory = self[current].kind == .directory
            do throws(Stop) {
                try mayDelete(current, in: above, asDirectory: isDirectory, user)
                return true
            } catch .refused {
                continue
            } catch .unknown {
                return true
            }
        }
        return false
    }

    /// Returns the changes that could take a permission from a subject: from this user alone, and from a class of the
    /// mode.
    private func takings(
        of wanted: Permissions,
        on id: PlaceID,
        from subject: Credentials
    ) -> [Change] {
        let (place, list) = (self[id], list(of: id))
        // Each of the permissions is needed. The rarest is the one to take.
        let order: [Permissions] = [.write, .read, .execute]
        guard place.permissionRule == .generic,
            let taken = order.first(where: { wanted.isSuperset(of: $0) })
        else { return [] }
        let (permissionClass, _) = place.classThatCounts(taken, list, subject)
        guard permissionClass != .owner else { return [] }
        let kept = Permissions.each.filter {
            $0 != taken && place.classThatCounts($0, list, subject).1.contains($0)
        }
        let all = kept.reduce(Permissions()) { $0.union($1) }
        // Several groups may grant what no one of them grants together.
        let isHeld = place.classThatCounts(all, list, subject).1.isSuperset(of: all)
        let isListIgnored = list != nil && place.mode & 0o070 == 0
        let takesOnlyThis =
            isHeld && !isListIgnored && !isMaskRaised(on: id, forEntryOf: subject.user)
        let entry = Change.restrictingEntry(id, all, taking: taken)
        let mode = Change.modeWithout(id, permissionClass.modeClass, taken)
        // All users share `/tmp` and `/dev/null`.
        let isShared = place.mode & 0o1002 == 0o1002 || place.kind.isSpecial
        return (takesOnlyThis ? [entry] : []) + (isShared ? [] : [mode])
    }

    private func isPrevented(
        _ question: FileQuestion,
        for subject: Credentials,
        _ reach: Reach,
        by change: Change,
        of id: PlaceID
    ) throws(Stop) -> Bool {
        guard try canBeMade([change], for: subject) else { return false }
        let found = after([change], for: subject) { subject in
            Result { () throws(Stop) in
                // The kernel ignores a list with an empty mask, and what the list takes from others too.
                if list(of: id) != nil, self[id].mode & 0o070 == 0 { return false }
                switch refusal(of: question, for: subject) {
                case nil, .unknown: return false
                case .lacks(let fact): throw .lacks(fact)
                case .refused(let refusal):
                    switch try byItself(question, after: refusal, reach) {
                    case .no, .never: return true
                    case .may, .unknown: return false
                    }
                }
            }
        }
        return try found.get()
    }
}
