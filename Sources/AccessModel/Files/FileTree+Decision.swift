import Kernel

extension FileTree {
    /// Decides as the kernel would: whether the call succeeds, and otherwise its first error.
    ///
    /// - Returns: The reason for a no; nil for a yes.
    package func refusal(of question: FileQuestion, for subject: Credentials) -> Stop? {
        do throws(Stop) {
            try decide(question, subject)
            return nil
        } catch {
            guard case .unknown(let unknown) = error, self[unknown.place].isImmutable,
                self[unknown.place].mayOnlySeemImmutable
            else { return error }
            return refusal(of: question, for: subject, unlessImmutable: unknown.place) ?? error
        }
    }

    /// Returns the refusal that stands even if a file is not immutable, or the facts that it needs.
    private func refusal(
        of question: FileQuestion,
        for subject: Credentials,
        unlessImmutable place: PlaceID
    ) -> Stop? {
        let traced = trace
        if traced != nil { trace = [] }
        update(place) { $0.isImmutable = false }
        defer { update(place) { $0.isImmutable = true } }
        switch refusal(of: question, for: subject) {
        case .refused(let refusal)?: return .refused(refusal)
        case .lacks(let facts)?: return .lacks(facts)
        case .unknown?, nil:
            trace = traced
            return nil
        }
    }

    /// Decides as ``refusal(of:for:)``, with a trace of its questions in the kernel's order. The trace of a refusal
    /// ends at the place that refuses.
    package func tracedRefusal(
        of question: FileQuestion,
        for subject: Credentials
    ) -> (stop: Stop?, trace: [TraceStep]) {
        trace = []
        defer { trace = nil }
        let stop = refusal(of: question, for: subject)
        if case .refused(let refusal) = stop, trace?.last?.place != refusal.place {
            trace?.append(
                refusal.cause == .missing ? .missing(refusal.place) : .object(refusal.place)
            )
        }
        return (stop, trace ?? [])
    }

    private func decide(_ question: FileQuestion, _ subject: Credentials) throws(Stop) {
        let path = question.path
        switch question.operation {
        case .create(let kind): try create(kind, path, subject)
        case .delete(let kind): try delete(kind, path, subject)
        case .rename(let new): try rename(path, to: new, subject)
        case .link(let new): try link(path, to: new, follow: question.follows, subject)
        case .open(let way): try open(path, way, question.follows, subject)
        case .list:
            let mode: WalkMode = question.follows ? .followToDirectory : .noFollowToDirectory
            try permitOpen(try reach(path, mode, subject), .read, subject)
        case .search:
            let mode: WalkMode = question.follows ? .followToDirectory : .noFollowToDirectory
            try permit(.execute, on: try reach(path, mode, subject), subject)
        case .stat: try wantFound(try reach(path, question.mode, subject), subject)
        case .readLink: try readLink(path, subject)
        case .access, .truncate, .execute, .changeMode, .changeOwner, .changeGroup, .touch,
            .setAttribute, .setList:
            try decide(question, on: try reach(path, question.mode, subject), subject)
        }
    }

    /// Decides about calls that look up one file and use it.
    private func decide(
        _ question: FileQuestion,
        on file: PlaceID,
        _ subject: Credentials
    ) throws(Stop) {
        switch question.operation {
        case .access(let wanted): try access(wanted, file, subject)
        case .truncate: try truncate(file, subject)
        case .execute(let directory):
            try execute(file, as: question.path, from: directory, subject)
        case .changeMode: try changeMode(file, subject)
        case .changeOwner(let uid): try changeOwner(file, to: uid, subject)
        case .changeGroup(let gid): try changeGroup(file, to: gid, subject)
        case .touch(let now): try touch(file, now: now, subject)
        case .setAttribute: try setAttribute(file, subject)
        case .setList: try setList(file, subject)
        case .create, .delete, .rename, .link, .open, .list, .search, .stat, .readLink: break
        }
    }

    private func readLink(_ path: [UInt8], _ subject: Credentials) throws(Stop) {
        let file = try reach(path, .noFollow, subject)
        guard self[file].kind == .symbolicLink else {
            throw .refused(Refusal(.notALink, .EINVAL, at: file))
        }
        // Magic links of a process require the right to trace it (proc_pid_readlink, fs/proc/base.c).
        guard details[Int(file.index)].target != nil else {
            throw .unknown(Unknown(.magicLink, at: file))
        }
    }
}

