package import Kernel

extension FileTree {
    /// Returns proven changes that turn a yes into a refusal, which the subject cannot undo by itself. Those that take
    /// little else come first.
    ///
    /// Only the last permission is taken: that on the file, or on the directory of its name. The owner of a file could
    /// give it back, and a kernel capability does not need it, so there may be no change.
    ///
    /// - Parameter reach: What the subject can gain by itself; nil for a user, from whose credentials it follows. A
    ///   process keeps its groups, so that no change of them prevents anything.
    /// - Throws: Only ``Stop/lacks(_:)``: a further fact that a proof needs.
    package func preventions(
        of question: FileQuestion,
        for subject: Credentials,
        _ reach: Reach?
    ) throws(Stop) -> [ProvenRemedy] {
        let (stop, trace) = tracedRefusal(of: question, for: subject)
        guard stop == nil else { return [] }
        for case .permission(let wanted, let id) in trace.reversed() {
            var proven: [ProvenRemedy] = []
            for changes in takings(of: wanted, on: id, from: subject) {
                if reach != nil, case .leave? = changes.first { continue }
                if try isPrevented(question, for: subject, reach, by: changes, of: id) {
                    proven.append(ProvenRemedy(changes: changes))
                }
            }
            return proven
        }
        return []
    }

    /// Returns the changes that could take a permission from a subject: from this user alone, from a group by leaving
    /// it, and from a class of the mode.
    private func takings(
        of wanted: Permissions,
        on id: PlaceID,
        from subject: Credentials
    ) -> [[Change]] {
        let (place, list) = (self[id], list(of: id))
        // Each of the permissions is needed. The rarest is the one to take.
        let order: [Permissions] = [.write, .read, .execute]
        guard place.permissionRule == .generic,
            let taken = order.first(where: { wanted.isSuperset(of: $0) })
        else { return [] }
        let (permissionClass, _) = place.classThatCounts(taken, list, subject)
        guard permissionClass != .owner else { return [] }
        let mode = Change.modeWithout(id, permissionClass.modeClass, taken)
        let kept = Permissions.each.filter {
            $0 != taken && place.classThatCounts($0, list, subject).1.contains($0)
        }
        let entry = Change.restrictingEntry(id, kept.reduce([]) { $0.union($1) })
        let givesMore = isMaskRaised(on: id, forEntryOf: subject.user)
        let groups = groupsThatMay(taken, on: id).filter { subject.groups.contains($0) }
        let leaving = groups.contains(subject.group) ? [] : groups.map { Change.leave(group: $0) }
        return [givesMore ? [] : [entry], leaving, [mode]].filter { !$0.isEmpty }
    }

    private func isPrevented(
        _ question: FileQuestion,
        for subject: Credentials,
        _ reach: Reach?,
        by changes: [Change],
        of id: PlaceID
    ) throws(Stop) -> Bool {
        guard canBeMade(changes, for: subject) else { return false }
        let found = after(changes, for: subject) { changed in
            Result { () throws(Stop) in
                // The kernel ignores a list with an empty mask, and what the list takes from others too.
                if list(of: id) != nil, self[id].mode & 0o070 == 0 { return false }
                switch refusal(of: question, for: changed) {
                case nil, .unknown: return false
                case .lacks(let fact): throw .lacks(fact)
                case .refused(let refusal):
                    let reach = reach ?? Reach(ReachingThread(changed))
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
