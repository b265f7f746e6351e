import CLinux
import Glibc

/// Puts a new file in the place of another, whole or not at all.
///
/// A reader finds the old one or the new one. The new one has the old one's owner, group, mode and access
/// list; other attributes, such as a label, are those of a new file there.
package enum FileReplacement {
    /// Why the file is as it was.
    package enum Problem: Error, Hashable, Sendable {
        case system(SystemError)
        /// A symbolic link stands there, and is not followed.
        case symbolicLink
        /// Whatever is there is no regular file.
        case notRegular
        /// The file has other names, under which the old one would stay.
        case manyNames
        /// It is not what was expected, or somebody changed it meanwhile.
        case changed
    }

    /// - Parameters:
    ///   - old: What the file has to hold, before and when it is replaced.
    ///   - new: What it is to hold.
    /// - Throws: ``Problem``; a call fails with `EACCES` where the directory cannot be written to, `EPERM`
    ///   where the owner cannot be given, `EINVAL` where the file system cannot exchange two names.
    /// - SeeAlso: `RENAME_EXCHANGE` in rename(2).
    package static func replace(
        at path: String,
        expecting old: [UInt8],
        with new: [UInt8]
    ) throws(Problem) {
        let folder = try system { () throws(SystemError) in try Folder(of: path) }
        let file = try folder.openOld()
        guard try holds(file, old, path) else { throw .changed }
        let temporary = ".warrant-\(UInt64.random(in: 0 ... .max))"
        let copy = try system { () throws(SystemError) in try folder.make(temporary) }
        do throws(Problem) {
            try system { () throws(SystemError) in
                try copy.write(new, at: path)
                try like(file, copy, path)
                try folder.exchange(temporary)
            }
        } catch {
            folder.remove(temporary)
            throw error
        }
        // The old file is now where the copy was; what else is there was put in its place meanwhile.
        guard folder.isSame(temporary, as: file), (try? holds(file, old, path)) == true else {
            try system { () throws(SystemError) in try folder.exchange(temporary) }
            folder.remove(temporary)
            throw .changed
        }
        folder.remove(temporary)
        folder.sync()
    }

    private static func holds(
        _ file: borrowing Descriptor,
        _ bytes: [UInt8],
        _ path: String
    ) throws(Problem) -> Bool {
        try system { () throws(SystemError) in
            guard lseek(file.number, 0, SEEK_SET) == 0 else {
                throw SystemError("lseek(2)", path, code: errno)
            }
            return try file.bytes(upTo: bytes.count + 1, at: path) == bytes
        }
    }

    /// Gives a new file what the old one says of itself: the owner first, as that takes bits of the mode away, and
    /// the mode last, so that at no time somebody may open it who could not open the old one.
    private static func like(
        _ old: borrowing Descriptor,
        _ new: borrowing Descriptor,
        _ path: String
    ) throws(SystemError) {
        let facts = try FileCalls.facts(of: old, at: path)
        guard fchown(new.number, facts.uid, facts.gid) == 0 else {
            throw SystemError("fchown(2)", path, code: errno)
        }
        try copyAccessList(old, new, path)
        guard fchmod(new.number, mode_t(facts.mode)) == 0 else {
            throw SystemError("fchmod(2)", path, code: errno)
        }
        guard fsync(new.number) == 0 else { throw SystemError("fsync(2)", path, code: errno) }
    }

    /// Also where there is none: the directory may have given the new file one. See acl(5).
    private static func copyAccessList(
        _ old: borrowing Descriptor,
        _ new: borrowing Descriptor,
        _ path: String
    ) throws(SystemError) {
        let name = "system.posix_acl_access"
        // `XATTR_SIZE_MAX` of limits.h(0p).
        var list = [UInt8](repeating: 0, count: 64 << 10)
        // SAFETY: the calls write, and read, no more than they are told of.
        let count = unsafe fgetxattr(old.number, name, &list, list.count)
        guard count > 0 else {
            guard count == 0 || isNoList(errno) else {
                throw SystemError("fgetxattr(2)", path, code: errno)
            }
            guard unsafe fremovexattr(new.number, name) == 0 || isNoList(errno) else {
                throw SystemError("fremovexattr(2)", path, code: errno)
            }
            return
        }
        guard unsafe fsetxattr(new.number, name, list, count, 0) == 0 else {
            throw SystemError("fsetxattr(2)", path, code: errno)
        }
    }

    private static func isNoList(_ code: Int32) -> Bool { code == ENODATA || code == EOPNOTSUPP }

    private static func system<Value: ~Copyable>(
        _ body: () throws(SystemError) -> Value
    ) throws(Problem) -> Value {
        do { return try body() } catch { throw .system(error) }
    }
}

