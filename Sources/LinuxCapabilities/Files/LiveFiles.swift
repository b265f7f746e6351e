import AccessModel
import LinuxSystem

/// The files of this machine.
///
/// A look can block on a dead file system, so that it runs on a bounded thread; unless the way there
/// is in the kernel's caches and the file on this machine, where nobody need be asked.
struct LiveFiles: FileProbe {
    func look(at path: String, for mode: AccessMode, follow: Bool) async throws -> FileLook? {
        try await judge(path, mode, follow: follow, keeping: false).look
    }

    func hold(at path: String, for mode: AccessMode, follow: Bool) async throws -> HeldLook? {
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

    func judge(_ inquiry: FileInquiry) async throws -> FileJudgement {
        try await BlockingThreads.shared.runAsCaller(inquiry.path) {
            let source = try LiveFileTree(forSelf: true)
            return source.judgement(of: inquiry, for: try Credentials.ofThisThread()) {
                users,
                groups in
                IDNames.live(users: users, groups: groups)
            }
        }
    }

    var securityModules: [String] { SecurityModules.active }
}

extension Credentials {
    /// Ids as this process' user namespace shows them, which is what the facts about files have too.
    static func ofThisThread() throws -> Credentials {
        let own = try ProcessCalls.ownCredentials()
        return Credentials(
            user: own.fileSystemUser,
            group: own.fileSystemGroup,
            groups: own.groups,
            effective: KernelCapabilitySet(mask: own.capabilities.effective),
            bounding: KernelCapabilitySet(mask: own.capabilities.bounding),
            namespace: .initial
        )
    }
}
