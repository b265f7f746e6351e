package import AccessModel
import Kernel
package import LinuxSystem
import Procedures
import ServiceModel

/// The files of this machine.
///
/// A look can block on a dead file system, so it runs on a bounded thread. It runs directly if the path is in the
/// kernel's caches and the file is on this machine, because then no server is needed.
struct LiveFiles: FileProbe {
    /// The files that the questions about users and services share; nil to read them for each question.
    var kept: KeptFiles?

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

    func facts(at path: String) async throws -> FileFacts {
        try await BlockingThreads.shared.runAsCaller(path) {
            let place = try FileCalls.openMountedPlace(path, follow: true)
            let status = try FileCalls.status(of: place, at: path)
            var facts = status.facts
            let (users, groups) = (try ShownIDs.users(), try ShownIDs.groups())
            guard facts.uid == users.overflow || facts.gid == groups.overflow else { return facts }
            // The id may stand for an owner without a mapping, in this user namespace or on this mount.
            let isComplete =
                users.isComplete && groups.isComplete && !Self.mayMapIDs(status, place, at: path)
            if facts.uid == users.overflow, !isComplete { facts.uid = foreignID }
            if facts.gid == groups.overflow, !isComplete { facts.gid = foreignID }
            return facts
        }
    }

    /// Returns whether the mount that shows a file maps ids, or may do so. Only mounts of this mount namespace report
    /// it. Otherwise the owner is not known, but everything else is, such as the file's existence.
    private static func mayMapIDs(
        _ status: FileStatus,
        _ place: borrowing Descriptor,
        at path: String
    ) -> Bool {
        do throws(SystemError) {
            return try MountView().status(ofMount: status, showing: place, at: path).isIDMapped
        } catch {
            return true
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

    func changes(ofProcess pid: Int32?, waking bell: Bell) throws -> any FileWatch {
        try FileEvents(ofProcess: pid, waking: bell)
    }

    /// A yes contains no user or group names, so it does not wait for the name service.
    func judge(_ inquiry: FileInquiry, after look: HeldLook?) async throws -> FileJudgement {
        let kernelAgrees = look.map { $0.look.refusal == nil } ?? false
        // To execute opens and reads the program, which a fanotify(7) listener may delay.
        let mayWait = look?.isAtHand != true || inquiry.action == .execute
        if kernelAgrees, !mayWait, try Self.isPermitted(inquiry) { return Self.agreed }
        return try await BlockingThreads.shared.runAsCaller(inquiry.path) {
            let source = try LiveFileTree(forSelf: true)
            let own = SubjectCredentials(try ProcessCalls.ownCredentials())
            let namespace = try UserNamespaces.own()
            let subject = Credentials(own, from: namespace)
            if kernelAgrees, source.refusal(of: inquiry.question, for: subject) == nil {
                return Self.agreed
            }
            return source.judgement(
                of: inquiry,
                for: subject,
                own.reach(from: namespace),
                isRunning: true,
                names: IDNames.live
            )
        }
    }

    private static var agreed: FileJudgement {
        FileJudgement(
            .yes,
            access: .yes,
            message: "the kernel permits it, and Warrant's rules agree"
        )
    }

    /// Returns whether the rules permit the use for the calling thread.
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
    /// Returns the credentials of this thread, with ids as this process' user namespace shows them. The facts about
    /// files use the same ids.
    package static func ofThisThread() throws(SystemError) -> Credentials {
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

// Files for the asking thread, with a capability in effect that it only has permitted.
extension LiveFiles {
    func look(
        for inquiry: FileInquiry,
        raising capability: KernelCapability
    ) async throws -> JudgedFile? {
        guard let mode = inquiry.accessMode else { return nil }
        let raise = Raise(capability)
        return try await BlockingThreads.shared.runAsCaller(inquiry.path) {
            try raise.run { () throws(SystemError) in
                try Self.file(for: inquiry, mode, raising: raise)
            }
        }
    }

    /// Judges on the raised thread. That thread calls no name service, because name-service modules are foreign code.
    ///
    /// - Returns: The file; nil if the kernel permits the use and the rules do not.
    private static func file(
        for inquiry: FileInquiry,
        _ mode: Permissions,
        raising raise: Raise
    ) throws(SystemError) -> JudgedFile? {
        let follow = inquiry.follow ?? true
        let place = try FileCalls.openMountedPlace(inquiry.path, follow: follow)
        if let code = FileCalls.refusal(of: mode, for: place) {
            throw SystemError("faccessat2(2)", inquiry.path, code: code)
        }
        guard try isPermitted(inquiry) else { return nil }
        let kind = try FileCalls.facts(of: place, at: inquiry.path).kind
        return JudgedFile(place, kind, raising: raise)
    }
}

// Files for another subject.
extension LiveFiles {
    func judge(
        _ inquiry: FileInquiry,
        for subject: SubjectIdentity
    ) async throws -> [FileJudgement] {
        try await BlockingThreads.shared.runAsCaller(inquiry.path) {
            do {
                return try withFiles(of: subject) { source, own, names in
                    subject.everyone.map { credentials in
                        source.judgement(
                            of: inquiry,
                            for: Credentials(credentials, from: own),
                            credentials.reach(from: own),
                            isRunning: subject.place != nil,
                            names: names
                        )
                    }
                }
            } catch let stop as MountStop {
                return subject.everyone.map { _ in FileJudgement(stop) }
            }
        }
    }

    /// Calls a body with the files that a subject sees, our user namespace, and a function that finds names.
    ///
    /// - Throws: ``MountStop`` if these files are not known; ``SystemError`` as
    ///   ``LiveFileTree/init(seenBy:watching:)``; what `body` throws.
    private func withFiles<Found>(
        of subject: SubjectIdentity,
        _ body: (any FileFactSource, UserNamespace, NameSearch) throws -> Found
    ) throws -> Found {
        guard let kept, subject.place == nil else {
            let live = try LiveFileTree(seenBy: subject.place)
            let source = try live.seen(through: subject.sandbox)
            return try body(source, try UserNamespaces.own(), IDNames.live)
        }
        return try kept.use { files in
            try body(try files.seen(through: subject.sandbox), files.namespace, files.names)
        }
    }

    private typealias NameSearch = (_ users: Set<UInt32>, _ groups: Set<UInt32>) -> IDNames

    func leads(to path: String, alike subject: SubjectIdentity) async throws -> Bool {
        guard subject.sandbox?.changesFiles == true else { return subject.place == nil }
        return try await BlockingThreads.shared.runAsCaller(path) {
            do {
                return try withFiles(of: subject) { source, _, _ in source.leadsToHostFile(path) }
            } catch is MountStop {
                return false
            }
        }
    }

    func execution(
        ofProgramAt path: String,
        by process: ProcessCredentials,
        as subject: SubjectIdentity
    ) async throws -> FoundExecution {
        try await BlockingThreads.shared.runAsCaller(path) {
            do {
                return try withFiles(of: subject) { source, own, names in
                    let credentials = Credentials(subject.credentials, from: own)
                    return Self.execution(
                        ofProgramAt: path,
                        by: process,
                        credentials,
                        source,
                        names
                    )
                }
            } catch let stop as MountStop {
                return .notMounted(stop)
            }
        }
    }

    private static func execution(
        ofProgramAt path: String,
        by process: ProcessCredentials,
        _ credentials: Credentials,
        _ source: any FileFactSource,
        _ names: NameSearch
    ) -> FoundExecution {
        let inquiry = FileInquiry(.execute, path, follow: nil)
        let judgement = source.judgement(of: inquiry, for: credentials, names: names)
        guard judgement.answer == .yes else {
            return .refused(judgement.message, isKnown: judgement.answer != .unknown)
        }
        // The judgement has read every fact that this needs.
        let decision = try? source.tree.execution(
            ofProgramAt: Array(path.utf8),
            by: process,
            credentials
        )
        guard let decision else { return .refused("could not be examined", isKnown: false) }
        guard case .becomes(let new, _) = decision.outcome else {
            return .refused("is refused by its file capabilities", isKnown: true)
        }
        return .becomes(new)
    }

    func ask(
        _ inquiry: FileInquiry,
        _ mode: Permissions,
        as subject: SubjectIdentity
    ) async throws -> [FileLook]? {
        try await BlockingThreads.shared.runAsCaller(inquiry.path) {
            guard subject.sandbox?.changesFiles != true, try Self.isWhereWeAre(subject.place)
            else { return nil }
            let follow = inquiry.follow ?? true
            return try subject.everyone.map { credentials in
                let path = inquiry.path
                return .answered(
                    refusal: try credentials.assumed.run {
                        FileCalls.refusal(of: mode, at: path, follow: follow)
                    }
                )
            }
        }
    }

    /// Returns whether a path leads the subject to the same file as this process.
    private static func isWhereWeAre(_ place: SubjectPlace?) throws(SystemError) -> Bool {
        guard let place else { return true }
        guard place.isInOurUserNamespace == true else { return false }
        return try sharesRoot(with: place)
    }

    /// Returns whether a subject has the root directory and the mount namespace of this process.
    static func sharesRoot(with place: SubjectPlace) throws(SystemError) -> Bool {
        guard place.seesOurMounts == true else { return false }
        let process = try ProcessHandle(pid: place.pid)
        let theirs = try FileCalls.status(of: try process.openRoot(), at: "/")
        let ours = try FileCalls.status(of: try FileCalls.openPlace("/", follow: true), at: "/")
        return theirs.mount == ours.mount && theirs.facts.inode == ours.facts.inode
    }
}

extension Host {
    /// Returns whether a subject of the live host has the root directory and the mount namespace of this process.
    ///
    /// - Returns: nil if the subject is not known.
    /// - Throws: ``SystemError`` and `BusFailure` as ``identity(of:)``; `CancellationError`.
    package func sharesFiles(with subject: Subject) async throws -> Bool? {
        switch subject {
        case .current, .user: return true
        case .unitFile, .restartedUnit: return nil
        case .process, .unit, .container: break
        }
        guard case .known(let identity) = try await self.identity(of: subject),
            let place = identity.place
        else { return nil }
        return try await BlockingThreads.shared.runAsCaller(subject.description) {
            try LiveFiles.sharesRoot(with: place)
        }
    }
}
