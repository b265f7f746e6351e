import Capabilities
import LinuxCapabilities

extension Relations {
    static let ofKernelCapabilities = Relations(
        of: ProcessCapability.self,
        implied: { $0.implied },
        settled: { $0.settled },
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
    /// An ambient kernel capability is always permitted and inheritable; see capabilities(7).
    fileprivate var implied: [any Capability] {
        self.set == .ambient ? asked(in: [.permitted, .inheritable]) : []
    }

    /// An effective kernel capability is always permitted. What is permitted can be raised, so it is not denied as
    /// effective. If it is not permitted, root may still gain it by itself, and then there is no answer.
    fileprivate var settled: [any Capability] {
        self.set == .effective ? asked(in: [.permitted]) : []
    }

    private func asked(in sets: [CapabilitySet]) -> [any Capability] {
        sets.map { ProcessCapability(capability, in: $0, as: subject) }
    }
}

extension Subject {
    /// True if the subject is a user. The kernel capabilities of a user are given, not read from the host.
    fileprivate var isUser: Bool { if case .user = self { true } else { false } }
}
