public import Capabilities
public import Procedures

// What a permit for control over a unit is good for. systemd judges again, as the process that asks.
extension Permit where Subject == UnitControl {
    /// Has systemd do what was permitted, and waits for the end of its job.
    ///
    /// When the task is cancelled or the time is over, the job is cancelled too, unless it may be somebody
    /// else's; what it has begun goes on in the unit.
    /// - Parameters:
    ///   - interactively: Whether polkit may ask a person, where the permit is not of root.
    ///   - limit: How long to wait for the end of the job.
    /// - Throws: ``UnitControlFailure`` where systemd refuses, or the job does not end well; an error of the
    ///   bus; `CancellationError` once no job of ours is left.
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

/// systemd did not do what it was told.
public struct UnitControlFailure: Error, Hashable, CustomStringConvertible {
    /// What systemd refused, how the job ended, how the unit's process did, and what that said last.
    public let reason: Reason

    /// For example `` `nginx.service` did not start: its job ended with failed, its process exited with 1 ``.
    public var description: String { "`\(reason.object)` \(reason.message)" }
}
