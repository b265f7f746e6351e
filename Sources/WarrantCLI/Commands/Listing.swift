import ArgumentParser
import LinuxCapabilities
import LinuxSystem
import PolicyLanguage

/// Implements `warrant can --list`: prints the rows as they arrive.
struct Listing {
    private static let defaultLimit = 10_000

    private let path: String
    private let relativePath: RelativePath?
    private let subject: Subject
    private let extent: TreeListing.Extent
    private let format: ReportFormat
    private let filter: EntryFilter
    private let strict: Bool

    /// - Parameter strict: True if an `authorized` that rests on an assumption becomes `undetermined`.
    /// - Throws: `ValidationError` for a relative path if the working directory is not known.
    init(
        _ path: String?,
        _ subject: Subject,
        _ extent: TreeListing.Extent,
        _ format: ReportFormat,
        _ filter: EntryFilter,
        strict: Bool
    ) throws {
        guard let path else { throw ValidationError("--list lists a directory; name one") }
        relativePath = path.isAbsolutePath ? nil : try RelativePath(path)
        self.path = try relativePath?.absoluteDirectory() ?? path
        self.subject = subject
        self.extent = extent
        self.format = format
        self.filter = filter
        self.strict = strict
    }

    /// - Throws: `ValidationError` for a number below 0.
    static func extent(depth: Int?, limit: Int?) throws -> TreeListing.Extent {
        for (option, number) in [("--depth", depth), ("--limit", limit)] {
            guard let number, number < 0 else { continue }
            throw ValidationError("\(option) counts from 0; \(number) is below")
        }
        return TreeListing.Extent(depth: depth, limit: limit ?? defaultLimit)
    }

    func answer() async throws -> ExitStatus {
        try await relativePath?.requireMeaning(for: subject)
        var report = ListingReport(path, subject, extent, format, filter)
        do {
            let listing = try await TreeListing.beginning(at: path, extent, of: subject)
            report.begin(listing, strict: strict)
            var isLast = false
            while !isLast {
                let rows = try await listing.next()
                try write(report.rows(rows))
                isLast = rows.isLast
            }
        } catch let error as NotListed {
            report.fail(error)
        }
        try write(report.ending())
        return report.status
    }
}
