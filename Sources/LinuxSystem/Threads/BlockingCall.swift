import Synchronization

/// One call on its way: waiting, running, and perhaps given up meanwhile.
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

    /// Whether the call was given up while it ran.
    func end() -> Bool {
        phase.withLock { phase in
            defer { phase = .ended }
            return phase == .abandoned
        }
    }

    /// Whether it was running, so that its thread is now lost to others until it returns.
    func abandon() -> Bool {
        phase.withLock { phase in
            defer { if phase != .ended { phase = .abandoned } }
            return phase == .running
        }
    }
}
