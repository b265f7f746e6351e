import AccessModel
import LinuxSystem

/// The directories that were used last, kept open, up to a few dozen.
struct OpenDirectories {
    final class Opened {
        let place: Descriptor
        /// True if the directory is seen behind an idmapped mount, see ``FoundFile``.
        let isUnmapped: Bool
        fileprivate var lastUse = 0

        init(_ place: consuming Descriptor, isUnmapped: Bool) {
            self.place = place
            self.isUnmapped = isUnmapped
        }
    }

    private static let limit = 48
    private var all: [PlaceID: Opened] = [:]
    private var uses = 0

    /// Returns the directory if it is open.
    mutating func find(_ id: PlaceID) -> Opened? {
        guard let found = all[id] else { return nil }
        uses += 1
        found.lastUse = uses
        return found
    }

    @discardableResult
    mutating func keep(
        _ place: consuming Descriptor,
        for id: PlaceID,
        isUnmapped: Bool = false
    ) -> Opened {
        if all.count >= Self.limit,
            let oldest = all.min(by: { $0.value.lastUse < $1.value.lastUse })
        {
            all[oldest.key] = nil
        }
        let opened = Opened(place, isUnmapped: isUnmapped)
        uses += 1
        opened.lastUse = uses
        all[id] = opened
        return opened
    }
}
