import AccessModel
public import Capabilities
public import Kernel
import LinuxSystem
public import Procedures

/// The right to use one file in one way.
///
/// The kernel itself is asked where that is possible, with faccessat2(2) on the very object at the path. The kernel's
/// rules are also applied to the same facts. They cover the rest of the call, other subjects, and the reason. A refusal
/// of the call itself by a seccomp filter, by Landlock, or by the driver of a device cannot be known beforehand; see
/// ``assumptions()``.
///
/// A service that has a kernel capability permitted, and not in effect, can allow it for this one file:
///
/// ```swift
/// FileAccess(.read, "/etc/ssl/private/site.key", raising: .dacReadSearch)
/// ```
///
/// The capability is put in effect only if the answer without it is no. It is raised on a new thread for the look, and
/// again for the open of the permit. It applies only to actions that a permit opens: reads, writes, lists.
/// - SeeAlso: faccessat2(2), path_resolution(7), capabilities(7).
public struct FileAccess: Capability {
    public typealias Held = JudgedFile

    /// The authority that is asked.
    public enum Asking: String, CaseIterable, Hashable, Sendable {
        /// The rules alone.
        case model
        /// The kernel if it can be asked; the rules for the rest, and for the reason.
        case kernel
        /// Both, and they must agree.
        case both
    }

    public let action: Action
    public var path: String { exactPath.text }
    private let exactPath: ExactPath
    /// True if a symbolic link at the end of the path is followed; nil for the default of the system call.
    public let follow: Bool?
    public let subject: Subject
    public let asking: Asking
    /// The capability that may be put in effect for this one use, if the use needs it.
    public let raising: KernelCapability?
    /// True if a yes comes with the changes that would prevent it.
    private var tellsPreventions = false
    let host: Host

    /// - Parameters:
    ///   - path: An absolute path.
    ///   - asking: By default the kernel for the asking thread: a yes of the kernel that covers the whole call needs no
    ///     rule, and has no reasons. Both for every other subject, which a thread cannot always become.
    ///   - raising: Has an effect only if the subject is the asking thread, and the thread has it permitted.
    public init(
        _ action: Action,
        _ path: String,
        follow: Bool? = nil,
        as subject: Subject = .current,
        asking: Asking? = nil,
        raising: KernelCapability? = nil,
        on host: Host = .live
    ) {
        self.action = action
        exactPath = ExactPath(path)
        self.follow = follow
        self.subject = subject
        self.asking = asking ?? (subject == .current ? .kernel : .both)
        self.raising = raising
        self.host = host
    }

    public var name: String {
        let unusual = follow.flatMap { $0 == action.operation.followsLinks ? nil : $0 }
        return "\(action.word) \(path)" + (action.argument.map { " \($0)" } ?? "")
            + (unusual.map { " (follow: \($0))" } ?? "")
    }

    public var subjectName: String { subject.description }

    public var requirement: Action { action }

    public func isAvailable() async -> Availability {
        .available
    }

    public func authorizationStatus() async throws -> FileAccessStatus {
        try await looked(keeping: false).status
    }

    /// Looks, and holds the very object that was judged, for ``Capabilities/Permit`` to open.
    ///
    /// It is held as a place (`O_PATH`). That neither reads the file nor acts on a device, but prevents its file system
    /// from being unmounted. Nothing is held if the answer is no, or for another subject, because a permit opens
    /// nothing in its place.
    public func look() async throws -> Look<FileAccess> { try await looked(keeping: true) }

    /// Returns the assumptions about the subject's confinement, whoever gives the yes.
    public func assumptions() async -> [Assumption] { await host.assumptions(of: subject) }

