import Capabilities
package import Kernel
package import LinuxSystem
import Procedures

/// Answers questions about files, as the thread that asks.
package protocol FileProbe: Sendable {
    /// Opens the place of a file and asks the kernel whether it may be used so.
    ///
    /// - Parameter keeping: Whether the object stays open where the kernel says yes.
    /// - Returns: nil where there is no kernel to ask.
    /// - Throws: `CancellationError`, or ``SystemError`` where not even a thread could be had to ask.
    func look(
        at path: String,
        for mode: Permissions,
        follow: Bool,
        keeping: Bool
    ) async throws -> HeldLook?

    /// The owner, the group and the mode of a file, at the end of all links. An owner that this user namespace does not
    /// show is ``foreignID``.
    ///
    /// - Throws: ``SystemError`` as stat(2) fails; `CancellationError`.
    func facts(at path: String) async throws -> FileFacts

    /// Opens the place of a file that may be used so with a kernel capability in effect which the calling
    /// thread only has permitted.
    ///
    /// - Returns: nil where the kernel says yes to that, and the rules do not.
    /// - Throws: ``SystemError`` of capset(2) with `EPERM` where the capability is not permitted; of openat2(2) and
    ///   faccessat2(2) as the kernel refuses; with `EAGAIN` where not even a thread could be had;
    ///   `CancellationError`.
    func look(
        for inquiry: FileInquiry,
        raising capability: KernelCapability
    ) async throws -> JudgedFile?

    /// Decides by the rules, from facts that are read for it.
    ///
    /// - Parameter look: What the kernel says of it; nil where it was not asked.
    func judge(_ inquiry: FileInquiry, after look: HeldLook?) async throws -> FileJudgement

    /// Decides for another subject: for each of its threads that is somebody else.
    func judge(_ inquiry: FileInquiry, for subject: SubjectIdentity) async throws -> [FileJudgement]

    /// Asks the kernel for another subject, as a thread that becomes it.
    ///
    /// - Returns: nil where a path leads the subject elsewhere, or there is no kernel to ask.
    /// - Throws: ``SystemError`` with `EPERM` where no thread of ours may become the subject.
    func ask(
        _ inquiry: FileInquiry,
        _ mode: Permissions,
        as subject: SubjectIdentity
    ) async throws -> [FileLook]?

    /// Begins to watch files, none at first.
    ///
    /// - Parameters:
    ///   - pid: The process whose mounts and whose end count; nil for the one that asks.
    ///   - bell: Rung when something happened, whether it matters or not.
    /// - Throws: ``SystemError``; `ESRCH` if the process has ended.
    func changes(ofProcess pid: Int32?, waking bell: Bell) throws -> any FileWatch

    /// The id of the machine, as the files of a subject tell it.
    ///
    /// - Parameter subject: nil for the thread that asks.
    /// - Returns: nil where no file names one.
    /// - Throws: ``SystemError`` where the file cannot be read; `CancellationError`.
    func machineID(seenBy subject: SubjectIdentity?) async throws -> MachineID?

    /// The security modules that have a say, as `/sys/kernel/security/lsm` names them.
    var securityModules: [String] { get }
}

extension Host {
    package static let fileFamily = Family<any FileProbe>(live: LiveFiles())

    package var files: any FileProbe { self[Self.fileFamily] }
}

/// Watches files, so that a decision about them can be made again.
package protocol FileWatch: Sendable {
    /// The process whose mounts and whose end count; nil for the one that asks.
    var pid: Int32? { get }

    /// Takes all that has happened, and returns whether an answer may have changed by it.
    func takeChange() -> Bool

    /// Watches all that some decisions read, in place of what was watched before.
    ///
    /// - Parameters:
    ///   - interests: What to watch for besides what each decision is made from.
    ///   - subject: nil for the thread that asks.
    ///   - capability: What that thread may have raised for a look.
    /// - Throws: `Unwatched` if something does not report its changes; otherwise as judging does.
    func watch(
        _ inquiries: [FileInquiry],
        for interests: Inotify.Interests,
        as subject: SubjectIdentity?,
        raising capability: KernelCapability?
    ) async throws
}

/// What one look at a file found.
package enum FileLook: Hashable, Sendable {
    /// The walk did not come so far: a directory that may not be searched, a missing file.
    case stopped(SystemError)
    /// The object itself was judged; the errno of the refusal, nil for yes.
    case reached(FileFacts, refusal: Errno?)
    /// The kernel has answered, whatever the object is.
    case answered(refusal: Errno?)

    /// The errno by which the kernel refuses or fails; nil for yes.
    var refusal: Errno? {
        switch self {
        case .stopped(let error): error.errno
        case .reached(_, let code), .answered(let code): code
        }
    }
}

/// What one look at a file found, and the very object that it judged, while somebody needs it.
package struct HeldLook: Sendable {
    package let look: FileLook
    /// Nil where the kernel refuses, and where there is no file behind the answer.
    package let file: JudgedFile?
    /// Whether all of the way was in the kernel's caches, and the file on this machine.
    package let isAtHand: Bool
    /// Whether a regular file opens for everyone whom its permissions let in.
    package let opensFreely: Bool

    package init(
        _ look: FileLook,
        holding file: JudgedFile? = nil,
        isAtHand: Bool = false,
        opensFreely: Bool = false
    ) {
        self.look = look
        self.file = file
        self.isAtHand = isAtHand
        self.opensFreely = opensFreely
    }

    /// Whether a yes of the kernel is the whole answer: faccessat2(2) says nothing of what open(2) and
    /// execve(2) refuse besides, for what the file is.
    func answersAlone(_ action: FileAccess.Action) -> Bool {
        guard case .reached(let file, nil) = look else { return false }
        switch action {
        case .access: return true
        case .read:
            return file.kind == .directory ? isAtHand : file.kind == .regular && opensFreely
        case .write: return file.kind == .regular && !file.isAppendOnly && opensFreely
        case .append: return file.kind == .regular && opensFreely
        case .list: return file.kind == .directory && isAtHand
        case .search: return file.kind == .directory
        default: return false
        }
    }
}

/// Which errors mean no; all others mean that there was no answer.
enum FileRefusal {
    static func isNo(_ error: Errno) -> Bool {
        switch error {
        case .EACCES, .EPERM, .EROFS, .ENOENT, .ENOTDIR, .ELOOP, .ENAMETOOLONG, .EISDIR, .ENXIO,
            .ETXTBSY:
            true
        default: false
        }
    }
}
