import Capabilities
import Kernel
import LinuxSystem
package import Procedures

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

    /// The ids by which the kernel judges the subject as an owner of files, one for each kind of thread.
    package let owners: Set<UInt32>
    /// The assumptions of every yes.
    package let assumptions: [Assumption]
    private let path: String
    private let walk: Locked<TreeWalk>

    private init(
        _ path: String,
        _ extent: Extent,
        of subject: SubjectIdentity,
        isSelf: Bool,
        _ assumptions: [Assumption]
    ) {
        self.path = path
        walk = Locked(TreeWalk(Array(path.utf8), extent, subject, isSelf: isSelf))
        owners = Set(subject.everyone.map(\.user.fileSystem))
        self.assumptions = assumptions
    }

    /// Finds the subject, and returns the listing before its first row.
    ///
    /// - Parameter path: A directory's absolute path, as the subject sees it.
    package static func beginning(
        at path: String,
        _ extent: Extent,
        of subject: Subject
    ) async throws(NotListed) -> TreeListing {
        switch await Host.live.identityInTime(of: subject) {
        case .unknown(let reason): throw NotListed(reason.object, reason.message)
        case .known(let identity):
            return TreeListing(
                path,
                extent,
                of: identity,
                isSelf: subject == .current,
                try await inTime(path) { await Host.live.assumptions(of: subject) }
            )
        }
    }

    /// Reads and decides the next rows, on a thread that may block.
    package func next() async throws(NotListed) -> Rows {
        try await Self.inTime(path) {
            try await BlockingThreads.shared.runAsCaller(self.path) {
                try self.walk.withLock { try $0.next() }
            }
        }
    }

    /// Runs a part of the listing within the time of a look.
    private static func inTime<Value: Sendable>(
        _ path: String,
        _ part: @escaping @Sendable () async throws -> Value
    ) async throws(NotListed) -> Value {
        let answer: Result<Value, any Error>
        do throws(NoAnswer) {
            answer = try await Patience.ofProcess.answer(within: Deadlines.look) {
                await .of(part)
            }
        } catch {
            throw NotListed(path, error.description)
        }
        switch answer {
        case .success(let value): return value
        case .failure(let error as NotListed): throw error
        case .failure(let error): throw NotListed(path, "is not known: \(error)")
        }
    }
}

/// The reason why there is no listing at all, or no more of it.
package struct NotListed: Error, Hashable, Sendable {
    /// The directory, or the subject.
    package let object: String
    /// The text continues the object.
    package let message: String
    /// True if the answer is certain. It is for a directory that does not exist, not for one that cannot be looked at.
    package let isCertain: Bool

    init(_ object: String, _ message: String, isCertain: Bool = false) {
        self.object = object
        self.message = message
        self.isCertain = isCertain
    }
}
