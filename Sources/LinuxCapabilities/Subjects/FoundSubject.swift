import Capabilities
import Kernel
import LinuxSystem
package import Procedures
import ServiceModel

/// The identity of a subject, or the reason why there is no answer.
///
/// A subject that does not exist has no answer: a `forbid` about a misspelt user must not hold.
package enum FoundSubject: Hashable, Sendable {
    case known(SubjectIdentity)
    case unknown(Reason)
}

/// A service that does not run, and the lines of its files that systemd ignores.
struct FoundService {
    let subject: FoundSubject
    let ignored: [UnitFileProblem]

    init(_ subject: FoundSubject, ignored: [UnitFileProblem] = []) {
        (self.subject, self.ignored) = (subject, ignored)
    }
}

extension Host {
    /// Returns the identity of a subject in the kernel's terms.
    ///
    /// - Throws: ``SystemError`` if the name service or proc(5) gives no answer; `BusFailure` if systemd gives none;
    ///   `CancellationError`.
    package func identity(of subject: Subject) async throws -> FoundSubject {
        if let problem = subject.problem {
            return .unknown(Reason(.subjectInvalid, subject.description, problem))
        }
        switch subject {
        case .current:
            let own = try processes.ownCredentials()
            return .known(SubjectIdentity(credentials: SubjectCredentials(own)))
        case .user(let user, let groups, let capabilities):
            return try await self.user(subject) {
                try await identity(of: user, groups, capabilities, subject)
            }
        case .process(let pid):
            return try await found(pid, subject) { _ in nil }
        case .unit(let name):
            return try await identity(ofUnit: name, subject)
        case .container(let name):
            return try await identity(of: try ContainerName(name), subject)
        case .unitFile, .restartedUnit:
            return try await service(subject).subject
        }
    }

    /// Returns the identity of a subject within the time of a look, or the reason why there is no answer.
    package func identityInTime(of subject: Subject) async -> FoundSubject {
        do throws(NoAnswer) {
            return try await Patience.ofProcess.answer(within: Deadlines.look) {
                do {
                    return try await self.identity(of: subject)
                } catch {
                    let message = "is not known: \(error)"
                    return .unknown(Reason(.subjectUnreadable, subject.description, message))
                }
            }
        } catch {
            return .unknown(error.reason(of: subject.description))
        }
    }

    private func identity(
        of user: String,
        _ groups: [String]?,
        _ capabilities: [KernelCapability]?,
        _ subject: Subject
    ) async throws -> FoundSubject {
        switch try await accounts.account(of: user, groups: groups) {
        case .known(let account):
            let namespace = try processes.ownNamespace()
            let (user, groups) = (account.user, account.groups)
            if let unmapped = namespace.unmapped(user: user, groups: groups) {
                return .unknown(Reason(unmapped: unmapped, of: subject.description))
            }
            let effective = try capabilities.map { KernelCapabilitySet($0) } ?? own(account)
            let credentials = SubjectCredentials(account, effective: effective)
            return .known(SubjectIdentity(credentials: credentials))
        case .noUser:
            let near = try await accounts.likelyName(for: user, .user)
            return .unknown(.missing("user \(user)", near: near))
        case .noGroup(let group):
            let near = try await accounts.likelyName(for: group, .group)
            return .unknown(.missing("group \(group)", near: near))
        case .groupsNotKnown:
            let message = "has no entry here, so that its groups are not known; name them too"
            return .unknown(Reason(.subjectGroupsUnknown, subject.description, message))
        }
    }

    /// Returns the kernel capabilities of a user by itself: the bounding set of this process for root, none for others.
    private func own(_ account: SubjectAccount) throws -> KernelCapabilitySet {
        account.user == 0 ? try processes.ownBounding() : .none
    }

    /// - Parameter doubt: Returns why the process may not be the intended one; nil if it is.
    private func found(
        _ pid: Int32,
        _ subject: Subject,
        _ doubt: (ProcessFacts) -> Reason?
    ) async throws -> FoundSubject {
        guard processes.numbersProcessesAlike else {
            let message =
                "is not known: /proc is of another pid namespace, with other numbers; mount proc(5) there anew"
            return .unknown(Reason(.subjectUnreadable, subject.description, message))
        }
        do {
            let facts = try await processes.facts(ofProcess: pid)
            if let doubt = doubt(facts) { return .unknown(doubt) }
            if let apart = Reason(threadsApart: facts, subject) { return .unknown(apart) }
            let own = try processes.ownPlace()
            guard let identity = try await identity(of: facts, seenFrom: own) else {
                return .unknown(.missing(subject.description))
            }
            return .known(identity)
        } catch let error as SystemError where error.errno == .ESRCH {
            return .unknown(.missing(subject.description))
        } catch let error as SystemError {
            return .unknown(Reason(.subjectUnreadable, subject.description, "\(error)"))
        }
    }

    /// Returns a process with its filters of system calls, if this host reads them; nil for one without threads.
    func identity(
        of facts: ProcessFacts,
        seenFrom own: OwnPlace
    ) async throws -> SubjectIdentity? {
        guard var identity = SubjectIdentity(facts, seenFrom: own) else { return nil }
        identity.filters = try await filters(of: facts)
        return identity
    }

