import Synchronization

/// A call that waits or runs, and may be abandoned meanwhile.
final class BlockingCall: Sendable {
    private enum Phase { case waiting, running, abandoned, ended }

    private let phase = Mutex(Phase.waiting)
    private let body: @Sendable () -> Void

    init(_ body: @escaping @Sendable () -> Void) { self.body = body }

    func run() { body() }

    /// Whether the call is still wanted.
    func begin() -> Bool {
        phase.withLock { phase in
            guard phase == .waiting else { return false }
            phase = .running
            return true
        }
    }

    /// Whether the call was abandoned while it ran.
    func end() -> Bool {
        phase.withLock { phase in
            defer { phase = .ended }
            return phase == .abandoned
        }
    }

    /// Whether the call was running, so that its thread is occupied until it returns.
    func abandon() -> Bool {
        phase.withLock { phase in
            defer { if phase != .ended { phase = .abandoned } }
            return phase == .running
        }
    }
}
