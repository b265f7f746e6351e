import Logging
import Text

extension Logger {
    /// Logs nothing.
    static let silent = Logger(label: "warrant") { _ in SwiftLogNoOpLogHandler() }
}

extension Execution {
    /// The logger of the queue, which says of what procedure it speaks.
    var logger: Logger {
        guard var logger = core.logger else { return .silent }
        logger[metadataKey: "procedure"] = "\("\(identity)".onOneLine)"
        return logger
    }

    /// Who asks the work, or begins something inside it, may: it has not returned.
    var isInside: Bool { state.withLock { $0.phase == .execution && !$0.isInsideOver } }

    func log(_ outcome: ErasedOutcome) {
        guard core.logger != nil else { return }
        switch outcome {
        case .succeeded: logger.debug("succeeded")
        case .failed(let error): logger.error("failed: \("\(error)".onOneLine)")
        case .refused(let refusal): log(refusal, .notice)
        case .skipped(let refusal): log(refusal, .info)
        case .cancelled(let cancellation): logger.info("\(cancellation)")
        }
    }

    private func log(_ refusal: Refusal, _ level: Logger.Level) {
        for finding in refusal.findings where finding.result != .satisfied {
            logger.log(
                level: level,
                "did not run: \(finding)",
                metadata: [
                    "condition": "\(finding.condition.onOneLine)",
                    "phase": "\(refusal.phase.rawValue)",
                ]
            )
        }
    }

    /// - Parameter reasons: Why there was no answer, for the decision that was due.
    func logAbandoned(_ decision: Undecided?, _ reasons: [Reason]) {
        decision?.log(reasons)
        guard core.logger != nil else { return }
        logger.warning("gave up on a condition that ignores its deadline")
    }

    func logOverrun(_ cause: Cancellation.Cause) {
        guard core.logger != nil else { return }
        logger.warning("\(Cancellation(procedure: identity.name, cause)), and is waited for")
    }

    func logCancelled(_ error: any Error) {
        guard core.logger != nil, !(error is CancellationError) else { return }
        logger.info("the work was cancelled, and threw: \("\(error)".onOneLine)")
    }
}
