import AccessModel
import Kernel
import LinuxSystem
import Procedures
import ServiceModel

/// Described files, judged by the same rules as the files of a machine.
final class DescribedFiles: FileProbe {
    /// A tree for one version of the facts, built once for all questions.
    private struct Grown {
        let version: Int
        let tree: DescribedFileTree
        let own: ThreadCredentials?
        let names: IDNames
        let kernelAnswer: HostFacts.KernelAnswer

        init(_ facts: HostFacts, version: Int) {
            self.version = version
            tree = DescribedFileTree(facts)
            own = facts.own
            names = IDNames(facts)
            kernelAnswer = facts.kernelAnswer
        }

        /// The bounding set of the process that starts a user's process; all capabilities if no fact describes it.
        private var ownBounding: KernelCapabilitySet { own?.capabilities.bounding ?? .all }

        func credentials(_ subject: SubjectCredentials) -> Credentials {
            Credentials(subject, ownBounding: ownBounding, from: .initial)
        }

        func judgement(
            of inquiry: FileInquiry,
            for subject: SubjectCredentials,
            through sandbox: FileSandbox? = nil,
            isRunning: Bool
        ) -> FileJudgement {
            let files: any FileFactSource
            do throws(MountStop) {
                files = try tree.seen(through: sandbox)
            } catch {
                return FileJudgement(error)
            }
            let reach = subject.reach(ownBounding: ownBounding, from: .initial)
            let now = credentials(subject)
            return files.judgement(of: inquiry, for: now, reach, isRunning: isRunning) { _, _ in
                names
            }
        }

        /// Returns the facts of a file as root finds it. They are facts about the host, not about a process.
        func facts(at path: String) throws -> FileFacts {
            let all = KernelCapabilitySet(KernelCapability.named)
            let sets = KernelCapabilitySets(effective: all, permitted: all, bounding: all)
            let root = ThreadCredentials(
                thread: 1,
                user: 0,
                group: 0,
                groups: [0],
                capabilities: sets
            )
            let subject = Credentials(
                SubjectCredentials(root),
                ownBounding: all,
                from: .initial
            )
            let question = FileQuestion(.stat, Array(path.utf8), follow: true)
            switch FileJudgement.Answer(tree.refusal(of: question, for: subject)) {
            case .no(let code): throw SystemError("stat(2)", path, code: code)
            case .unknown: throw MissingFact(path, in: "files")
            case .yes:
                let trace = tree.tree.tracedRefusal(of: question, for: subject).trace
                guard let place = trace.last?.place else { throw MissingFact(path, in: "files") }
                return FileFacts(tree.tree[place])
            }
        }

        /// Returns the answer of faccessat2(2) by the rules; nil if they do not know it.
        func look(
            _ question: FileQuestion,
            at path: String,
            for subject: Credentials
        ) -> HeldLook? {
            switch FileJudgement.Answer(tree.refusal(of: question, for: subject)) {
            case .unknown: return nil
            case .no(let code):
                return HeldLook(.stopped(SystemError("faccessat2(2)", path, code: code)))
            case .yes:
                let trace = tree.tree.tracedRefusal(of: question, for: subject).trace
                guard let place = trace.last?.place else { return nil }
                return HeldLook(
                    .reached(FileFacts(tree.tree[place]), refusal: nil),
                    isAtHand: true,
                    opensFreely: tree.tree.mount(of: place).rules.opensFreely
                )
            }
        }
    }

    private let facts: DescribedFacts
    private let grown: Locked<Grown?> = Locked(nil)

    init(_ facts: DescribedFacts) { self.facts = facts }

    private func ask<Value: Sendable>(
        _ body: @Sendable (Grown) throws -> Value
    ) throws -> Value {
        let facts = facts
        return try grown.withLock { grown in
            let version = facts.version
            if let grown, grown.version == version { return try body(grown) }
            let new = Grown(facts.current, version: version)
            grown = new
            return try body(new)
        }
    }

