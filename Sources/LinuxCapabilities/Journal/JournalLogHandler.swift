package import LinuxSystem
public import Logging
import Synchronization

/// The log handler for the systemd journal. Each metadata entry becomes a field: `capability` becomes
/// `WARRANT_CAPABILITY=`.
///
/// ```swift
/// let logger = Logger(label: "backup") { JournalLogHandler(label: $0) }
/// let queue = ProcedureQueue(logger: logger)
/// ```
///
/// Gates log each decision with `WARRANT_CAPABILITY=`, `WARRANT_VERDICT=`, `WARRANT_SUBJECT=`, `WARRANT_PROCEDURE=` and
/// `WARRANT_REASON=`; `journalctl WARRANT_VERDICT=denied` finds them. The label is the `SYSLOG_IDENTIFIER=`.
///
/// It never waits. An entry that the journal does not take goes to another handler, with the reason. The default is
/// standard error. A lost entry opens or closes no gate.
/// - SeeAlso: systemd-journald.service(8), systemd.journal-fields(7).
public struct JournalLogHandler: LogHandler {
    public var logLevel = Logger.Level.info
    public var metadata: Logger.Metadata = [:]
    public var metadataProvider: Logger.MetadataProvider?

    private let label: String
    private let journal: JournalSocket
    private var fallback: any LogHandler

    /// - Parameters:
    ///   - label: The label of the logger.
    ///   - fallback: Takes the entries that the journal does not.
    public init(label: String, fallback: (any LogHandler)? = nil) {
        self.init(label: label, to: JournalSocket(), fallback: fallback)
    }

    package init(label: String, to journal: JournalSocket, fallback: (any LogHandler)? = nil) {
        self.label = label
        self.journal = journal
        self.fallback = fallback ?? StreamLogHandler.standardError(label: label)
    }

    public subscript(metadataKey key: String) -> Logger.Metadata.Value? {
        get { metadata[key] }
        set { metadata[key] = newValue }
    }

    public func log(event: LogEvent) {
        do throws(SystemError) {
            try journal.send(fields(of: event))
        } catch {
            var lost = event
            lost.metadata = all(event)
            lost.metadata?["journal"] = "lost: \(error)"
            fallback.log(event: lost)
        }
    }

    private func all(_ event: LogEvent) -> Logger.Metadata {
        (metadataProvider?.get() ?? [:])
            .merging(metadata) { $1 }
            .merging(event.metadata ?? [:]) { $1 }
    }

    private func fields(of event: LogEvent) -> [(name: String, value: String)] {
        let known = [
            ("MESSAGE", "\(event.message)"), ("PRIORITY", "\(event.level.priority)"),
            ("SYSLOG_IDENTIFIER", label), ("CODE_FILE", event.file),
            ("CODE_LINE", "\(event.line)"), ("CODE_FUNC", event.function),
        ]
        let own = all(event).sorted { $0.key < $1.key }
        return known + own.map { ("WARRANT_" + Self.fieldName($0.key), "\($0.value)") }
    }

    /// Returns the field name of a key: capitals, with `_` for characters that the journal refuses, at most 64 with the
    /// prefix.
    package static func fieldName(_ key: String) -> String {
        String(
            key.uppercased().unicodeScalars.prefix(56).map { scalar in
                switch scalar {
                case "A"..."Z", "0"..."9": Character(scalar)
                default: "_"
                }
            }
        )
    }
}

extension Logger.Level {
    /// The priority of syslog(3), where 0 is the worst.
    fileprivate var priority: Int {
        switch self {
        case .trace, .debug: 7
        case .info: 6
        case .notice: 5
        case .warning: 4
        case .error: 3
        case .critical: 2
        }
    }
}