    private func identity(ofUnit name: String, _ subject: Subject) async throws -> FoundSubject {
        let unit = try await units.facts(of: name)
        guard unit.loadState != .notFound else { return .unknown(.missing(subject.description)) }
        guard let pid = unit.mainPID else {
            let advice =
                unit.files == nil
                ? "" : "; `restarted` asks about the process that systemd would start"
            let message =
                "has no main process: it is \(unit.activeState.rawValue) (\(unit.subState))\(advice)"
            return .unknown(Reason(.unitNotRunning, subject.description, message))
        }
        // systemd uses the numbers of its own pid namespace, which may differ from ours.
        func elsewhere() -> Reason {
            Reason(
                .unitProcessElsewhere,
                subject.description,
                "has main process \(pid) in systemd's pid namespace; here, that is another process"
            )
        }
        let found = try await found(pid, subject) { facts in
            unit.controlGroup.map(facts.isInControlGroup) == true ? nil : elsewhere()
        }
        guard case .unknown(let reason) = found, reason.has(.subjectMissing) else {
            return found
        }
        return .unknown(elsewhere())
    }

    private func identity(
        of container: ContainerName,
        _ subject: Subject
    ) async throws -> FoundSubject {
        let who = subject.description
        switch try await containers.container(named: container) {
        case .missing(let near): return .unknown(.missing(who, near: near))
        case .several(let selectors):
            let all = selectors.map { "`\($0)`" }.joined(separator: ", ")
            return .unknown(
                Reason(.containerAmbiguous, who, "is the name of several containers: \(all)")
            )
        case .unknown(let problem):
            return .unknown(Reason(.subjectUnreadable, who, "is not known: \(problem)"))
        case .one(.absent(let state)): return .unknown(Reason(.containerNotRunning, who, state))
        case .one(.started(let pid, let proof)):
            let found = try await found(pid, subject) { facts in
                guard !proof.holds(for: facts) else { return nil }
                let message =
                    "has first process \(pid) in its state file; here, that is another process by now"
                return Reason(.containerProcessElsewhere, who, message)
            }
            guard case .unknown(let reason) = found, reason.has(.subjectMissing) else {
                return found
            }
            let message = "is not running: its process \(pid) has ended"
            return .unknown(Reason(.containerNotRunning, who, message))
        }
    }
}

extension Reason {
    fileprivate static func missing(_ who: String, near: String? = nil) -> Reason {
        let help = near.map { "; did you mean `\($0)`?" } ?? ""
        return Reason(.subjectMissing, who, "does not exist here" + help)
    }

    /// - Parameter id: An unmapped id, as ``/Kernel/UserNamespace/unmapped(user:groups:)`` names it.
    package init(unmapped id: String, of subject: String) {
        let message =
            "does not exist here: this user namespace does not map \(id); ask outside of it"
        self.init(.subjectMissing, subject, message)
    }
}

extension Reason {
    /// Creates the reason that the threads of a process see different files or networks; nil if they do not.
    init?(threadsApart facts: ProcessFacts, _ subject: Subject) {
        guard let thread = facts.threadApart else { return nil }
        let message =
            "has thread \(thread) of process \(facts.pid), which has a root directory or namespaces of "
            + "its own, so that one answer does not hold for all threads"
        self.init(.subjectThreadsApart, subject.description, message)
    }
}

extension SubjectIdentity {
    /// - Returns: nil for a process without threads.
    init?(_ facts: ProcessFacts, seenFrom own: OwnPlace) {
        let place = SubjectPlace(
            pid: facts.pid,
            startTime: facts.startTime,
            namespaces: facts.namespaces,
            ours: own.namespaces,
            hasUnmappedIDs: facts.threads.contains(where: own.mayHide)
        )
        let userNamespace = place.isInOurUserNamespace == false ? facts.userNamespace : nil
        let all = facts.threads.map { thread in
            var one = SubjectCredentials(thread)
            one.userNamespace = userNamespace
            return one
        }
        guard let main = all.first(where: { $0.thread == facts.pid }) ?? all.first else {
            return nil
        }
        let kinds = Self.kinds(among: [main] + all)
        self.init(
            credentials: main,
            differing: Array(kinds.dropFirst()),
            place: place,
            threads: all.count
        )
    }

    /// Returns one thread of each kind, in the order of their first occurrence.
    static func kinds(among all: [SubjectCredentials]) -> [SubjectCredentials] {
        var known: Set<SubjectCredentials> = []
        return all.filter { known.insert($0.ofAnyThread).inserted }
    }
}

extension OwnPlace {
    fileprivate func mayHide(_ who: ThreadCredentials) -> Bool {
        if let user = overflowUser,
            [who.user.fileSystem, who.user.effective, who.user.real].contains(user)
        {
            return true
        }
        return overflowGroup.map { who.groups.contains($0) || who.group.fileSystem == $0 } ?? false
    }
}
