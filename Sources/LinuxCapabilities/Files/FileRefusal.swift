import LinuxSystem

/// Why a file may not be used: found by the kernel, before anybody knows the reason.
struct FileRefusal: Hashable {
    enum Stage: Hashable {
        /// The path did not lead to an object.
        case way
        /// The object's permissions.
        case object
        /// The object's nature: what it is cannot be used so, whatever the permissions.
        case nature
    }

    let stage: Stage
    let code: Int32

    /// - Returns: nil where nothing refuses.
    init?(_ look: FileLook, _ action: FileAccess.Action, _ path: String) {
        switch look {
        case .stopped(let error):
            (stage, code) = (.way, error.code)
        case .reached(_, _, let code?):
            (stage, self.code) = (.object, code)
        case .reached(let file, let mount, nil):
            guard let code = Self.refusalByNature(action, file, mount) else { return nil }
            (stage, self.code) = (.nature, code)
        }
    }

    /// What open(2) and execve(2) refuse although faccessat2(2) says yes.
    private static func refusalByNature(
        _ action: FileAccess.Action,
        _ file: FileFacts,
        _ mount: MountFacts
    ) -> Int32? {
        switch (action, file.kind) {
        case (.execute, .regular): nil
        case (.execute, _): Errno.EACCES
        case (_, .symbolicLink): Errno.ELOOP
        case (.write, .directory): Errno.EISDIR
        case (_, .blockDevice) where mount.isNoDev, (_, .characterDevice) where mount.isNoDev:
            Errno.EACCES
        case (.write, _) where file.isAppendOnly: Errno.EPERM
        case (_, .socket): Errno.ENXIO
        default: nil
        }
    }

    /// Whether the error means no; all others mean that there was no answer.
    var isNo: Bool {
        switch code {
        case Errno.EACCES, Errno.EPERM, Errno.EROFS, Errno.ENOENT, Errno.ENOTDIR, Errno.ELOOP,
            Errno.ENAMETOOLONG, Errno.EISDIR, Errno.ENXIO, Errno.ETXTBSY:
            true
        default: false
        }
    }
}
