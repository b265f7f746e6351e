import Logging
import Synchronization

/// The messages of a logger.
final class Log: Sendable {
    private struct Handler: LogHandler {
        let log: Log
        var metadata: Logger.Metadata = [:]
        var logLevel = Logger.Level.notice

        subscript(metadataKey key: String) -> Logger.Metadata.Value? {
            get { metadata[key] }
            set { metadata[key] = newValue }
        }

        func log(event: LogEvent) {
            let reason = event.metadata?["reason"].map { "\($0)" } ?? ""
            log.lines.withLock { $0.append("\(event.message); \(reason)") }
        }
    }

    private let lines = Mutex<[String]>([])

    var messages: [String] { lines.withLock { $0 } }
    var logger: Logger { Logger(label: "guards") { _ in Handler(log: self) } }
}
