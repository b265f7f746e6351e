import Capabilities
import LinuxCapabilities

extension Relations {
    static let ofKernelCapabilities = Relations(
        of: ProcessCapability.self,
        implied: { $0.implied },
        isPossible: { capability, _ in !capability.subject.isUser },
        isPossibleBeside: { capability, _, other in
            switch other.question {
            case let another as ProcessCapability: capability.capability != another.capability
            case is SocketCreation, is FileAccess, is JournalAccess: false
            default: true
            }
        }
    )

    static let ofSockets = Relations(
        of: SocketCreation.self,
        isPossible: { socket, _ in !socket.subject.isUser }
    )

    static let ofJournals = Relations(
        of: JournalAccess.self,
        isPossibleBeside: { _, _, other in
            switch other.question {
            case is SystemdUnit, is PolkitAction, is UnitControl: true
            default: false
            }
        }
    )
}

extension ProcessCapability {
    /// An effective kernel capability is always permitted. An ambient one is always permitted and inheritable; see
    /// capabilities(7).
    fileprivate var implied: [any Capability] {
        let sets: [CapabilitySet] =
            switch self.set {
            case .effective: [.permitted]
            case .ambient: [.permitted, .inheritable]
            case .permitted, .inheritable, .bounding: []
            }
        return sets.map { ProcessCapability(capability, in: $0, as: subject) }
    }
}

extension Subject {
    /// True if the subject is a user. The kernel capabilities of a user are given, not read from the host.
    fileprivate var isUser: Bool { if case .user = self { true } else { false } }
}
