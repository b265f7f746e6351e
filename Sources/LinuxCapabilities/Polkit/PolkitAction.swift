import AccessModel
public import Capabilities
import Kernel
import LinuxSystem
public import Procedures
import ServiceModel

/// The permission of polkit for a subject to perform an action.
///
/// ```swift
/// let reboot = PolkitAction("org.freedesktop.login1.reboot")
/// let theirs = PolkitAction("org.example.act", busName: message.sender)
/// ```
///
/// A look asks only polkit, and keeps its answer until polkit announces a change. Asking lets polkit ask a person,
/// through the authentication agent of the subject's session or process. "polkit would have to ask a person" is not an
/// answer. A yes may hold for the one request (`auth_admin`), or polkit may keep it for some minutes
/// (`auth_admin_keep`).
///
/// The bus starts polkit if it does not run. Only root may ask about processes of other users, or with details.
/// - SeeAlso: polkit(8), pkcheck(1).
public struct PolkitAction: KeepableCapability {
    /// The kinds of subjects that polkit judges.
    private enum Judged: Hashable {
        case subject(Subject)
        case busName(String)
        case session(String)
    }

    /// The action's id as in its file: `org.freedesktop.login1.reboot`.
    public let action: String
    /// The details that polkit's rules can read. The owner of the action documents which details it takes.
    public let details: [String: String]
    private let judged: Judged
    let host: Host
    /// True if a process is judged by its effective user, who owns its bus connections. polkit's own clients name the
    /// real user.
    var judgesEffectiveUser = false

    /// - Parameters:
    ///   - subject: A process is judged by its real user and its session, a unit by its main process. A user is judged
    ///     as a process outside any session; only root can ask for a user.
    ///   - details: Only root and the owner of the action may give details.
    public init(
        _ action: String,
        as subject: Subject = .current,
        details: [String: String] = [:],
        on host: Host = .live
    ) {
        self.init(action, .subject(subject), details, host)
    }

    /// - Parameter name: The unique name of a connection to the system bus, `:1.42`, or a name that a connection owns.
    public init(
        _ action: String,
        busName name: String,
        details: [String: String] = [:],
        on host: Host = .live
    ) {
        self.init(action, .busName(name), details, host)
    }

    /// - Parameter id: The id of a session, as loginctl(1) lists it. The session is judged by its user and the process
    ///   that leads it, because a question about a session itself terminates polkit up to version 127.
    public init(
        _ action: String,
        session id: String,
        details: [String: String] = [:],
        on host: Host = .live
    ) {
        self.init(action, .session(id), details, host)
    }

    private init(
        _ action: String,
        _ judged: Judged,
        _ details: [String: String],
        _ host: Host
    ) {
        self.action = action
        self.judged = judged
        self.details = details
        self.host = host
    }

    public var name: String { "action \(action)" }

    public var subjectName: String {
        switch judged {
        case .subject(let subject): subject.description
        case .busName(let name): name
        case .session(let id): "session \(id)"
        }
    }

    public var requirement: Void { () }

    /// - Throws: The error that prevented the question: no bus, no polkit, a time-out.
    public func authorizationStatus() async throws -> PolkitActionStatus {
        try await status { question in try await host.polkit.answer(to: question) }
    }

    /// Lets polkit ask a person, for at most five minutes. When the task is cancelled, polkit is told to stop asking.
    ///
    /// - Throws: The errors of ``authorizationStatus()``.
    public func requestAuthorization() async throws -> PolkitActionStatus {
        try await status(askingPerson: true) { question in
            try await host.polkit.answerOfPerson(to: question)
        }
    }

