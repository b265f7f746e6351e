package import LinuxSystem
public import Logging
import Synchronization

/// Sends what is logged to the journal, each entry of the metadata as a field: `capability` as
/// `WARRANT_CAPABILITY=`.
///
/// ```swift
/// let logger = Logger(label: "backup") { JournalLogHandler(label: $0) }
/// let queue = ProcedureQueue(logger: logger)
/// ```
///
/// Gates log each decision so, with `WARRANT_CAPABILITY=`, `WARRANT_VERDICT=`, `WARRANT_SUBJECT=`,
/// `WARRANT_PROCEDURE=` and `WARRANT_REASON=`; `journalctl WARRANT_VERDICT=denied` finds them again. The label
/// is the `SYSLOG_IDENTIFIER=`.
///
/// It waits for nobody: what the journal does not take goes to another handler, standard error unless told
/// otherwise, with the reason. No gate opens or closes for it.
/// - SeeAlso: systemd-journald.service(8), systemd.journal-fields(7).
public struct JournalLogHandler: LogHandler {
    public var logLevel = Logger.Level.info
    public var metadata: Logger.Metadata = [:]
    public var metadataProvider: Logger.MetadataProvider?

    private let label: String
    private let journal: JournalSocket
    private var fallback: any LogHandler

    /// - Parameters:
    ///   - label: Of the logger.
    ///   - fallback: Takes what the journal does not.
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

    /// In capitals, with `_` for what the journal would refuse; at most as long as it takes, 64 in all.
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
    /// As syslog(3) counts, 0 being the worst.
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
