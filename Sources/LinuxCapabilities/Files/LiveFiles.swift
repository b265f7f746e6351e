import LinuxSystem

/// The files of this machine.
///
/// A look can block on a dead file system, so that it runs on a bounded thread; unless the way there
/// is in the kernel's caches and the file on this machine, where nobody need be asked.
struct LiveFiles: FileProbe {
    func look(at path: String, for mode: AccessMode, follow: Bool) async throws -> FileLook {
        try await judge(path, mode, follow: follow, keeping: false).look
    }

    func hold(at path: String, for mode: AccessMode, follow: Bool) async throws -> HeldLook {
        try await judge(path, mode, follow: follow, keeping: true)
    }

    /// - Parameter keeping: Whether an object that may be used stays open.
    private func judge(
        _ path: String,
        _ mode: AccessMode,
        follow: Bool,
        keeping: Bool
    ) async throws -> HeldLook {
        if let found = cached(path, mode, follow: follow, keeping: keeping) { return found }
        return try await BlockingThreads.shared.runAsCaller(path) {
            do throws(SystemError) {
                let place = try FileCalls.openPlace(path, follow: follow)
                let file = try FileCalls.facts(of: place, at: path)
                let mount = try FileCalls.mount(of: place, at: path)
                let refusal = FileCalls.refusal(of: mode, for: place)
                let look = FileLook.reached(file, mount, refusal: refusal)
                guard keeping, refusal == nil else { return HeldLook(look) }
                return HeldLook(look, holding: JudgedFile(place, file.kind))
            } catch {
                return HeldLook(.stopped(error))
            }
        }
    }

    private func cached(
        _ path: String,
        _ mode: AccessMode,
        follow: Bool,
        keeping: Bool
    ) -> HeldLook? {
        do throws(SystemError) {
            guard let place = try FileCalls.openCachedPlace(path, follow: follow),
                let found = FileCalls.localFacts(of: place)
            else { return nil }
            let refusal = FileCalls.refusal(of: mode, for: place)
            let look = FileLook.reached(found.file, found.mount, refusal: refusal)
            guard keeping, refusal == nil else { return HeldLook(look) }
            return HeldLook(look, holding: JudgedFile(place, found.file.kind))
        } catch {
            return HeldLook(.stopped(error))
        }
    }

    func walk(_ path: String, follow: Bool) async throws -> WalkFacts {
        try await BlockingThreads.shared.runAsCaller(path) {
            let subject = try ProcessCalls.ownCredentials()
            var facts = WalkFacts(
                walk: PathWalk(path, follow: follow),
                user: subject.fileSystemUser,
                group: subject.fileSystemGroup,
                groups: subject.groups,
                effective: subject.capabilities.effective
            )
            facts.nameEveryone()
            return facts
        }
    }
}

extension WalkFacts {
    /// A name that cannot be found stays a number: evidence must not fail for want of a name.
    fileprivate mutating func nameEveryone() {
        var users: Set<UInt32> = [user]
        var groups: Set<UInt32> = []
        for step in walk.steps {
            users.insert(step.facts.uid)
            groups.insert(step.facts.gid)
            for entry in step.list?.entries ?? [] {
                if entry.tag == .user { users.insert(entry.id) }
                if entry.tag == .group { groups.insert(entry.id) }
            }
        }
        for uid in users { userNames[uid] = (try? Accounts.user(numbered: uid))?.name }
        for gid in groups { groupNames[gid] = try? Accounts.groupName(gid) }
    }
}
