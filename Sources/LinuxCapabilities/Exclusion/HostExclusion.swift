import Capabilities
public import Procedures
import LinuxSystem

/// Exclusion among the procedures of all processes of a host that use the same directory.
///
/// A category is a file in the directory, and who has the file's lock is alone in the category. The
/// kernel gives the lock back when its holder dies, however it dies; the files stay, and nothing is ever
/// written to them.
///
/// Within a process, first come is first served, as in ``ProcessExclusion``; between processes there is
/// no order: of those that wait, whoever sees first that a lock is free takes it. The categories of a
/// request are taken in the order of their names, so that requests never wait for one another in a
/// circle; a procedure that runs inside another and asks for further categories is not protected so,
/// and needs its deadline.
///
/// ## The directory
///
/// It lies on a local file system, and must belong to root or to the user of this process. Where it is
/// missing it is made, with mode 0755; its parent is not, and is the caller's to choose: who can rename
/// the directory is trusted. Whoever may write to it may lock in it, and nobody else: lock files in a
/// directory of mode 0755 get mode 0600, of 1777 they get 0666. A directory that others may write to must
/// have the sticky bit, so that nobody can remove the lock file of another. A lock file of a user who is
/// neither root nor that of this process is refused, since its owner could remove it while it is locked;
/// a process of root's makes it root's instead. So users share a category through files that root made.
///
/// Whoever may open a lock file may hold its lock for ever: that denies the service, and never breaks
/// the exclusion. Only root, the directory's owner and whoever they let have other names for it can.
///
/// ## What can go wrong
///
/// Wherever it is not certain that the lock is ours, the request fails with the reason: no room on the
/// disk or for a descriptor (`ENOSPC`, `EMFILE`), no room for a lock (`ENOLCK`), a directory or a file
/// that cannot be trusted, a category beyond ASCII or longer than 250 bytes. A child that was forked
/// meanwhile, and has not executed another program, keeps the lock when its parent is killed.
///
/// - SeeAlso: "Open file description locks" in fcntl(2).
public final class HostExclusion: ExclusionScope {
    /// One for the process, in `/run/warrant`.
    ///
    /// The environment has no say: two services with a `RUNTIME_DIRECTORY` each would exclude nothing from one
    /// another. Only root can make `/run/warrant`, so other users need a host where systemd-tmpfiles(8) made it, or
    /// an exclusion with a directory of their own, named in code.
    public static let shared = HostExclusion(directory: sharedDirectory)

    static let sharedDirectory = "/run/warrant"

    public let name = "this host"
    /// Where the lock files are.
    public let directory: String
    private let locks: HostLocks
    private let line: ProcessExclusion

    /// - Parameter directory: An absolute path. Nothing is made or opened before the first request.
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

    /// Where nobody is inside or in line, nothing is kept.
    package var isEmpty: Bool { line.isEmpty && locks.isEmpty }
}

extension ExclusionScope where Self == HostExclusion {
    /// All processes of this host that use the same directory: see ``HostExclusion/shared``.
    public static var host: HostExclusion { .shared }
}

/// The lock files of the requests whose turn it is in this process.
private final class HostLocks: Sendable {
    private let attempts = Locked<[ObjectIdentifier: LockAttempt]>([:])
    private let waiting = LockWaiting()
    private let directory: LockDirectory

    init(in directory: String) { self.directory = LockDirectory(directory) }

    var isEmpty: Bool { attempts.withLock { $0.isEmpty } }

    /// Before the request stands in line: it may be let in and released at the same time.
    func enter(_ request: ExclusionRequest) {
        // What an ancestor holds, the process has locked already.
        let categories = request.categories.filter { request.ancestor(holding: $0) == nil }
        let attempt = LockAttempt(request, categories, in: directory)
        attempts.withLock { $0[ObjectIdentifier(request)] = attempt }
    }

    func take(_ request: ExclusionRequest) {
        // Nil where it was released meanwhile.
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
