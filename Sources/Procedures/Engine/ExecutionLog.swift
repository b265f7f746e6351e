import Logging
import Text

extension Logger {
    /// Logs nothing.
    static let silent = Logger(label: "warrant") { _ in SwiftLogNoOpLogHandler() }
}

/// Logs the course of one procedure to the logger of its queue.
struct ExecutionLog: Sendable {
    private let queueLogger: Logger
    private let identity: ProcedureIdentity

    init(_ logger: Logger, _ identity: ProcedureIdentity) {
        queueLogger = logger
        self.identity = identity
    }

    /// The logger of the queue, with the procedure as metadata.
    var logger: Logger {
        var logger = queueLogger
        logger[metadataKey: "procedure"] = "\("\(identity)".onOneLine)"
        return logger
    }

    func ended(_ outcome: ErasedOutcome) {
        switch outcome {
        case .succeeded: logger.debug("succeeded")
        case .failed(let error): logger.error("failed: \("\(error)".onOneLine)")
        case .refused(let refusal): didNotRun(refusal, .notice)
        case .skipped(let refusal): didNotRun(refusal, .info)
        case .cancelled(let cancellation): logger.info("\(cancellation)")
        }
    }

    private func didNotRun(_ refusal: Refusal, _ level: Logger.Level) {
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

    func abandoned() {
        logger.warning("gave up on a condition that ignores its deadline")
    }

    func overrun(_ cause: Cancellation.Cause) {
        logger.warning("\(Cancellation(procedure: identity.name, cause)), and is waited for")
    }

    func stuck(_ obstacle: BodyWatch.Obstacle, for limit: Duration) {
        let finding =
            switch obstacle {
            case .itself: "has held a thread for \(limit.inWords)"
            case .noThread: "has held a thread or waited for one for \(limit.inWords)"
            }
        logger.warning("its work \(finding); call what blocks with `onBlockingThread`")
    }

    /// Logs the error of work that was cancelled, which is no failure.
    func cancelled(_ error: any Error) {
        guard !(error is CancellationError) else { return }
        logger.info("the work was cancelled, and threw: \("\(error)".onOneLine)")
    }
}
