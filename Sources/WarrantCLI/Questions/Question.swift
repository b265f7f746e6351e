import AccessModel
import ArgumentParser
import Capabilities
import LinuxCapabilities
import LinuxPolicies
import LinuxSystem
import PolicyLanguage

/// What `warrant can` was asked: an action, its object, and its argument.
struct Question {
    let capability: any Capability
    /// `read /etc/shadow`, to follow `may`.
    let phrase: String

    static let actions =
        FileAccess.Action.words + ["use", "raise", "bind", "connect", "resolve", "route", "unit"]
        + personal

    /// What is asked of this host's polkit, network or people: of no use for the subjects of a batch.
    static let personal =
        UnitControl.Operation.allCases.map(\.rawValue)
        + ["action", "confirm", "icmp", "raw-sockets", "trace-processes", "read-journal"]

    /// - Throws: `ValidationError` for an action, object or argument that means nothing.
    init(
        _ action: String,
        _ object: String,
        _ argument: String?,
        follow: Bool?,
        asking: FileAccess.Asking?,
        subject: Subject
    ) throws {
        phrase = Self.phrase(action, object, argument)
        if let file = try Self.fileAction(action, argument) {
            try Self.refuseRelative(object)
            let asking = asking ?? .both
            capability = FileAccess(file, object, follow: follow, as: subject, asking: asking)
            return
        }
        if let argument, action != "unit" {
            throw ValidationError(
                "\(action.quoted) takes no argument, but here is \(argument.quoted)"
            )
        }
        guard follow == nil else {
            throw ValidationError("--no-follow belongs to the file actions")
        }
        guard asking == nil else { throw ValidationError("--ask belongs to the file actions") }
        capability = try Self.capability(action, object, argument, subject)
    }

    private static func refuseRelative(_ path: String) throws {
        guard !path.isAbsolutePath else { return }
        throw ValidationError("\(path.quoted) is not an absolute path; write it from `/` on")
    }

    static func fileAction(
        _ action: String,
        _ argument: String?
    ) throws -> FileAccess.Action? {
        do throws(InvalidArgument) {
            return try FileAccess.Action(word: action, argument: argument)
        } catch {
            guard let argument else {
                throw ValidationError("\(action.quoted) needs an argument; \(error.help)")
            }
            throw ValidationError("\(argument.quoted) \(error)")
        }
    }

    private static func capability(
        _ action: String,
        _ object: String,
        _ argument: String?,
        _ subject: Subject
    ) throws -> any Capability {
        switch action {
        case "use": return ProcessCapability(try knownCapability(object), as: subject)
        case "raise":
            return ProcessCapability(try knownCapability(object), in: .permitted, as: subject)
        case "bind": return try network(.init(.bind, to: try endpoint(object), as: subject))
        case "connect": return try network(.init(.connect, to: try endpoint(object), as: subject))
        case "resolve": return try network(.init(.resolve, object, as: subject))
        case "route": return try network(.init(.route, to: object, as: subject))
        case "icmp", "raw-sockets": return try sockets(action, object, subject)
        case "trace-processes": return try tracing(object, subject)
        case "read-journal": return try journal(object, subject)
        case "unit": return try unit(object, argument)
        case "action":
            let action = PolkitAction(object, as: subject)
            try refuse(object, action.invalidAction)
            return action
        case "confirm":
            let confirmation = Confirmation(object)
            try refuse(object, confirmation.invalidQuestion)
            return confirmation
        default:
            guard let operation = UnitControl.Operation(rawValue: action) else {
                let help = unknownAdvice(action, among: actions)
                throw ValidationError("unknown action \(action.quoted); \(help)")
            }
            let control = UnitControl(operation, object, as: subject)
            if let problem = control.invalidName { throw ValidationError(problem) }
            return control
        }
    }

    /// What to write in place of an action that is none.
    static func unknownAdvice(_ action: String, among actions: [String]) -> String {
        let list = "`warrant can --help`"
        return advice(for: action, among: actions, synonyms: Synonyms.actions, listedIn: list)
    }

    private static func refuse(_ object: String, _ problem: String?) throws {
        if let problem { throw ValidationError("\(object.quoted) \(problem)") }
    }

    static func endpoint(_ text: String) throws -> Endpoint {
        do throws(InvalidEndpoint) {
            return try Endpoint(text)
        } catch {
            throw ValidationError(error.description)
        }
    }

    static func network(_ capability: NetworkReachability) throws -> NetworkReachability {
        if let invalid = capability.invalid { throw ValidationError(invalid.description) }
        return capability
    }

    static func sockets(
        _ action: String,
        _ object: String,
        _ subject: Subject
    ) throws -> SocketCreation {
        if let kind = SocketCreation.Kind(rawValue: "\(action) \(object)") {
            return SocketCreation(kind, as: subject)
        }
        let help = advice(for: object, among: SocketCreation.Kind.values(of: action))
        throw ValidationError("\(object.quoted) is not a value of \(action.quoted); \(help)")
    }

    private static func tracing(_ object: String, _ subject: Subject) throws -> ProcessTracing {
        if let reach = ProcessTracing.Reach(rawValue: object) {
            return ProcessTracing(reach, as: subject)
        }
        let help = advice(for: object, among: ProcessTracing.Reach.allCases.map(\.rawValue))
        throw ValidationError("\(object.quoted) is not a value of `trace-processes`; \(help)")
    }

    private static func journal(_ object: String, _ subject: Subject) throws -> JournalAccess {
        if let journal = JournalAccess.Journal(rawValue: object) {
            return JournalAccess(journal, as: subject)
        }
        let help = advice(for: object, among: JournalAccess.Journal.allCases.map(\.rawValue))
        throw ValidationError("\(object.quoted) is not a value of `read-journal`; \(help)")
    }

    static func unit(_ name: String, _ argument: String?) throws -> SystemdUnit {
        let states = SystemdUnit.State.allCases.map(\.rawValue)
        guard let state = SystemdUnit.State(rawValue: argument ?? "active") else {
            let help = advice(for: argument ?? "", among: states)
            throw ValidationError("unknown unit state \((argument ?? "").quoted); \(help)")
        }
        let unit = SystemdUnit(name, state, interactively: true)
        if let problem = unit.invalidName { throw ValidationError(problem) }
        return unit
    }

    private static func phrase(_ action: String, _ object: String, _ argument: String?) -> String {
        switch action {
        case "connect": "connect to \(object)"
        case "route": "send to \(object)"
        case "action": "carry out \(object)"
        case "icmp": "send ICMP echo over \(object)"
        case "raw-sockets":
            object == "packet" ? "use packet sockets" : "use raw sockets of \(object)"
        case "trace-processes":
            object == "any" ? "trace any process" : "trace processes of its own user"
        case "read-journal": "read the journal of the \(object)"
        case "rename": "rename \(object) to \(argument ?? "")"
        case "link": "link \(object) to \(argument ?? "")"
        default: "\(action) \(object)" + (argument.map { " \($0)" } ?? "")
        }
    }
}

/// A kernel capability as named on the command line; an unknown one is a question asked wrongly.
func knownCapability(_ name: String) throws -> KernelCapability {
    let bare = name.lowercased().hasPrefix("cap_") ? name : "CAP_\(name)"
    if let capability = KernelCapability(named: name) ?? KernelCapability(named: bare) {
        return capability
    }
    let near = nearest(to: bare, among: KernelCapability.named.map(\.name))
    let help = near.map { "did you mean \($0.quoted)?" } ?? "capabilities(7) lists them"
    throw ValidationError("unknown kernel capability \(name.quoted); \(help)")
}
