import AccessModel
import Capabilities
import LinuxCapabilities
import LinuxSystem
package import PolicyEngine

extension QuestionRelations {
    /// What is known of the words of Linux; docs/reading-policies.md tells it.
    package static let linux = QuestionRelations(
        implied: linuxImplications,
        presupposed: { ($0 as? FileAccess)?.presence ?? [] },
        isNeverGranted: { ($0 as? FileAccess)?.question.isNeverGranted ?? false },
        isPossible: { $0.isPossible },
        arePossible: { $0.isPossible(beside: $1) || $1.isPossible(beside: $0) }
    )
}

extension QuestionRelations.Answer {
    /// Whether some host is sure to answer so. Of a user the kernel capabilities are told, not found.
    fileprivate var isPossible: Bool {
        switch question {
        case let file as FileAccess:
            isGranted ? !file.question.isNeverGranted : !file.question.isAlwaysGranted
        case let capability as ProcessCapability: !capability.subject.isUser
        case let socket as SocketCreation: !socket.subject.isUser
        case is PolkitAction, is UnitControl: isGranted || !question.isAboutRoot
        case let network as NetworkReachability: isGranted || !network.resolvesAddress
        default: true
        }
    }

    /// Whether a host may answer so whatever it answers to the other; true only where that is sure.
    fileprivate func isPossible(beside other: Self) -> Bool {
        switch (question, other.question) {
        // Its files and their groups may be those of another question.
        case (is JournalAccess, is SystemdUnit), (is JournalAccess, is PolkitAction),
            (is JournalAccess, is UnitControl):
            true
        case (is JournalAccess, _), (is FileAccess, is JournalAccess),
            (is ProcessCapability, is JournalAccess):
            false
        case (let file as FileAccess, let another as FileAccess):
            file.isPlain && another.isPlain
                && FilePair(file, isGranted, another, other.isGranted).isPossible
        case (let file as FileAccess, is ProcessCapability): file.isPlain
        case (let file as FileAccess, let network as NetworkReachability):
            network.path.map { file.isPlain && $0.isApart(from: FilePath(file.path)) } ?? true
        case (is FileAccess, _): true
        case (let one as ProcessCapability, let another as ProcessCapability):
            one.capability != another.capability
        case (is ProcessCapability, is SocketCreation), (is ProcessCapability, is FileAccess): false
        case (is ProcessCapability, _): true
        case (let network as NetworkReachability, let another as NetworkReachability):
            network.isApart(from: another)
        case (is NetworkReachability, is SystemdUnit), (is NetworkReachability, is PolkitAction),
            (is NetworkReachability, is UnitControl), (is NetworkReachability, is SocketCreation):
            true
        case (let unit as SystemdUnit, let another as SystemdUnit):
            unit.unit != another.unit || unit.state.isApart(from: another.state)
        case (let unit as SystemdUnit, let control as UnitControl): unit.unit != control.unit
        case (is SystemdUnit, is PolkitAction), (is SystemdUnit, is SocketCreation): true
        case (let one as PolkitAction, let another as PolkitAction): one.action != another.action
        case (let one as UnitControl, let another as UnitControl):
            one.unit != another.unit || one.operation != another.operation
        case (is Confirmation, _): true
        default: false
        }
    }
}

extension Capability {
    /// Whether it is about the user root, by name or number.
    var isAboutRoot: Bool {
        guard subjectName.hasPrefix("user ") else { return false }
        let user = subjectName.dropFirst("user ".count).prefix { $0 != ":" }
        return user == "root" || UInt32(user) == 0
    }
}

extension FileAccess {
    /// What is used is there. The kernel may say that it can be used where the rules do not know how it is
    /// reached, as through a link into proc(5), and `stat` is up to them.
    fileprivate var presence: [any Capability] {
        guard question.implied.contains(.stat) else { return [] }
        return [FileAccess(.stat, path, follow: follow, as: subject, asking: asking)]
    }
}

extension Subject {
    fileprivate var isUser: Bool { if case .user = self { true } else { false } }
}

extension SystemdUnit.State {
    private static let running: Set<Self> = [.active, .inactive, .failed]
    private static let startedAtBoot: Set<Self> = [.enabled, .disabled]

    /// Whether a unit starts at boot is no matter for whether it runs.
    fileprivate func isApart(from other: Self) -> Bool {
        Self.running.contains(self) && Self.startedAtBoot.contains(other)
            || Self.startedAtBoot.contains(self) && Self.running.contains(other)
    }
}

extension NetworkReachability {
    fileprivate var resolvesAddress: Bool {
        guard case .resolve(let name) = question, case .address? = try? RemoteHost(name) else {
            return false
        }
        return true
    }

    /// Of a socket in the file system.
    fileprivate var path: FilePath? {
        switch question {
        case .connect(let endpoint), .bind(let endpoint):
            if case .unix(let path) = endpoint.form { FilePath(path) } else { nil }
        case .resolve, .route: nil
        }
    }

    /// Whether the two are about different ports of TCP, names or sockets.
    fileprivate func isApart(from other: Self) -> Bool {
        if let path, let another = other.path { return path.isApart(from: another) }
        switch (question, other.question) {
        case (.resolve(let one), .resolve(let another)): return one != another
        case (.connect(let one), .connect(let another)), (.connect(let one), .bind(let another)),
            (.bind(let one), .connect(let another)), (.bind(let one), .bind(let another)):
            guard case .tcp(_, let port) = one.form, case .tcp(_, let other) = another.form else {
                return false
            }
            return port != other
        default: return false
        }
    }
}
