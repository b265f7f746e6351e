import AccessModel
import Capabilities
import Kernel
import LinuxSystem
import Procedures

extension PolkitAction {
    /// Whom polkit is to be asked about, or why it cannot be.
    private enum Found {
        case subject(PolkitSubject)
        case unknown(Reason)
    }

    func status(
        askingPerson: Bool = false,
        _ ask: (PolkitQuestion) async throws -> PolkitAnswer?
    ) async throws -> PolkitActionStatus {
        if let invalidAction {
            return PolkitActionStatus(
                .undetermined([Reason("invalid-action", name, invalidAction)])
            )
        }
        func status(of found: Found) async throws -> PolkitActionStatus {
            switch found {
            case .unknown(let reason): return PolkitActionStatus(.undetermined([reason]))
            case .subject(let subject):
                do {
                    let question = PolkitQuestion(action, of: subject, details: details)
                    let answer = try await ask(question)
                    return PolkitActionStatus(answer, to: action, askingPerson: askingPerson)
                } catch BusFailure.remote(.polkit, notAuthorized, _) {
                    return PolkitActionStatus(.undetermined([mayNotAsk]))
                }
            }
        }
        switch judged {
        case .session(let id): return try await status(of: try await found(session: id))
        case .busName(let name): return try await status(of: try await found(connection: name))
        case .subject(.current):
            let users = try host.processes.ownUsers()
            let user = judgesEffectiveUser ? users.effective : users.real
            let found = try await status(of: .subject(.process(try .own(as: user))))
            guard found.answer == .no else { return found }
            let own = try host.ownIdentity()
            return found.with(try counting(own, of: .current, in: found.verdict))
        case .subject(let subject):
            switch try await host.identity(of: subject) {
            case .unknown(let reason): return PolkitActionStatus(.undetermined([reason]))
            case .known(let identity):
                let found = try await status(of: try await self.found(identity))
                guard found.answer == .no else { return found }
                let verdict = try counting(identity, of: subject, in: found.verdict)
                guard case .denied = verdict else { return found.with(verdict) }
                let (doubt, _) = try await host.doubt(ofDenied: subject, identity) { member in
                    let found = try await status(of: try await self.found(member))
                    return try counting(member, of: subject, in: found.verdict)
                }
                return found.with(doubt ?? verdict)
            }
        }
    }

    /// A no about one user, where a thread of the subject could by itself become another.
    private func counting(
        _ identity: SubjectIdentity,
        of subject: Subject,
        in verdict: Verdict
    ) throws -> Verdict {
        guard case .denied = verdict else { return verdict }
        let user = user(of: identity)
        let own = try host.processes.ownNamespace()
        let reach = identity.reach(of: subject, beyond: user, from: own)
        return .of(subject, identity, [verdict], reach: reach)
    }

    private func user(of identity: SubjectIdentity) -> UInt32 {
        let who = identity.credentials
        return judgesEffectiveUser ? who.user.effective : who.user.real
    }

    private func found(connection name: String) async throws -> Found {
        guard !name.hasPrefix(":") else { return .subject(.connection(name)) }
        guard let owner = try await host.polkit.owner(ofName: name) else {
            return .unknown(Reason("bus-name-missing", name, "is not on the bus"))
        }
        return .subject(.connection(owner))
    }

    private func found(session id: String) async throws -> Found {
        guard let session = try await host.polkit.session(withID: id) else {
            return .unknown(Reason("session-missing", "session \(id)", "does not exist here"))
        }
        let leader = try await host.processes.facts(ofProcess: session.leader)
        return .subject(
            .process(
                PolkitProcess(pid: leader.pid, startTime: leader.startTime, user: session.user)
            )
        )
    }

    private func found(_ identity: SubjectIdentity) async throws -> Found {
        let user = user(of: identity)
        if let place = identity.place {
            return .subject(
                .process(PolkitProcess(pid: place.pid, startTime: place.startTime, user: user))
            )
        }
        // polkit judges processes: the first one of the system, were it theirs, is in no session.
        let startTime = try await host.processes.startTimeOfFirst()
        return .subject(.process(PolkitProcess(pid: 1, startTime: startTime, user: user)))
    }

    private var mayNotAsk: Reason {
        let what = details.isEmpty ? "about the processes of others" : "with details"
        return Reason(
            "polkit-not-asked",
            action,
            "is not known: polkit is asked \(what) by root alone; ask as root"
        )
    }
}

extension SubjectIdentity {
    /// Whether each thread could become root, to whom polkit allows everything, or another user, for whom
    /// it may answer otherwise.
    fileprivate func reach(
        of subject: Subject,
        beyond user: UInt32,
        from own: UserNamespace
    ) -> [ReachFinding] {
        guard user != 0 else { return [] }
        let root = reach(of: subject, for: .setuid, from: own) { $0.user.effective == 0 }
        return zip(everyone, root).map { thread, finding in
            guard case .no = finding.found else { return finding }
            let reach = thread.reach(in: place, from: own)
            if reach.stages.contains(where: \.users.isAny) {
                return ReachFinding(finding.who, .unknown("it can become any user"))
            }
            let others = [thread.user.real, thread.user.effective, thread.user.saved]
                .filter { $0 != user }
            guard let other = others.first else { return finding }
            return ReachFinding(finding.who, .unknown("it can become user \(other)"))
        }
    }
}

private let notAuthorized = "org.freedesktop.PolicyKit1.Error.NotAuthorized"
