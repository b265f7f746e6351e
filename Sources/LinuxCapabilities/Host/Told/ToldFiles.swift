import AccessModel
import Kernel
import LinuxSystem
import Procedures

/// Files that are only told of, judged by the rules as those of a machine are.
final class ToldFiles: FileProbe {
    private let own: ThreadCredentials?
    private let names: IDNames
    /// Grown once for all questions.
    private let tree: Locked<ToldFileTree>
    let securityModules: [String] = []
    private let machine: MachineID??

    init(_ facts: HostFacts) {
        own = facts.own
        machine = facts.machineID
        names = IDNames(facts)
        tree = Locked(ToldFileTree(facts))
    }

    /// As the kernel would answer faccessat2(2), of which the rules know all.
    func look(
        at path: String,
        for mode: Permissions,
        follow: Bool,
        keeping: Bool
    ) async throws -> HeldLook? {
        guard let own else { throw NotTold("this process") }
        let subject = whom(SubjectCredentials(own))
        let question = FileQuestion(.access(mode), Array(path.utf8), follow: follow)
        return tree.withLock { source in
            switch FileJudgement.Answer(source.refusal(of: question, for: subject)) {
            case .unknown: return nil
            case .no(let code):
                return HeldLook(.stopped(SystemError("faccessat2(2)", path, code: code)))
            case .yes:
                let trace = source.tree.tracedRefusal(of: question, for: subject).trace
                guard let place = trace.last?.place else { return nil }
                return HeldLook(
                    .reached(FileFacts(source.tree[place]), refusal: nil),
                    isAtHand: true,
                    opensFreely: source.tree.mount(of: place).rules.opensFreely
                )
            }
        }
    }

    func look(
        for inquiry: FileInquiry,
        raising capability: KernelCapability
    ) async throws -> JudgedFile? { nil }

    func machineID(seenBy subject: SubjectIdentity?) async throws -> MachineID? {
        guard let machine else { throw NotTold("the machine's id") }
        return machine
    }

    func judge(_ inquiry: FileInquiry, after look: HeldLook?) async throws -> FileJudgement {
        guard let own else { throw NotTold("this process") }
        return judgement(of: inquiry, for: SubjectCredentials(own))
    }

    func judge(
        _ inquiry: FileInquiry,
        for subject: SubjectIdentity
    ) async throws -> [FileJudgement] {
        subject.everyone.map { judgement(of: inquiry, for: $0, in: subject.place) }
    }

    func ask(
        _ inquiry: FileInquiry,
        _ mode: Permissions,
        as subject: SubjectIdentity
    ) async throws -> [FileLook]? {
        guard let question = inquiry.accessQuestion else { return nil }
        let everyone = subject.everyone.map { whom($0, in: subject.place) }
        let answers = tree.withLock { source in
            everyone.map { FileJudgement.Answer(source.refusal(of: question, for: $0)) }
        }
        let looks = answers.compactMap { answer -> FileLook? in
            switch answer {
            case .yes: .answered(refusal: nil)
            case .no(let code): .answered(refusal: code)
            case .unknown: nil
            }
        }
        return looks.count == answers.count ? looks : nil
    }

    /// Who starts a user gives it no more than it has; where that is not told, all there is.
    private func whom(_ subject: SubjectCredentials, in place: SubjectPlace? = nil) -> Credentials {
        Credentials(subject, in: place, ownBounding: ownBounding, from: .initial)
    }

    private var ownBounding: KernelCapabilitySet { own?.capabilities.bounding ?? .all }

    private func judgement(
        of inquiry: FileInquiry,
        for subject: SubjectCredentials,
        in place: SubjectPlace? = nil
    ) -> FileJudgement {
        let names = names
        let reach = subject.reach(in: place, ownBounding: ownBounding, from: .initial)
        let now = whom(subject, in: place)
        return tree.withLock { $0.judgement(of: inquiry, for: now, reach) { _, _ in names } }
    }
}

extension IDNames {
    fileprivate init(_ facts: HostFacts) {
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
