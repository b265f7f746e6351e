package import Logging
import Synchronization

/// Keeps the log records.
package final class KeptLog: Sendable {
    private let kept = Mutex<[LogEvent]>([])

    package init() {}

    package var events: [LogEvent] { kept.withLock { $0 } }

    /// The decisions of gates: each message with its metadata.
    package var decisions: [(message: String, metadata: [String: String])] {
        events.filter { $0.metadata?["verdict"] != nil }.map { event in
            ("\(event.message)", (event.metadata ?? [:]).mapValues { "\($0)" })
        }
    }

    package var logger: Logger { Logger(label: "kept") { _ in self.handler } }

    package var handler: some LogHandler { Handler(log: self) }

    private struct Handler: LogHandler {
        let log: KeptLog
        var logLevel = Logger.Level.trace
        var metadata: Logger.Metadata = [:]

        subscript(metadataKey key: String) -> Logger.Metadata.Value? {
            get { metadata[key] }
            set { metadata[key] = newValue }
        }

        func log(event: LogEvent) {
            var event = event
            event.metadata = metadata.merging(event.metadata ?? [:]) { $1 }
            log.kept.withLock { $0.append(event) }
        }
    }
}