    private func looked(keeping: Bool) async throws -> Look<FileAccess> {
        if let reason = notAsked { return Look(status(.undetermined([reason]))) }
        var inquiry = FileInquiry(action, path, follow: follow)
        inquiry.tellsPreventions = tellsPreventions
        let looking = FileLooking(inquiry, asking, host)
        guard subject == .current else {
            return Look(status(try await looking.verdict(of: subject)))
        }
        var (verdict, file) = try await looking.ownVerdict(keeping: keeping)
        if verdict.isRefusedNow, let raising, action.isOpened {
            (verdict, file) = try await looking.verdict(raising: raising, after: verdict)
        }
        return Look(status(verdict), holding: keeping && verdict.isAuthorized ? file : nil)
    }

    /// The present status, then a new status after each change of the facts behind it: the directories and links on the
    /// way, the file, and the mounts.
    ///
    /// inotify(7) reports changes of files, and proc_pid_mounts(5) those of mounts. Each sequence holds two descriptors
    /// and one inotify instance. `fs.inotify.max_user_instances` limits the instances of a user.
    ///
    /// Changes of the subject are not reported, such as a user's groups or kernel capabilities that a thread gives up.
    /// Neither are changes of a security module's rules, of kernel settings or by chattr(1), nor a file system that
    /// becomes read-only by itself or from another mount namespace. A file that this process may not read is watched
    /// only by its name.
    ///
    /// - Throws: `Unwatched` if the system has no room for watches (ENOSPC, EMFILE), if a directory on the way may not
    ///   be read (EACCES), for file systems whose files other hosts (NFS, FUSE and the like) or the kernel (proc,
    ///   sysfs) change, and when the subject has ended.
    public var updates: StatusUpdates<FileAccessStatus> {
        if let reason = notAsked {
            return StatusUpdates(once: reason) { try await authorizationStatus() }
        }
        return StatusUpdates(unreported: subject.unreported) {
            try await authorizationStatus()
        } whenever: {
            let inquiry = FileInquiry(action, path, follow: follow)
            let raised = action.isOpened ? raising : nil
            let bell = Bell()
            let changes = try await FileChanges(
                of: [inquiry],
                as: subject,
                raising: raised,
                on: host,
                waking: bell
            )
            return Changes([changes], waking: bell)
        }
    }

    /// The reason why the question is not asked at all; nil if it is.
    private var notAsked: Reason? {
        guard path.utf8.first == UInt8(ascii: "/"), !path.hasNUL else {
            return Reason(.pathNotAbsolute, path, "is not an absolute path without NUL bytes")
        }
        return nil
    }

    private func status(_ verdict: Verdict) -> FileAccessStatus {
        FileAccessStatus(action: action, verdict: verdict)
    }
}

extension FileAccess: ExplainingCapability {
    /// For the asking thread, asks the rules. They give the evidence, and the kernel gives none.
    ///
    /// Reports show what would prevent a use only for the asking thread and for users. A process or a service can have
    /// mounts of its own, and threads that each need another change.
    package var explaining: (any Capability)? {
        guard !tellsPreventions, raising == nil else { return nil }
        let asking: Asking
        switch subject {
        case .current: asking = .model
        case .user: asking = self.asking
        case .process, .unit, .container, .unitFile, .restartedUnit: return nil
        }
        var access = FileAccess(action, path, follow: follow, as: subject, asking: asking, on: host)
        access.tellsPreventions = true
        return access
    }
}

extension FileAccess: MakingCapability {
    /// Opens the file for writing, and creates a missing one.
    package var making: (any Capability)? {
        switch action {
        case .write, .append, .readWrite, .openTruncate, .truncate:
            FileAccess(.openCreate, path, follow: follow, as: subject, asking: asking, on: host)
        default: nil
        }
    }
}

/// The status of one way to use a file.
public struct FileAccessStatus: AuthorizationStatus, Hashable {
    public let action: FileAccess.Action
    public let verdict: Verdict

    public func meets(_ requirement: FileAccess.Action) -> Verdict {
        guard requirement == action else {
            let message = "was looked at for \(action.word), not for \(requirement.word)"
            return .undetermined([Reason(.notLookedAt, "file", message)])
        }
        return verdict
    }
}
