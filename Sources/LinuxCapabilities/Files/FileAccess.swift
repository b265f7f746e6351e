public import Capabilities
public import Kernel
import LinuxSystem
public import Procedures

/// The right to use one file in one way.
///
/// The kernel itself is asked where it can be (faccessat2(2), on the very object that the path leads to),
/// and the rules by which it decides are applied to the same facts: for all that the call does besides,
/// for subjects that are not us, and to say why. What a seccomp filter, Landlock, or the driver behind a
/// device would say to the call itself is not known beforehand; see ``assumptions()``.
///
/// A service that keeps a kernel capability permitted, and not in effect, can allow it for this one file:
///
/// ```swift
/// FileAccess(.read, "/etc/ssl/private/site.key", raising: .dacReadSearch)
/// ```
///
/// It is put in effect only where the answer is no without, on a thread that is born for the look, and again
/// for the open of the permit. Only for what a permit opens: reads, writes, lists.
/// - SeeAlso: faccessat2(2), path_resolution(7), capabilities(7).
public struct FileAccess: Capability {
    public typealias Held = JudgedFile

    /// Who is asked.
    public enum Asking: String, CaseIterable, Hashable, Sendable {
        /// The rules alone.
        case model
        /// The kernel where it can be asked; the rules for the rest, and for the reason.
        case kernel
        /// Both, and they must agree.
        case both
    }

    public let action: Action
    public var path: String { exactPath.text }
    private let exactPath: ExactPath
    /// Whether a symbolic link at the end of the path is followed; nil as the system call does by itself.
    public let follow: Bool?
    public let subject: Subject
    public let asking: Asking
    /// What may be put in effect for this one use, where it takes it.
    public let raising: KernelCapability?
    let host: Host

    /// - Parameters:
    ///   - path: An absolute path.
    ///   - raising: Of use where it is permitted to the thread that asks, which is the subject.
    public init(
        _ action: Action,
        _ path: String,
        follow: Bool? = nil,
        as subject: Subject = .current,
        asking: Asking = .both,
        raising: KernelCapability? = nil,
        on host: Host = .live
    ) {
        self.action = action
        exactPath = ExactPath(path)
        self.follow = follow
        self.subject = subject
        self.asking = asking
        self.raising = raising
        self.host = host
    }

    public var name: String {
        "\(action.word) \(path)" + (action.argument.map { " \($0)" } ?? "")
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
    /// It is held as a place (`O_PATH`), which reads nothing of it and does not act on a device, but
    /// keeps its file system from being unmounted. Nothing is held where the answer is no, nor for another
    /// subject, as whom nothing would be opened.
    public func look() async throws -> Look<FileAccess> { try await looked(keeping: true) }

    /// What may confine the subject, for a yes by whomever.
    public func assumptions() async -> [Assumption] { await host.assumptions(of: subject) }

    private func looked(keeping: Bool) async throws -> Look<FileAccess> {
        if let reason = notAsked { return Look(status(.undetermined([reason]))) }
        let inquiry = FileInquiry(action, path, follow: follow)
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

    /// The present status, then what is found after each change of what it was judged by: of the
    /// directories and links on the way, of the file, and of what is mounted where.
    ///
    /// They are told by inotify(7), and mounts by proc_pid_mounts(5). Each sequence holds an inotify, of which
    /// a user may have `fs.inotify.max_user_instances`, and two descriptors.
    ///
    /// Not told is who the subject is: groups of a user that change, kernel capabilities that a thread gives
    /// up. Nor what a security module has learnt, what becomes of a setting of the kernel, what chattr(1)
    /// does, and that a file system becomes read-only by itself or from another mount namespace. A file that
    /// this process may not read is watched by its name alone.
    ///
    /// - Throws: `Unwatched` where the system has no room for watches (ENOSPC, EMFILE), where a directory on
    ///   the way may not be read (EACCES), for file systems of which others change the files (NFS, FUSE and
    ///   the like) or the kernel does (proc, sysfs), and when the subject is gone.
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

    /// Why nobody is even asked.
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

extension FileAccess: MakingCapability {
    /// To open the file for writing, which makes one that is not there.
    package var making: (any Capability)? {
        switch action {
        case .write, .append, .readWrite, .openTruncate, .truncate:
            FileAccess(.openCreate, path, follow: follow, as: subject, asking: asking, on: host)
        default: nil
        }
    }
}

/// What is known of one way to use a file.
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
