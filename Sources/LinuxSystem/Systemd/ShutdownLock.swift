import Kernel
import Synchronization

/// A lock of logind that delays a shutdown of the machine for as long as it lives.
///
/// logind waits no longer than `InhibitDelayMaxSec=` of logind.conf(5), by default 5 s.
///
/// - SeeAlso: `Inhibit` in org.freedesktop.login1(5), systemd-inhibit(1).
package final class ShutdownLock: Sendable {
    private struct State {
        /// The connection of logind, `:1.42`. Any user may send us a signal that looks like logind's.
        var logind: String?
        var lock: SharedDescriptor?
        var subscription: BusSubscription?
    }

    /// One element when a shutdown begins. A shutdown that begins while the bus is away is missed.
    package let shutdowns: AsyncStream<Void>

    private let continuation: AsyncStream<Void>.Continuation
    private let state = Mutex(State())

    /// Takes a lock. logind gives none while a shutdown is under way.
    ///
    /// - Parameters:
    ///   - who: The program, as `systemd-inhibit --list` shows it.
    ///   - why: The reason, shown there too.
    /// - Throws: ``BusFailure``; `CancellationError`; ``SystemError`` where there is no room for the bus's thread.
    package init(
        on bus: SystemBus,
        for who: String,
        because why: String,
        within limit: Duration = .seconds(10)
    ) async throws {
        (shutdowns, continuation) = AsyncStream.makeStream()
        let subscription = try bus.listen(
            to: BusSignal(of: .logind, at: manager, interface, "PrepareForShutdown"),
            reading: { signal throws(BusFailure) in try signal.flag() },
            { [weak self] event in self?.take(event) }
        )
        state.withLock { $0.subscription = subscription }
        let call = MethodCall(
            service: .logind,
            path: manager,
            interface: interface,
            member: "Inhibit",
            arguments: [.text("shutdown"), .text(who), .text(why), .text("delay")]
        )
        // The bus hands over the answer before any later signal, and on the same thread.
        try await bus.ask(call, within: limit) { [weak self] reply throws(BusFailure) in
            let lock = try reply.descriptor()
            self?.state.withLock { ($0.logind, $0.lock) = (reply.sender, lock) }
        }
    }

    deinit { continuation.finish() }

    private func take(_ event: BusEvent<Bool>) {
        guard case .signal(true, let sender) = event,
            sender == state.withLock({ $0.logind })
        else { return }
        continuation.yield()
    }
}

private let manager = "/org/freedesktop/login1"
private let interface = "org.freedesktop.login1.Manager"