/// The directory in which a file is replaced.
private struct Folder: ~Copyable {
    private let path: String
    private let name: String
    private let place: Descriptor

    init(of path: String) throws(SystemError) {
        try FileCalls.refuseNUL(path, "open(2)")
        let slash = path.lastIndex(of: "/")
        let folder = slash.map { $0 == path.startIndex ? "/" : String(path[..<$0]) } ?? "."
        // SAFETY: `folder` lives until the call returns, and the kernel only reads it.
        let number = unsafe clinux_openat(
            AT_FDCWD,
            folder,
            O_RDONLY | O_DIRECTORY | O_CLOEXEC,
            0
        )
        guard number >= 0 else { throw SystemError("open(2)", folder, code: errno) }
        self.path = path
        name = slash.map { String(path[path.index(after: $0)...]) } ?? path
        place = Descriptor(owning: number)
    }

    /// Opens the file itself: no link is followed, and nobody waited for.
    borrowing func openOld() throws(FileReplacement.Problem) -> Descriptor {
        let flags = O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY | O_CLOEXEC
        // SAFETY: `name` lives until the call returns, and the kernel only reads it.
        let number = unsafe clinux_openat(place.number, name, flags, 0)
        if number < 0, errno == ELOOP { throw .symbolicLink }
        guard number >= 0 else { throw .system(SystemError("open(2)", path, code: errno)) }
        let file = Descriptor(owning: number)
        var found = stat()
        // SAFETY: the call writes one `struct stat`.
        guard unsafe fstat(file.number, &found) == 0 else {
            throw .system(SystemError("fstat(2)", path, code: errno))
        }
        guard found.st_mode & S_IFMT == S_IFREG else { throw .notRegular }
        guard found.st_nlink == 1 else { throw .manyNames }
        return file
    }

    /// A file of our own, which nobody else may open.
    borrowing func make(_ temporary: String) throws(SystemError) -> Descriptor {
        // SAFETY: as above.
        let number = unsafe clinux_openat(
            place.number,
            temporary,
            O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC,
            0o600
        )
        guard number >= 0 else { throw SystemError("open(2)", path, code: errno) }
        return Descriptor(owning: number)
    }

    borrowing func exchange(_ temporary: String) throws(SystemError) {
        // SAFETY: both names live until the call returns, and the kernel only reads them.
        guard unsafe clinux_rename_exchange(place.number, temporary, name) == 0 else {
            throw SystemError("rename(2)", path, code: errno)
        }
    }

    borrowing func isSame(_ temporary: String, as file: borrowing Descriptor) -> Bool {
        guard let entry = try? FileCalls.openPlace(temporary, in: place.number, follow: false),
            let found = try? FileCalls.facts(of: entry, at: path),
            let expected = try? FileCalls.facts(of: file, at: path)
        else { return false }
        return found.isSameFile(as: expected)
    }

    borrowing func remove(_ temporary: String) {
        // SAFETY: as above.
        _ = unsafe unlinkat(place.number, temporary, 0)
    }

    /// So that the new name outlives a crash; where that fails, either file is there whole.
    borrowing func sync() { _ = fsync(place.number) }
}
