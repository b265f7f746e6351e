import Capabilities
import LinuxSystem
import Procedures
import Text

/// One operation of systemd on a unit, with its result.
struct UnitChange {
    let operation: UnitOperation
    let unit: String
    let isInteractive: Bool
    let host: Host

    /// Has systemd do it, and follows the job to its end.
    ///
    /// - Returns: The reason for a failure; nil if it was done.
    /// - Throws: The error that prevented the request to systemd; `CancellationError` when no job of ours is left.
    func run(within limit: Duration) async throws -> Reason? {
        do {
            let result = try await ended(within: limit)
            return result == .done ? nil : await trouble(result)
        } catch let failure as BusFailure {
            let refusal = UnitRefusal(
                failure,
                "to \(operation) it",
                unit,
                isInteractive: isInteractive
            )
            guard let refusal else { throw failure }
            return refusal.reason
        } catch is CancellationError where !Task.isCancelled {
            return Reason(.unitJob, unit, "did not \(operation) within \(limit.inWords)")
        }
    }

    private func ended(within limit: Duration) async throws -> UnitJobResult {
        let job = Task {
            try await host.units.run(operation, unit, interactively: isInteractive)
        }
        let isOver = await withDeadline(limit) { await job.result } == nil
        if isOver { job.cancel() }
        // The cancelled task ends soon, after it has cancelled its job.
        return try await job.value
    }

    /// - Parameter result: The result of the job.
    private func trouble(_ result: UnitJobResult) async -> Reason {
        var message = "did not \(operation): its job ended with \(result.rawValue)"
        var evidence = [Evidence("JobResult", facts: result.rawValue)]
        // With other results the process did not run, and the facts would be about an earlier run.
        if result == .failed || result == .timeout {
            let (exit, found) = await lastRun()
            if let exit { message += ", its process \(exit.words)" }
            evidence += found
        }
        if let last = evidence.last, last.object == "journal", last.holds == nil {
            message += "; it said: \(last.facts)"
        }
        return Reason(.unitJob, unit, message, evidence: evidence)
    }

    /// Returns the exit of the unit's process, and evidence with the exit and its last output.
    private func lastRun() async -> (UnitExit?, [Evidence]) {
        do {
            let facts = try await host.units.facts(of: unit)
            let exit = facts.exit.map { Evidence("ExecMainStatus", facts: $0.words) }
            return (facts.exit, [exit].compactMap(\.self) + (await lastWords(facts)))
        } catch {
            return (nil, [.unread("ExecMainStatus", error)])
        }
    }

    /// Returns the last output of the unit, one line each.
    private func lastWords(_ facts: UnitFacts) async -> [Evidence] {
        guard let invocation = facts.invocation else { return [] }
        do {
            let lines = try await host.units.lastLines(ofInvocation: invocation)
            return lines.map { Evidence("journal", facts: $0) }
        } catch {
            return [.unread("journal", error)]
        }
    }
}

extension Evidence {
    fileprivate static func unread(_ object: String, _ error: any Error) -> Evidence {
        Evidence(object, facts: "cannot be read: \(error)", holds: false)
    }
}

extension UnitExit {
    fileprivate var words: String {
        switch self {
        case .exited(let status): "exited with \(status)"
        case .killed(let signal): "was killed by signal \(signal)"
        }
    }
}

/// The refusal of systemd to do an operation.
struct UnitRefusal {
    let reason: Reason

    /// - Parameters:
    ///   - what: The operation, for example `to start it`.
    ///   - isInteractive: True if polkit was allowed to ask a person.
    /// - Returns: nil for a failure that is no refusal.
    init?(_ failure: BusFailure, _ what: String, _ unit: String, isInteractive: Bool) {
        switch failure {
        case .remote(.systemd, interactionRequired, _):
            let help =
                isInteractive ? ", but no authentication agent runs" : "; ask interactively"
            let message = "is not permitted \(what): polkit would have to ask\(help)"
            reason = Reason(.unitRefused, unit, message, cause: .permission)
        case .accessDenied(_, let text):
            let message = "is not permitted \(what): \(text.withoutFullStop)"
            reason = Reason(.unitRefused, unit, message, cause: .permission)
        case .remote(.systemd, _, let text):
            let message = "systemd refuses \(what): \(text.withoutFullStop)"
            reason = Reason(.unitRefused, unit, message)
        default: return nil
        }
    }
}

private let interactionRequired = "org.freedesktop.DBus.Error.InteractiveAuthorizationRequired"

extension String {
    /// The text without its final full stop, to end one of our messages.
    fileprivate var withoutFullStop: String {
        let line = onOneLine
        return line.hasSuffix(".") ? String(line.dropLast()) : line
    }
}
