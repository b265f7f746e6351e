public import Capabilities
public import Procedures

// The operations of a permit for control over a unit. systemd judges again, for the calling process.
extension Permit where Subject == UnitControl {
    /// Has systemd do the permitted operation, and waits for the end of its job.
    ///
    /// When the task is cancelled or the time is over, the job is cancelled too, unless it may be another client's.
    /// Changes that it has begun in the unit continue.
    ///
    /// - Parameters:
    ///   - interactively: True if polkit may ask a person, if the permit is not for root.
    ///   - limit: The longest time to wait for the end of the job.
    /// - Throws: ``UnitControlFailure`` if systemd refuses, or if the job fails; an error of the bus;
    ///   `CancellationError` when no job of ours is left.
    public borrowing func carryOut(
        interactively: Bool = false,
        within limit: Duration = .seconds(300)
    ) async throws {
        let change = UnitChange(
            operation: capability.operation.systemd,
            unit: capability.unit,
            isInteractive: interactively,
            host: capability.host
        )
        if let trouble = try await change.run(within: limit) {
            throw UnitControlFailure(reason: trouble)
        }
    }
}

/// The error that systemd did not do a requested operation.
public struct UnitControlFailure: Error, Hashable, CustomStringConvertible {
    /// The refusal of systemd, or the end of the job, the end of the unit's process, and its last output.
    public let reason: Reason

    /// For example `` `nginx.service` did not start: its job ended with failed, its process exited with 1 ``.
    public var description: String { "`\(reason.object)` \(reason.message)" }
}
