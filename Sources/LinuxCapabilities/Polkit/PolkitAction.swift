public import Capabilities
import LinuxSystem
import Procedures

/// Whether polkit lets a subject do something.
///
/// ```swift
/// let reboot = PolkitAction("org.freedesktop.login1.reboot")
/// let theirs = PolkitAction("org.example.act", busName: message.sender)
/// ```
///
/// A look asks polkit and nobody else; what it says is kept until it announces a change. To ask is to let
/// polkit ask: a person, through the authentication agent of the subject's session or process. That it would
/// have to is no answer. A yes may be meant for the one request (`auth_admin`), or be kept by polkit for some
/// minutes (`auth_admin_keep`).
///
/// The bus starts polkit where it does not run. Only root may ask about the processes of others, or with
/// details.
/// - SeeAlso: polkit(8), pkcheck(1).
public struct PolkitAction: Capability {
    /// Who polkit judges.
    enum Judged: Hashable {
        case subject(Subject)
        case busName(String)
        case session(String)
    }

    /// As the file of the action has it: `org.freedesktop.login1.reboot`.
    public let action: String
    /// What the rules of polkit may look at; which the action takes, its owner documents.
    public let details: [String: String]
    let judged: Judged
    let host: Host
    /// Of a process: polkit's own clients name the real one, a connection to the bus belongs to this.
    var judgesEffectiveUser = false

    /// - Parameters:
    ///   - subject: A process is judged by its real user and its session, a unit by its main process, and a
    ///     user, for whom only root can ask, as by a process outside any session.
    ///   - details: Only root and the owner of the action may give any.
    public init(
        _ action: String,
        as subject: Subject = .current,
        details: [String: String] = [:],
        on host: Host = .live
    ) {
        self.init(action, .subject(subject), details, host)
    }

    /// - Parameter name: Of a connection to the system's bus, `:1.42`, or a name that one owns.
    public init(
        _ action: String,
        busName name: String,
        details: [String: String] = [:],
        on host: Host = .live
    ) {
        self.init(action, .busName(name), details, host)
    }

    /// - Parameter id: Of a session, as loginctl(1) lists it: judged by its user, as by the process that leads
    ///   it, since a question about a session itself ends polkit up to version 127.
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

    /// - Throws: what kept polkit from being asked: no bus, no polkit, a time-out.
    public func authorizationStatus() async throws -> PolkitActionStatus {
        try await status { question in try await host.polkit.answer(to: question) }
    }

    /// Lets polkit ask, for at most five minutes; it is told to ask no further when the task is cancelled.
    ///
    /// - Throws: as ``authorizationStatus()``.
    public func requestAuthorization() async throws -> PolkitActionStatus {
        try await status(askingPerson: true) { question in
            try await host.polkit.answerOfPerson(to: question)
        }
    }

    /// The present status, then what is found each time that polkit may say something else; it never asks a
    /// person.
    ///
    /// polkit tells of its rules and actions, of sessions, and of authorizations that it keeps for some
    /// minutes; the bus tells that polkit went away or came, and who owns a name. After they were lost the
    /// present status is told first. A look has the bus start polkit where it does not run. Not told is who
    /// is in a group, and what a rule looks at outside polkit.
    ///
    /// - Throws: `Unwatched` where the bus refuses to tell, and when the process that is asked about has ended.
    /// - SeeAlso: polkit(8), org.freedesktop.PolicyKit1.Authority.
    public var updates: StatusUpdates<PolkitActionStatus> {
        StatusUpdates(untold: untold) {
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

    private var untold: Reason? {
        if case .subject(let subject) = judged { subject.untold } else { nil }
    }

    /// What is wrong with the name of the action, and the remedy; nil for one that polkit would take.
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
