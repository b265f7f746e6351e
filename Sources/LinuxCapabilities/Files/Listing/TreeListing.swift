import LinuxSystem
import Procedures

/// The rights of a subject in a tree, row by row, as the rules decide; see ``ListedEntry``.
///
/// Links are not followed, except the directory's own. Mounted file systems are included. The rows come in the order of
/// names, a directory before its entries. Rows that were handed out are not kept.
package final class TreeListing: Sendable {
    /// The extent of a listing.
    package struct Extent: Hashable, Sendable {
        /// The number of levels below the directory; nil for all.
        package var depth: Int?
        /// The number of entries below the directory.
        package var limit: Int

        package init(depth: Int? = nil, limit: Int) {
            self.depth = depth
            self.limit = limit
        }
    }

    /// The next rows.
    package struct Rows: Sendable {
        package var entries: [ListedEntry]
        /// True if these are the last rows.
        package var isLast: Bool
        /// True if there are entries beyond the limit.
        package var isCut: Bool
    }

    private let path: String
    private let walk: Locked<TreeWalk>

    /// - Parameter path: A directory's absolute path, as the subject sees it.
    package init(_ path: String, _ extent: Extent, of subject: SubjectIdentity, isSelf: Bool) {
        self.path = path
        walk = Locked(TreeWalk(Array(path.utf8), extent, subject, isSelf: isSelf))
    }

    /// Reads and decides the next rows, on a thread that may block.
    ///
    /// - Throws: ``NotListed``; ``SystemError`` if the host's own facts cannot be read; `CancellationError`.
    package func next() async throws -> Rows {
        try await BlockingThreads.shared.runAsCaller(path) {
            try self.walk.withLock { try $0.next() }
        }
    }
}

/// The reason why there is no listing at all.
package struct NotListed: Error, Hashable, Sendable {
    /// True if the answer is certain. It is for a directory that does not exist, not for one that cannot be looked at.
    package let isCertain: Bool
    /// The text continues the path.
    package let message: String
}
