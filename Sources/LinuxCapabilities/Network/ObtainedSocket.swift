import LinuxSystem
import Procedures

/// A socket that a request got hold of, for the look that comes next: the first look takes it, and whoever
/// asked lets it go otherwise.
final class ObtainedSocket: Sendable {
    private typealias Entry = (owner: ObjectIdentifier, socket: SharedSocket)

    private static let entries = Locked<[NetworkReachability: Entry]>([:])

    private let capability: NetworkReachability

    init(_ socket: SharedSocket, for capability: NetworkReachability) {
        self.capability = capability
        let entry = (ObjectIdentifier(self), socket)
        Self.entries.withLock { $0[capability] = entry }
    }

    deinit {
        let left = Self.entries.withLock { [capability, owner = ObjectIdentifier(self)] entries in
            entries[capability]?.owner == owner ? entries.removeValue(forKey: capability) : nil
        }
        // Closed here, and not while others are kept waiting.
        withExtendedLifetime(left) {}
    }

    /// What was obtained for a capability and not taken yet.
    static func take(for capability: NetworkReachability) -> SharedSocket? {
        entries.withLock { $0.removeValue(forKey: capability)?.socket }
    }
}
