import Capabilities
public import Procedures
import LinuxSystem

/// Exclusion among the procedures of all processes of a host that use the same directory.
///
/// A category is a file in the directory. The holder of the file's lock is alone in the category. The kernel releases
/// the lock when its holder dies, however it dies. The files stay, and are never written to.
///
/// Within a process, first come is first served, as in ``ProcessExclusion``. Between processes there is no order: the
/// first waiting process that finds a lock free takes it. The categories of a request are taken in the order of their
/// names, so requests never wait for one another in a circle. A procedure that runs inside another and requests further
/// categories has no such protection, and needs its deadline.
///
/// ## The directory
///
/// The directory is on a local file system, and must belong to root or to the user of this process. A missing directory
/// is created with mode 0755, but its parent is not. The caller chooses the parent, and any user who can rename the
/// directory is trusted. The users who may write to the directory may lock in it, and no others: lock files in a
/// directory of mode 0755 get mode 0600, those in 1777 get 0666. A directory that others may write to must have the
/// sticky bit, which prevents users from removing each other's lock files. A lock file of a user other than root and
/// the user of this process is refused, because its owner could remove it while it is locked. A process of root gives
/// the file to root instead. So users share a category through files that root created.
///
/// A user who may open a lock file may hold its lock forever. That denies the service, and never breaks the exclusion.
/// Only root and the owner of the directory can break it, and users who have another name for the lock file from them.
///
/// ## What can go wrong
///
/// A request fails with the reason if it is not certain that this process has the lock: no room on the disk or for a
/// descriptor (`ENOSPC`, `EMFILE`), no room for a lock (`ENOLCK`), a directory or a file that cannot be trusted, a
/// category beyond ASCII or, escaped as in its file name, longer than 250 bytes. A child that was forked meanwhile, and
/// has not executed another program, keeps the lock when its parent is killed.
///
/// - SeeAlso: "Open file description locks" in fcntl(2).
public final class HostExclusion: ExclusionScope {
    /// The exclusion of this process in `/run/warrant`.
    ///
    /// The environment does not change the directory: two services with a `RUNTIME_DIRECTORY` each would not exclude
    /// each other. Only root can create `/run/warrant`. Other users need a host where systemd-tmpfiles(8) created it,
    /// or an exclusion with a directory of their own, named in code.
    public static let shared = HostExclusion(directory: sharedDirectory)

    static let sharedDirectory = "/run/warrant"

    public let name = "this host"
    /// The directory of the lock files.
    public let directory: String
    private let locks: HostLocks
    private let line: ProcessExclusion

    /// - Parameter directory: An absolute path. Nothing is created or opened before the first request.
    public init(directory: String) {
        self.directory = directory
        let locks = HostLocks(in: directory)
        self.locks = locks
        line = ProcessExclusion(name: name) { locks.take($0) }
    }

    public func acquire(_ request: ExclusionRequest) {
        locks.enter(request)
        line.acquire(request)
    }

    public func release(_ request: ExclusionRequest) {
        locks.leave(request)
        line.release(request)
    }

    public func obstacles(to request: ExclusionRequest) -> [Reason] {
        line.obstacles(to: request) + (locks.obstacle(to: request).map { [$0] } ?? [])
    }

    /// True if no request is inside or in line. Then no state is kept.
    package var isEmpty: Bool { line.isEmpty && locks.isEmpty }
}

extension ExclusionScope where Self == HostExclusion {
    /// The exclusion of all processes of this host that use the same directory: see ``HostExclusion/shared``.
    public static var host: HostExclusion { .shared }
}

/// The lock files of the requests whose turn it is in this process.
private final class HostLocks: Sendable {
    private let attempts = Locked<[ObjectIdentifier: LockAttempt]>([:])
    private let waiting = LockWaiting()
    private let directory: LockDirectory

    init(in directory: String) { self.directory = LockDirectory(directory) }

    var isEmpty: Bool { attempts.withLock { $0.isEmpty } }

    /// Prepares a request before it stands in line, because it may be let in and released at once.
    func enter(_ request: ExclusionRequest) {
        // The process has already locked the categories that an ancestor holds.
        let categories = request.categories.filter { request.ancestor(holding: $0) == nil }
        let attempt = LockAttempt(request, categories, in: directory)
        attempts.withLock { $0[ObjectIdentifier(request)] = attempt }
    }

    func take(_ request: ExclusionRequest) {
        // Nil if the request was released meanwhile.
        guard let attempt = attempt(of: request) else { return }
        switch attempt.advance() {
        case .granted: request.grant()
        case .failed(let reason): request.fail(reason)
        case .over: break
        case .waiting: wait(for: attempt)
        }
    }

    func leave(_ request: ExclusionRequest) {
        let attempt = attempts.withLock { $0.removeValue(forKey: ObjectIdentifier(request)) }
        if attempt?.end() == true { waiting.wake() }
    }

    func obstacle(to request: ExclusionRequest) -> Reason? { attempt(of: request)?.obstacle() }

    private func attempt(of request: ExclusionRequest) -> LockAttempt? {
        attempts.withLock { $0[ObjectIdentifier(request)] }
    }

    private func wait(for attempt: LockAttempt) {
        do throws(SystemError) {
            try waiting.add(attempt)
        } catch {
            attempt.end()
            let message = "is held by others, and cannot be waited for: \(error)"
            let category = attempt.request.categories.first ?? ""
            attempt.request.fail(Reason(.lockFailed, category, message))
        }
    }
}
