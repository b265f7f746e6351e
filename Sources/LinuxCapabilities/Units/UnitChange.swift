import Capabilities
import LinuxSystem
import Procedures
import Text

/// One thing that systemd is to do with a unit, and what came of it.
struct UnitChange {
    let operation: UnitOperation
    let unit: String
    let isInteractive: Bool
    let host: Host

    /// Has systemd do it, and follows the job to its end.
    ///
    /// - Returns: Why it was not done; nil where it was.
    /// - Throws: what kept systemd from being asked; `CancellationError` once no job of ours is left.
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
        // It ends soon then: it takes its job back first.
        return try await job.value
    }

    /// - Parameter result: How the job ended.
    private func trouble(_ result: UnitJobResult) async -> Reason {
        var message = "did not \(operation): its job ended with \(result.rawValue)"
        var evidence = [Evidence("JobResult", facts: result.rawValue)]
        // Else it was not run, and would tell of the time before.
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

    /// How its process ended, and that with what it said as evidence.
    private func lastRun() async -> (UnitExit?, [Evidence]) {
        do {
            let facts = try await host.units.facts(of: unit)
            let exit = facts.exit.map { Evidence("ExecMainStatus", facts: $0.words) }
            return (facts.exit, [exit].compactMap(\.self) + (await lastWords(facts)))
        } catch {
            return (nil, [.unread("ExecMainStatus", error)])
        }
    }

    /// What the unit said last, a line each.
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

/// What systemd said instead of doing it.
struct UnitRefusal {
    let reason: Reason

    /// - Parameters:
    ///   - what: `to start it`.
    ///   - isInteractive: Whether polkit was let to ask a person.
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
    /// As a message of others ends in one of ours.
    fileprivate var withoutFullStop: String {
        let line = onOneLine
        return line.hasSuffix(".") ? String(line.dropLast()) : line
    }
}
