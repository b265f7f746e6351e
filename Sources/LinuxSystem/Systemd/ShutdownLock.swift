import Kernel

/// A lock of logind that delays a shutdown of the machine for as long as it lives.
///
/// logind waits no longer than `InhibitDelayMaxSec=` of logind.conf(5), by default 5 s.
///
/// - SeeAlso: `Inhibit` in org.freedesktop.login1(5), systemd-inhibit(1).
package final class ShutdownLock: Sendable {
    /// One element when a shutdown may have begun: after a signal, and when the bus listens, anew too. Any user may
    /// send such a signal, so ask logind with ``SystemBus/isShuttingDown(within:)``.
    package let signs: AsyncStream<Void>

    private let lock: SharedDescriptor
    private let subscription: BusSubscription

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
        let (signs, continuation) = AsyncStream<Void>.makeStream(
            bufferingPolicy: .bufferingNewest(1)
        )
        self.signs = signs
        subscription = try bus.listen(
            to: BusSignal(of: .logind, at: manager, interface, "PrepareForShutdown"),
            reading: { signal throws(BusFailure) in try signal.flag() },
            { event in
                switch event {
                case .signal(true, _), .listening: continuation.yield()
                case .signal(false, _), .deaf: break
                }
            }
        )
        let call = MethodCall(
            service: .logind,
            path: manager,
            interface: interface,
            member: "Inhibit",
            arguments: [.text("shutdown"), .text(who), .text(why), .text("delay")]
        )
        lock = try await bus.ask(call, within: limit) { reply throws(BusFailure) in
            try reply.descriptor()
        }
    }
}

extension SystemBus {
    /// Whether logind is shutting the machine down.
    ///
    /// - Throws: ``BusFailure``; `CancellationError`; ``SystemError`` where there is no room for the bus's thread.
    package func isShuttingDown(within limit: Duration = .seconds(10)) async throws -> Bool {
        let call = MethodCall(
            service: .logind,
            path: manager,
            interface: "org.freedesktop.DBus.Properties",
            member: "Get",
            arguments: [.text(interface), .text("PreparingForShutdown")]
        )
        return try await ask(call, within: limit) { reply throws(BusFailure) in
            _ = try reply.enter("v", "b")
            return try reply.flag()
        }
    }
}

private let manager = "/org/freedesktop/login1"
private let interface = "org.freedesktop.login1.Manager"
