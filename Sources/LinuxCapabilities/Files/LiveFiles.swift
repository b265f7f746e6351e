import AccessModel
import Kernel
import LinuxSystem

/// The files of this machine.
///
/// A look can block on a dead file system, so that it runs on a bounded thread; unless the way there
/// is in the kernel's caches and the file on this machine, where nobody need be asked.
struct LiveFiles: FileProbe {
    func look(
        at path: String,
        for mode: Permissions,
        follow: Bool,
        keeping: Bool
    ) async throws -> HeldLook? {
        if let found = cached(path, mode, follow: follow, keeping: keeping) { return found }
        return try await BlockingThreads.shared.runAsCaller(path) {
            do throws(SystemError) {
                let place = try FileCalls.openMountedPlace(path, follow: follow)
                let file = try FileCalls.facts(of: place, at: path)
                let refusal = FileCalls.refusal(of: mode, for: place)
                let look = FileLook.reached(file, refusal: refusal)
                let opensFreely = FileCalls.localFile(place)?.opensFreely ?? false
                guard keeping, refusal == nil else {
                    return HeldLook(look, opensFreely: opensFreely)
                }
                let judged = JudgedFile(place, file.kind)
                return HeldLook(look, holding: judged, opensFreely: opensFreely)
            } catch {
                return HeldLook(.stopped(error))
            }
        }
    }

    private func cached(
        _ path: String,
        _ mode: Permissions,
        follow: Bool,
        keeping: Bool
    ) -> HeldLook? {
        do throws(SystemError) {
            guard let place = try FileCalls.openCachedPlace(path, follow: follow),
                let file = FileCalls.localFile(place)
            else { return nil }
            let refusal = FileCalls.localRefusal(of: mode, for: place)
            let look = FileLook.reached(file.facts, refusal: refusal)
            let opensFreely = file.opensFreely
            guard keeping, refusal == nil else {
                return HeldLook(look, isAtHand: true, opensFreely: opensFreely)
            }
            let judged = JudgedFile(place, file.facts.kind)
            return HeldLook(look, holding: judged, isAtHand: true, opensFreely: opensFreely)
        } catch {
            return HeldLook(.stopped(error))
        }
    }

    /// A yes has no names in it, which the name service would have to be waited for.
    func judge(_ inquiry: FileInquiry, after look: HeldLook?) async throws -> FileJudgement {
        let kernelAgrees = look.map { $0.look.refusal == nil } ?? false
        // A program is opened and read, which fanotify(7) may hold.
        let mayWait = look?.isAtHand != true || inquiry.action == .execute
        if kernelAgrees, !mayWait, try Self.isPermitted(inquiry) { return Self.agreed }
        return try await BlockingThreads.shared.runAsCaller(inquiry.path) {
            let source = try LiveFileTree(forSelf: true)
            let own = SubjectCredentials(try ProcessCalls.ownCredentials())
            let namespace = try UserNamespaces.own()
            let subject = Credentials(own, in: nil, from: namespace)
            if kernelAgrees, source.refusal(of: inquiry.question, for: subject) == nil {
                return Self.agreed
            }
            return source.judgement(
                of: inquiry,
                for: subject,
                own.reach(in: nil, from: namespace),
                names: IDNames.live
            )
        }
    }

    private static var agreed: FileJudgement {
        FileJudgement(.yes, access: .yes, message: "the kernel and its rules agree")
    }

    /// Whether the rules say so, for the calling thread.
    static func isPermitted(_ inquiry: FileInquiry) throws(SystemError) -> Bool {
        let source = try LiveFileTree(forSelf: true)
        return source.refusal(of: inquiry.question, for: try .ofThisThread()) == nil
    }

    func machineID(seenBy subject: SubjectIdentity?) async throws -> MachineID? {
        try await BlockingThreads.shared.runAsCaller(MachineID.path) {
            try MachineID.found(byProcess: subject?.place?.pid)
        }
    }

    var securityModules: [String] { SecurityModules.active }
}

extension Credentials {
    /// Ids as this process' user namespace shows them, which is what the facts about files have too.
    static func ofThisThread() throws(SystemError) -> Credentials {
        let own = try ProcessCalls.ownCredentials()
        return Credentials(
            user: own.user.fileSystem,
            group: own.group.fileSystem,
            groups: own.groups,
            effectiveUser: own.user.effective,
            effectiveGroup: own.group.effective,
            effective: own.capabilities.effective,
            inheritable: own.capabilities.inheritable,
            bounding: own.capabilities.bounding,
            namespace: try UserNamespaces.own()
        )
    }
}
