package import LinuxSystem

/// Runs work while the machine delays a shutdown for it.
///
/// ```swift
/// let backup = Procedure("backup") {
///     try await delayingShutdown(because: "A backup is being written") {
///         try await writeBackup()
///     }
/// }
/// ```
///
/// The work runs under an inhibitor lock of logind in the mode `delay`. When a shutdown begins, the work is cancelled.
/// It has until the end of `InhibitDelayMaxSec=` to tidy up (logind.conf(5); by default 5 s). Then the machine shuts
/// down, whether the work has ended or not.
///
/// polkit decides who may take the lock (`org.freedesktop.login1.inhibit-delay-shutdown`); by default every user may.
/// A shutdown that begins while D-Bus or logind restarts may be delayed without a cancellation of the work.
///
/// - Parameters:
///   - why: The reason, as `systemd-inhibit --list` shows it.
///   - host: The machine whose shutdown is delayed. On a described host, the work runs without a lock.
///   - body: The work.
/// - Returns: What the work returns, after its cancellation too.
/// - Throws: What the work throws; `CancellationError`; and, before the work begins, an error of the bus: D-Bus or
///   logind does not answer, polkit refuses, or a shutdown is already under way.
/// - SeeAlso: systemd-inhibit(1), org.freedesktop.login1(5).
public func delayingShutdown<Success: Sendable>(
    because why: String,
    on host: Host = .live,
    _ body: @escaping @Sendable () async throws -> Success
) async throws -> Success {
    guard let bus = host[shutdownFamily] else { return try await body() }
    let program = CommandLine.arguments.first?.utf8.split(separator: UInt8(ascii: "/")).last
    let lock = try await ShutdownLock(
        on: bus,
        for: program.flatMap { String($0) } ?? "warrant",
        because: why
    )
    defer { withExtendedLifetime(lock) {} }
    let work = Task { try await body() }
    // Without the lock itself, which ends with the work.
    let watch = Task { [signs = lock.signs] in
        // No answer is no shutdown: logind is asked again when it is back on the bus, and the lock holds.
        for await _ in signs where (try? await bus.isShuttingDown()) == true { work.cancel() }
    }
    defer { watch.cancel() }
    return try await withTaskCancellationHandler {
        try await work.value
    } onCancel: {
        work.cancel()
    }
}

/// The bus on which logind is asked for a lock; nil on a host that is never shut down.
package let shutdownFamily = Host.Family<SystemBus?>(live: .shared)