    /// The present status, then a new status each time that polkit's answer may have changed. It never asks a person.
    ///
    /// polkit announces changes of its rules, its actions, sessions, and authorizations that it keeps for some minutes.
    /// The bus announces that polkit stops or starts, and changes of a name's owner. If announcements were lost, the
    /// present status is reported first. A look makes the bus start polkit if it does not run. Changes of group
    /// membership and of anything that a rule reads outside polkit are not announced.
    ///
    /// - Throws: `Unwatched` if the bus refuses to announce changes, and when the judged process has ended.
    /// - SeeAlso: polkit(8), org.freedesktop.PolicyKit1.Authority.
    public var updates: StatusUpdates<PolkitActionStatus> {
        StatusUpdates(unreported: unreported) {
            try await authorizationStatus()
        } whenever: {
            let bell = Bell()
            let name: String? = if case .busName(let name) = judged { name } else { nil }
            var sources = [try host.polkit.changes(orOwnerOf: name, waking: bell)]
            if case .subject(let subject) = judged {
                sources += try await host.changes(of: subject, waking: bell)
            }
            return Changes(sources, waking: bell)
        }
    }

    public var unkeepable: Reason? {
        if case .subject(let subject) = judged { subject.unkeepable } else { nil }
    }

    private var unreported: Reason? {
        if case .subject(let subject) = judged { subject.unreported } else { nil }
    }

    /// The fault of the action's name with its remedy; nil for a name that polkit accepts.
    package var invalidAction: String? {
        guard !action.isEmpty, action.utf8.allSatisfy(Self.isAllowed) else {
            return "is no name of an action; `pkaction` lists them"
        }
        return nil
    }

    private static func isAllowed(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "."), UInt8(ascii: "-"),
            UInt8(ascii: "_"):
            true
        default:
            false
        }
    }
}

extension PolkitAction {
    /// The subject of the question to polkit, or the reason why there is none.
    private enum Found {
        case subject(PolkitSubject)
        case unknown(Reason)
    }