// Following a walk.
extension FileTree {
    /// Returns the file to which a path leads a subject.
    ///
    /// - Parameter start: The start of a relative path; nil is the root.
    func reach(
        _ path: [UInt8],
        from start: PlaceID? = nil,
        _ mode: WalkMode,
        _ subject: Credentials
    ) throws(Stop) -> PlaceID {
        let walk = try walk(path, from: start, mode)
        switch try go(walk, subject) {
        case .reached(let place):
            trace?.append(.object(place))
            return place
        case .name(_, let directory): throw .refused(Refusal(.missing, .ENOENT, at: directory))
        case .stopped(let stop): throw stop
        }
    }

    /// Returns the directory of a path's last name, and the name.
    func reachParent(
        _ path: [UInt8],
        _ subject: Credentials
    ) throws(Stop) -> (directory: PlaceID, last: LastName) {
        switch try go(try walk(path, .parent), subject) {
        case .name(let last, let directory): return (directory, last)
        case .reached(let place): return (place, LastName(kind: .root, bytes: [], hasSlash: false))
        case .stopped(let stop): throw stop
        }
    }

    /// Checks the permissions for each step of a walk.
    func go(_ walk: Walk, _ subject: Credentials) throws(Stop) -> Walk.End {
        for step in walk.steps {
            switch step {
            case .search(let directory): try permit(.execute, on: directory, subject)
            case .pass(let link): trace?.append(.link(link))
            case .follow(let link, let directory, let count):
                trace?.append(.link(link))
                try mayFollow(link, in: directory, after: count, subject)
            }
        }
        return walk.end
    }

    /// Returns the file that a name in a directory belongs to, below anything that is mounted there.
    func victim(_ last: LastName, in directory: PlaceID) throws(Stop) -> PlaceID? {
        guard last.bytes.count <= 255 else {
            throw .refused(Refusal(.nameTooLong, .ENAMETOOLONG, at: directory))
        }
        switch try entry(last.bytes, in: directory) {
        case .missing(let nothing):
            trace?.append(.missing(nothing))
            return nil
        case .unknown(let cause): throw .unknown(Unknown(cause, at: directory))
        case .place(let place):
            guard self[place].isMountRoot else { return place }
            switch details[Int(place.index)].covered {
            case .unread: throw .lacks(.covered(by: place))
            // A covered file that cannot be read cannot be removed either, since the name is busy. The mount's root
            // takes its place. It has the same kind, but may have another owner.
            case .unknown: return place
            case .known(let covered): return covered
            }
        }
    }

    /// Returns whether the file that a name belongs to is known, and not only the root of a mount over it.
    func isSeen(_ victim: PlaceID) -> Bool { !self[victim].isMountRoot }

    /// Marks a refusal by `check` as perhaps not the first, unless all victims are seen.
    func markingHidden(
        _ victims: PlaceID...,
        check: () throws(Stop) -> Void
    ) throws(Stop) {
        do throws(Stop) {
            try check()
        } catch .refused(var refusal) where !victims.allSatisfy(isSeen) {
            refusal.isFirst = false
            throw .refused(refusal)
        }
    }

    func missing(_ last: LastName, in directory: PlaceID) throws(Stop) -> Refusal {
        guard case .missing(let nothing) = try entry(last.bytes, in: directory) else {
            return Refusal(.missing, .ENOENT, at: directory)
        }
        return Refusal(.missing, .ENOENT, at: nothing)
    }

    /// Returns whether something is mounted on a name.
    func isMountPoint(_ last: LastName, in directory: PlaceID) throws(Stop) -> Bool {
        guard case .place(let place) = try entry(last.bytes, in: directory) else { return false }
        if self[place].isMountRoot { return true }
        switch details[Int(place.index)].isMountPoint {
        case .unread: throw .lacks(.mountPoint(place))
        case .known(let isMountPoint): return isMountPoint
        case .unknown(let cause): throw .unknown(Unknown(cause, at: place))
        }
    }
}
