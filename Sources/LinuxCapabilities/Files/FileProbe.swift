package import AccessModel
import Capabilities
package import Kernel
package import LinuxSystem
import Procedures
import ServiceModel

/// Answers questions about files for the asking thread.
package protocol FileProbe: Sendable {
    /// Opens the place of a file and asks the kernel if it permits the use.
    ///
    /// - Parameter keeping: True to keep the object open if the kernel permits the use.
    /// - Returns: The look; nil if there is no kernel to ask.
    /// - Throws: `CancellationError`, or ``SystemError`` if no thread was available to ask.
    func look(
        at path: String,
        for mode: Permissions,
        follow: Bool,
        keeping: Bool
    ) async throws -> HeldLook?

    /// Returns the owner, the group and the mode of a file, at the end of all links. An owner that this user namespace
    /// does not show is ``foreignID``.
    ///
    /// - Throws: ``SystemError`` of stat(2); `CancellationError`.
    func facts(at path: String) async throws -> FileFacts

    /// Opens the place of a file for a use that needs a kernel capability in effect. The calling thread only has it
    /// permitted.
    ///
    /// - Returns: The file; nil if the kernel permits the use and the rules do not.
    /// - Throws: ``SystemError`` of capset(2) with `EPERM` if the capability is not permitted; of openat2(2) and
    ///   faccessat2(2) if the kernel refuses; with `EAGAIN` if no thread was available; `CancellationError`.
    func look(
        for inquiry: FileInquiry,
        raising capability: KernelCapability
    ) async throws -> JudgedFile?

    /// Decides by the rules, from facts that are read for this question.
    ///
    /// - Parameter look: The kernel's answer; nil if it was not asked.
    func judge(_ inquiry: FileInquiry, after look: HeldLook?) async throws -> FileJudgement

    /// Decides for another subject: for each of its threads with different credentials.
    func judge(_ inquiry: FileInquiry, for subject: SubjectIdentity) async throws -> [FileJudgement]

    /// Decides what execve(2) of a program makes of the process of a service.
    ///
    /// - Parameters:
    ///   - path: The program, from `/` on.
    ///   - process: The process before.
    ///   - subject: The same process, with the files that it sees.
    func execution(
        ofProgramAt path: String,
        by process: ProcessCredentials,
        as subject: SubjectIdentity
    ) async throws -> FoundExecution

    /// Returns whether a path leads the subject to the same file as this process.
    ///
    /// - Returns: False if that is not known.
    func leads(to path: String, alike subject: SubjectIdentity) async throws -> Bool

    /// Asks the kernel for another subject, on a thread that assumes its credentials.
    ///
    /// - Returns: The answers; nil if a path leads the subject elsewhere, or if there is no kernel to ask.
    /// - Throws: ``SystemError`` with `EPERM` if no thread of ours may become the subject.
    func ask(
        _ inquiry: FileInquiry,
        _ mode: Permissions,
        as subject: SubjectIdentity
    ) async throws -> [FileLook]?

    /// Starts a watch that contains no files at first.
    ///
    /// - Parameters:
    ///   - pid: The process whose mounts and end to watch; nil for the asking process.
    ///   - bell: Rung when something happened, whether it matters or not.
    /// - Throws: ``SystemError``; `ESRCH` if the process has ended.
    func changes(ofProcess pid: Int32?, waking bell: Bell) throws -> any FileWatch

    /// Returns the id of the machine from the files of a subject.
    ///
    /// - Parameter subject: nil for the asking thread.
    /// - Returns: The id; nil if no file contains one.
    /// - Throws: ``SystemError`` if the file cannot be read; `CancellationError`.
    func machineID(seenBy subject: SubjectIdentity?) async throws -> MachineID?

    /// The active security modules, as listed in `/sys/kernel/security/lsm`.
    var securityModules: [String] { get }
}

extension FileProbe {
    package func execution(
        ofProgramAt path: String,
        by process: ProcessCredentials,
        as subject: SubjectIdentity
    ) async throws -> FoundExecution {
        throw MissingFact("the program \(path) of a service")
    }
}

extension Host {
    package static let fileFamily = Family<any FileProbe>(live: LiveFiles())

    package var files: any FileProbe { self[Self.fileFamily] }
}

/// Watches files, and reports when to repeat a decision about them.
package protocol FileWatch: Sendable {
    /// The process whose mounts and end are watched; nil for the asking process.
    var pid: Int32? { get }

    /// Takes all pending events, and returns whether an answer may have changed.
    func takeChange() -> Bool

    /// Watches everything that some decisions read, in place of the previous watches.
    ///
    /// - Parameters:
    ///   - interests: The events to watch for besides those that every decision needs.
    ///   - subject: nil for the asking thread.
    ///   - capability: The capability that this thread may have raised for a look.
    /// - Throws: `Unwatched` if something does not report its changes; otherwise the errors of judging.
    func watch(
        _ inquiries: [FileInquiry],
        for interests: Inotify.Interests,
        as subject: SubjectIdentity?,
        raising capability: KernelCapability?
    ) async throws
}

/// The result of one look at a file.
package enum FileLook: Hashable, Sendable {
    /// The walk ended early, for example at a directory without search permission or at a missing file.
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

/// The result of one look at a file, with the very object that it judged, kept open for a caller that needs it.
package struct HeldLook: Sendable {
    package let look: FileLook
    /// The object; nil if the kernel refuses, or if there is no file behind the answer.
    package let file: JudgedFile?
    /// True if the whole path was in the kernel's caches, and the file is on this machine.
    package let isAtHand: Bool
    /// True if every user can open a regular file whose permissions admit the user.
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

    /// Returns whether a yes of the kernel is the whole answer. faccessat2(2) does not cover refusals of open(2) and
    /// execve(2) that depend on the kind of file.
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

/// The errors that mean no. All others mean that there was no answer.
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

extension FileProbe {
    package func leads(to path: String, alike subject: SubjectIdentity) -> Bool {
        subject.place == nil && subject.sandbox?.changesFiles != true
    }
}
