import LinuxSystem

/// The files of this machine.
///
/// A look can block on a dead file system, so that it runs on a bounded thread; unless the way there
/// is in the kernel's caches and the file on this machine, where nobody need be asked.
struct LiveFiles: FileProbe {
    func look(at path: String, for mode: AccessMode, follow: Bool) async throws -> FileLook {
        if let found = cachedLook(at: path, for: mode, follow: follow) { return found }
        return try await BlockingThreads.shared.runAsCaller(path) {
            do throws(SystemError) {
                let file = try FileCalls.openPlace(path, follow: follow)
                return .reached(
                    try FileCalls.facts(of: file, at: path),
                    try FileCalls.mount(of: file, at: path),
                    refusal: FileCalls.refusal(of: mode, for: file)
                )
            } catch {
                return .stopped(error)
            }
        }
    }

    private func cachedLook(at path: String, for mode: AccessMode, follow: Bool) -> FileLook? {
        do throws(SystemError) {
            guard let file = try FileCalls.openCachedPlace(path, follow: follow),
                let found = FileCalls.localFacts(of: file)
            else { return nil }
            let refusal = FileCalls.refusal(of: mode, for: file)
            return .reached(found.file, found.mount, refusal: refusal)
        } catch {
            return .stopped(error)
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
