import Capabilities
import Kernel
import LinuxSystem
import Procedures

/// The directory of the lock files, with the rule for their owners.
///
/// A user who can remove a held lock file can break the exclusion, because the next process makes a new file. So only
/// root and the user of this process may be able to remove it.
struct LockDirectory: Sendable {
    /// The number of times that a file may be replaced during an attempt before it fails.
    static let patience = 16

    let path: String
    /// The present user of the process, which may have changed its user.
    private var user: UInt32 { ProcessCalls.ownUser }

    init(_ path: String) { self.path = path }

    /// Opens the lock file of a category, and creates it if it does not exist.
    func open(_ name: LockName) throws(LockFailure) -> LockFile {
        let folder = try openFolder()
        for _ in 0..<Self.patience {
            if let file = try attempt(
                name,
                { () throws(SystemError) in try folder.open(name.file) }
            ) {
                try adopt(file, in: folder.facts)
                return file
            }
            let (mode, group) = Self.permissions(in: folder.facts)
            let made = try attempt(name) { () throws(SystemError) in
                try folder.make(name.file, mode: mode, group: group)
            }
            if let made { return made }
        }
        throw unsteady(name)
    }

    func unsteady(_ name: LockName) -> LockFailure {
        LockFailure(
            .lockFile,
            "\(path)/\(name.file)",
            "was removed again and again; find the program that removes it"
        )
    }

    private func openFolder() throws(LockFailure) -> LockFolder {
        guard path.isAbsolutePath else {
            throw LockFailure(.lockDirectory, path, "is not an absolute path")
        }
        let folder = try existingFolder()
        if let problem = problem(of: folder.facts) {
            throw LockFailure(.lockDirectory, path, problem)
        }
        return folder
    }

    private func existingFolder() throws(LockFailure) -> LockFolder {
        do throws(SystemError) {
            do throws(SystemError) {
                return try LockFolder(at: path)
            } catch  where error.errno == .ENOENT {
                try LockFolder.make(at: path)
                return try LockFolder(at: path)
            }
        } catch {
            throw LockFailure(
                .lockDirectory,
                path,
                "cannot be used for locks: \(error); \(remedy)"
            )
        }
    }

    private var remedy: String {
        path == HostExclusion.sharedDirectory
            ? "let systemd-tmpfiles make it, by `d \(path) 1777 root root`, or name a directory of this "
                + "user's own with `HostExclusion(directory:)`"
            : "name a directory of this user's own"
    }

    private func problem(of directory: FileFacts) -> String? {
        guard directory.kind == .directory else {
            return "is \(directory.kind.noun), and must be a directory"
        }
        guard isTrusted(directory.uid) else {
            return "belongs to user \(directory.uid), who could remove lock files; "
                + "root or user \(user) must own it"
        }
        guard directory.mode & 0o022 == 0 || directory.mode & 0o1000 != 0 else {
            return "lets other users remove lock files; run chmod go-w or chmod +t on it"
        }
        return nil
    }

    private func isTrusted(_ owner: UInt32) -> Bool { owner == 0 || owner == user }

    /// Ensures that no untrusted user can remove the file.
    private func adopt(_ file: LockFile, in directory: FileFacts) throws(LockFailure) {
        guard file.facts.kind == .regular else {
            throw unusable(
                file,
                "is \(file.facts.kind.noun), and must be a regular file; remove it"
            )
        }
        // A hard link may be another program's file, which would then be locked against that program. A file without a
        // name was just removed, and the check after locking finds that it is out of place.
        guard file.links <= 1 else {
            throw unusable(file, "has \(file.links) names, and must have one; remove it")
        }
        if !isTrusted(file.facts.uid) { try takeOver(file, in: directory) }
    }

    /// Gives a file that its owner could remove to root. Only root can do that.
    private func takeOver(_ file: LockFile, in directory: FileFacts) throws(LockFailure) {
        guard user == 0 else {
            throw unusable(
                file,
                "belongs to user \(file.facts.uid), who could remove it while it is locked; "
                    + "root must own it"
            )
        }
        do throws(SystemError) {
            try file.giveToRoot(mode: Self.permissions(in: directory).mode)
        } catch {
            throw unusable(
                file,
                "belongs to user \(file.facts.uid) and cannot be made root's: \(error)"
            )
        }
    }

    private func unusable(_ file: LockFile, _ message: String) -> LockFailure {
        LockFailure(.lockFile, file.path, message)
    }

    /// Returns the mode and group of a lock file. Users who may write to the directory may lock in it, and no others.
    private static func permissions(in directory: FileFacts) -> (mode: UInt16, group: UInt32?) {
        let others = directory.mode & 0o022
        // A watch on a file takes permission to read it.
        return (0o600 | others | others << 1, others == 0o020 ? directory.gid : nil)
    }

    private func attempt<Value>(
        _ name: LockName,
        _ body: () throws(SystemError) -> Value
    ) throws(LockFailure) -> Value {
        do { return try body() } catch { throw LockFailure(name, error) }
    }
}

extension LockFailure {
    init(_ name: LockName, _ error: SystemError) {
        self.init(.lockFailed, name.category, "cannot be locked: \(error)")
    }
}
