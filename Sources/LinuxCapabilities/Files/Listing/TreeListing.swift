import LinuxSystem
import Procedures

/// What a subject may do in a tree, row by row, as the rules decide; see ``ListedEntry``.
///
/// Links are not followed but the directory's own; what is mounted below is gone into. The rows come in the
/// order of names, a directory before what is in it. Nothing is kept of the rows that were handed out.
package final class TreeListing: Sendable {
    /// What is to be listed.
    package struct Extent: Hashable, Sendable {
        /// How many levels below the directory; nil for all.
        package var depth: Int?
        /// How many entries below the directory.
        package var limit: Int

        package init(depth: Int? = nil, limit: Int) {
            self.depth = depth
            self.limit = limit
        }
    }

    /// The next rows.
    package struct Rows: Sendable {
        package var entries: [ListedEntry]
        /// Whether more may follow.
        package var isLast: Bool
        /// Whether there are entries beyond the limit.
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
    /// - Throws: ``NotListed``; ``SystemError`` where the host's own facts cannot be read;
    ///   `CancellationError`.
    package func next() async throws -> Rows {
        try await BlockingThreads.shared.runAsCaller(path) {
            try self.walk.withLock { try $0.next() }
        }
    }
}

/// Why there is no listing at all.
package struct NotListed: Error, Hashable, Sendable {
    /// Whether that is certain: a directory that does not exist, not one that cannot be looked at.
    package let isCertain: Bool
    /// It reads on after the path.
    package let message: String
}
