package import LinuxSystem

/// Answers questions about files, as the thread that asks.
package protocol FileProbe: Sendable {
    /// Opens the place of a file and asks the kernel whether it may be used so.
    ///
    /// - Returns: nil where there is no kernel to ask.
    /// - Throws: `CancellationError`, or ``SystemError`` where not even a thread could be had to ask.
    func look(at path: String, for mode: AccessMode, follow: Bool) async throws -> FileLook?

    /// Asks as ``look(at:for:follow:)`` does, and keeps the object open where the kernel says yes.
    func hold(at path: String, for mode: AccessMode, follow: Bool) async throws -> HeldLook?

    /// Decides by the rules, from facts that are read for it.
    func judge(_ inquiry: FileInquiry) async throws -> FileJudgement

    /// The security modules that have a say, as `/sys/kernel/security/lsm` names them.
    var securityModules: [String] { get }
}

/// What one look at a file found.
package enum FileLook: Hashable, Sendable {
    /// The walk did not come so far: a directory that may not be searched, a missing file.
    case stopped(SystemError)
    /// The object itself was judged; the errno of the refusal, nil for yes.
    case reached(FileFacts, MountFacts, refusal: Int32?)

    /// The errno by which the kernel refuses or fails; nil for yes.
    var refusal: Int32? {
        switch self {
        case .stopped(let error): error.code
        case .reached(_, _, let code): code
        }
    }
}

/// What one look at a file found, and the very object that it judged, while somebody needs it.
package struct HeldLook: Sendable {
    package let look: FileLook
    /// Nil where the kernel refuses, and where there is no file behind the answer.
    package let file: JudgedFile?

    package init(_ look: FileLook, holding file: JudgedFile? = nil) {
        self.look = look
        self.file = file
    }

    /// Whether a yes of the kernel is the whole answer: faccessat2(2) says nothing of what open(2) and
    /// execve(2) refuse besides, for what the file is.
    func answersAlone(_ action: FileAccess.Action) -> Bool {
        guard case .reached(let file, _, nil) = look else { return false }
        switch action {
        case .access: return true
        case .read: return file.kind == .regular || file.kind == .directory
        case .write: return file.kind == .regular && !file.isAppendOnly
        case .append: return file.kind == .regular
        case .list, .search: return file.kind == .directory
        default: return false
        }
    }
}

extension FileProbe {
    /// A table of answers has no file to keep.
    package func hold(
        at path: String,
        for mode: AccessMode,
        follow: Bool
    ) async throws -> HeldLook? {
        try await look(at: path, for: mode, follow: follow).map { HeldLook($0) }
    }
}

/// Which errors mean no; all others mean that there was no answer.
enum FileRefusal {
    static func isNo(_ code: Int32) -> Bool {
        switch code {
        case Errno.EACCES, Errno.EPERM, Errno.EROFS, Errno.ENOENT, Errno.ENOTDIR, Errno.ELOOP,
            Errno.ENAMETOOLONG, Errno.EISDIR, Errno.ENXIO, Errno.ETXTBSY:
            true
        default: false
        }
    }
}