    var securityModules: [String] { facts.read { $0.securityModules } }

    func look(
        at path: String,
        for mode: Permissions,
        follow: Bool,
        keeping: Bool
    ) async throws -> HeldLook? {
        let question = FileQuestion(.access(mode), Array(path.utf8), follow: follow)
        return try ask { grown in
            switch grown.kernelAnswer {
            case .none: return nil
            case .always(let look): return HeldLook(look)
            case .byTheRules:
                guard let own = grown.own else { throw MissingFact("this process", in: "self") }
                let subject = grown.credentials(SubjectCredentials(own))
                return grown.look(question, at: path, for: subject)
            }
        }
    }

    func facts(at path: String) async throws -> FileFacts {
        try ask { try $0.facts(at: path) }
    }

    func look(
        for inquiry: FileInquiry,
        raising capability: KernelCapability
    ) async throws -> JudgedFile? { nil }

    func machineID(seenBy subject: SubjectIdentity?) async throws -> MachineID? {
        let (machine, isWhole) = facts.read { ($0.machineID, $0.isWhole) }
        guard let machine else {
            if isWhole { return nil }
            throw MissingFact("the machine's id", in: "machine-id")
        }
        return machine
    }

    func judge(_ inquiry: FileInquiry, after look: HeldLook?) async throws -> FileJudgement {
        try ask { grown in
            guard let own = grown.own else { throw MissingFact("this process", in: "self") }
            return grown.judgement(of: inquiry, for: SubjectCredentials(own), isRunning: true)
        }
    }

    func judge(
        _ inquiry: FileInquiry,
        for subject: SubjectIdentity
    ) async throws -> [FileJudgement] {
        try ask { grown in
            subject.everyone.map {
                grown.judgement(
                    of: inquiry,
                    for: $0,
                    through: subject.sandbox,
                    isRunning: subject.place != nil
                )
            }
        }
    }

    func ask(
        _ inquiry: FileInquiry,
        _ mode: Permissions,
        as subject: SubjectIdentity
    ) async throws -> [FileLook]? {
        guard let question = inquiry.accessQuestion, subject.sandbox?.changesFiles != true else {
            return nil
        }
        return try ask { grown in
            switch grown.kernelAnswer {
            case .none: return nil
            case .always(let look): return subject.everyone.map { _ in look }
            case .byTheRules: break
            }
            var looks: [FileLook] = []
            for thread in subject.everyone {
                let credentials = grown.credentials(thread)
                switch FileJudgement.Answer(grown.tree.refusal(of: question, for: credentials)) {
                case .yes: looks.append(.answered(refusal: nil))
                case .no(let code): looks.append(.answered(refusal: code))
                case .unknown: return nil
                }
            }
            return looks
        }
    }

    func changes(ofProcess pid: Int32?, waking bell: Bell) throws -> any FileWatch {
        DescribedFileWatch(pid: pid, changes: DescribedChanges(of: facts, waking: bell))
    }
}

/// A watch for which every change of the facts may concern every file.
private struct DescribedFileWatch: FileWatch {
    let pid: Int32?
    let changes: DescribedChanges

    func takeChange() -> Bool { changes.takeChange() }

    func watch(
        _ inquiries: [FileInquiry],
        for interests: Inotify.Interests,
        as subject: SubjectIdentity?,
        raising capability: KernelCapability?
    ) async throws {}
}

extension IDNames {
    init(_ facts: HostFacts) {
        let users = facts.users.compactMap { name, account in account.map { ($0.user, name) } }
        self.init(
            users: Dictionary(users) { min($0, $1) },
            groups: Dictionary(facts.groups.map { ($0.value, $0.key) }) { min($0, $1) }
        )
    }
}

extension FileFacts {
    fileprivate init(_ place: Place) {
        self.init(
            kind: place.kind,
            mode: place.mode,
            uid: place.uid,
            gid: place.gid
        )
    }
}