    private func status(
        askingPerson: Bool = false,
        _ ask: (PolkitQuestion) async throws -> PolkitAnswer?
    ) async throws -> PolkitActionStatus {
        if let invalidAction {
            return PolkitActionStatus(
                .undetermined([Reason(.invalidAction, name, invalidAction)])
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
        /// Returns the status that holds for all threads. polkit is asked about each user once.
        func status(ofEveryThreadOf identity: SubjectIdentity) async throws -> PolkitActionStatus {
            var known: [UInt32: PolkitActionStatus] = [:]
            var statuses: [PolkitActionStatus] = []
            for user in identity.everyone.map(user(of:)) {
                let status =
                    if let known = known[user] { known } else {
                        try await status(of: try await found(identity, as: user))
                    }
                known[user] = status
                statuses.append(status)
            }
            let least = statuses.first { !$0.verdict.isAuthorized } ?? statuses[0]
            let isDivided = statuses.contains { $0.answer != least.answer }
            guard isDivided || least.answer == .no else { return least }
            return least.with(
                try counting(identity, statuses.map(\.verdict), beyond: user(of:))
            )
        }
        switch judged {
        case .session(let id): return try await status(of: try await found(session: id))
        case .busName(let name): return try await status(of: try await found(connection: name))
        case .subject(.current):
            let users = try host.processes.ownUsers()
            let user = judgesEffectiveUser ? users.effective : users.real
            if let doubt = try await host.doubt(ofUsersOnBus: [user], about: action) {
                return PolkitActionStatus(.undetermined([doubt]))
            }
            let found = try await status(of: .subject(.process(try .own(as: user))))
            guard found.answer == .no else { return found }
            let own = try host.ownIdentity()
            return found.with(try counting(own, [found.verdict], beyond: { _ in user }))
        case .subject(let subject):
            switch try await host.identity(of: subject) {
            case .unknown(let reason): return PolkitActionStatus(.undetermined([reason]))
            case .known(let identity):
                if let doubt = try await doubt(of: identity) {
                    return PolkitActionStatus(.undetermined([doubt]))
                }
                func settled(_ identity: SubjectIdentity) async throws -> PolkitActionStatus {
                    let found = try await status(ofEveryThreadOf: identity)
                    let settled = identity.settling(
                        found.verdict,
                        about: .kernelCapabilities,
                        of: subject,
                        using: .callingBus,
                        on: action
                    )
                    return settled == found.verdict ? found : found.with(settled)
                }
                let found = try await settled(identity)
                if found.verdict.isAuthorized,
                    let doubt = try await host.doubt(ofBusFor: subject, identity, about: action)
                {
                    return PolkitActionStatus(.undetermined([doubt]))
                }
                guard case .denied = found.verdict else { return found }
                let (doubt, _) = try await host.doubt(ofDenied: subject, identity) {
                    try await settled($0).verdict
                }
                return doubt.map(found.with) ?? found
            }
        }
    }

    /// Returns the verdict about all threads. It accounts for a thread that is, or could by itself become, another user
    /// than the one that polkit was asked about.
    private func counting(
        _ identity: SubjectIdentity,
        _ verdicts: [Verdict],
        beyond asked: (SubjectCredentials) -> UInt32
    ) throws -> Verdict {
        guard case .subject(let subject) = judged else { return .all(verdicts) }
        let own = try host.processes.ownNamespace()
        let reach = identity.reach(of: subject, beyond: asked, from: own)
        return .of(subject, identity, verdicts, reach: reach)
    }

    private func user(of thread: SubjectCredentials) -> UInt32 {
        judgesEffectiveUser ? thread.user.effective : thread.user.real
    }

    private func doubt(of identity: SubjectIdentity) async throws -> Reason? {
        try await host.doubt(
            ofUsersOnBus: Set(identity.everyone.map(user(of:))),
            about: action
        )
    }

    private func found(connection name: String) async throws -> Found {
        guard !name.hasPrefix(":") else { return .subject(.connection(name)) }
        guard let owner = try await host.polkit.owner(ofName: name) else {
            return .unknown(Reason(.busNameMissing, name, "is not on the bus"))
        }
        return .subject(.connection(owner))
    }

    private func found(session id: String) async throws -> Found {
        guard let session = try await host.polkit.session(withID: id) else {
            return .unknown(Reason(.sessionMissing, "session \(id)", "does not exist here"))
        }
        let leader = try await host.processes.facts(ofProcess: session.leader)
        return .subject(
            .process(
                PolkitProcess(pid: leader.pid, startTime: leader.startTime, user: session.user)
            )
        )
    }

    private func found(_ identity: SubjectIdentity, as user: UInt32) async throws -> Found {
        if let place = identity.place {
            return .subject(
                .process(PolkitProcess(pid: place.pid, startTime: place.startTime, user: user))
            )
        }
        // polkit judges processes. Process 1, taken as a process of the user, is in no session.
        let startTime = try await host.processes.startTimeOfFirst()
        return .subject(.process(PolkitProcess(pid: 1, startTime: startTime, user: user)))
    }

    private var mayNotAsk: Reason {
        let what = details.isEmpty ? "about the processes of others" : "with details"
        return Reason(
            .polkitNotAsked,
            action,
            "is not known: only root may ask polkit \(what); ask as root"
        )
    }
}

extension SubjectIdentity {
    /// Returns, for each thread, whether it could become root, to whom polkit allows everything, or another user, for
    /// whom polkit may answer otherwise.
    ///
    /// - Parameter asked: The user that polkit was asked about for a thread.
    fileprivate func reach(
        of subject: Subject,
        beyond asked: (SubjectCredentials) -> UInt32,
        from own: UserNamespace
    ) -> [ReachFinding] {
        let root = reach(of: subject, for: .setuid, from: own) { $0.user.effective == 0 }
        return zip(everyone, root).compactMap { thread, finding in
            let user = asked(thread)
            guard user != 0 else { return nil }
            guard case .no = finding.found else { return finding }
            let reach = thread.reach(from: own)
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

extension PolkitAction: Askable {
    /// False for another subject, because polkit would ask for this process in its place.
    package var canBeAskedFor: Bool { judged == .subject(.current) }
}

extension PolkitAction: Unconditional {}
