import Capabilities
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
        switch try await found() {
        case .unknown(let reason): return PolkitActionStatus(.undetermined([reason]))
        case .subject(let subject):
            do {
                let answer = try await ask(PolkitQuestion(action, of: subject, details: details))
                return PolkitActionStatus(answer, to: action, askingPerson: askingPerson)
            } catch BusFailure.remote(.polkit, notAuthorized, _) {
                return PolkitActionStatus(.undetermined([mayNotAsk]))
            }
        }
    }

    private func found() async throws -> Found {
        switch judged {
        case .session(let id): return try await found(session: id)
        case .busName(let name): return try await found(connection: name)
        case .subject(.current):
            let own = try host.processes.ownUsers()
            let user = judgesEffectiveUser ? own.effective : own.real
            return .subject(.process(try .own(as: user)))
        case .subject(let subject): return try await found(subject)
        }
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

    private func found(_ subject: Subject) async throws -> Found {
        switch try await host.identity(of: subject) {
        case .unknown(let reason): return .unknown(reason)
        case .known(let identity):
            let who = identity.credentials
            let user = judgesEffectiveUser ? who.effectiveUser : who.realUser
            if let place = identity.place {
                return .subject(
                    .process(PolkitProcess(pid: place.pid, startTime: place.startTime, user: user))
                )
            }
            // polkit judges processes: the first one of the system, were it theirs, is in no session.
            let startTime = try await host.processes.startTimeOfFirst()
            return .subject(
                .process(PolkitProcess(pid: 1, startTime: startTime, user: user))
            )
        }
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

private let notAuthorized = "org.freedesktop.PolicyKit1.Error.NotAuthorized"
