import LinuxCapabilities
import PolicyLanguage
import Procedures
import Text

/// The output of `warrant can --list`, piece by piece, and its exit status.
struct ListingReport {
    private let path: String
    private let subject: Subject
    private let extent: TreeListing.Extent
    private let format: ReportFormat
    private let filter: EntryFilter
    /// The users as whom the subject acts.
    private var owners: Set<UInt32> = []
    private var table: ListingTable
    private var isBegun = false
    private var count = 0
    private var isCut = false
    private var isKnown = true
    /// The assumptions of every `authorized` in the listing.
    private var assumes: [Assumption] = []
    private var isStrict = false
    private var failure: NotListed?

    init(
        _ path: String,
        _ subject: Subject,
        _ extent: TreeListing.Extent,
        _ format: ReportFormat,
        _ filter: EntryFilter
    ) {
        self.path = path
        self.subject = subject
        self.extent = extent
        self.format = format
        self.filter = filter
        table = ListingTable(below: path, Style.ofStandardOutput)
    }

    /// The exit status: all entries were answered, some were not, or there was nothing to list.
    var status: ExitStatus {
        if let failure { return failure.isCertain ? .fails : .undetermined }
        return isKnown && !isCut ? .holds : .undetermined
    }

    /// - Parameter strict: True if each `authorized` that rests on an assumption becomes `undetermined`.
    mutating func begin(_ listing: TreeListing, strict: Bool) {
        owners = listing.owners
        assumes = listing.assumptions
        isStrict = strict && !assumes.isEmpty
    }

    mutating func rows(_ found: TreeListing.Rows) throws -> String {
        defer { isBegun = true }
        var rows = found
        if isStrict { rows.entries = rows.entries.map(\.strict) }
        rows.entries.removeAll { !filter.admits($0, by: owners) }
        count += rows.entries.count
        isCut = isCut || rows.isCut
        isKnown = isKnown && rows.entries.allSatisfy(\.isKnown)
        switch format {
        case .text:
            return (isBegun ? "" : title) + table.text(rows.entries)
        case .json: return try rows.entries.map { try encodedLine(EntryJSON($0)) }.joined()
        }
    }

    private var title: String {
        "rights of \(subject.description.onOneLine) in \(path.onOneLine)\n\n"
            + ListingTable.header + "\n"
    }

    mutating func fail(_ failure: NotListed) { self.failure = failure }

    mutating func ending() throws -> String {
        let note = self.note
        guard format == .text else {
            return try encodedLine(
                ListingJSON(
                    exit: status.rawValue,
                    subject: subject.description,
                    object: path,
                    entries: count,
                    isCut: isCut,
                    problem: note,
                    assumes: assumes.isEmpty ? nil : assumes
                )
            )
        }
        let style = Style.ofStandardOutput
        let assumed = count == 0 ? [] : assumes.lines(style, indent: 0, showsAll: true)
        let rest =
            table.ending() + (assumed.isEmpty ? "" : "\n") + assumed.map { $0 + "\n" }.joined()
        guard let note else { return rest }
        let mark = status == .fails ? Style.Mark.no : status == .holds ? .none : .unknown
        return rest + (count == 0 ? "" : "\n") + "\(style.mark(mark)) \(note.onOneLine)\n"
    }

    /// The note that a reader needs besides the rows.
    private var note: String? {
        if let failure { return "\(failure.object) \(failure.message)" }
        guard isCut else {
            return isBegun && count == 0 ? "no entry matches" : nil
        }
        return
            "there are more than \(extent.limit) entries, and the rest was not looked at; "
            + "raise --limit, or lower --depth"
    }
}
