import CLinux
import Glibc
import Kernel

/// Replaces a file by a new one, as a whole or not at all.
///
/// A reader finds either the old file or the new one. The new file has the owner, group, mode and access list of the
/// old one. Other attributes, such as a label, are those of a new file in that directory.
package enum FileReplacement {
    /// The reason why the file was not replaced.
    package enum Problem: Error, Hashable, Sendable {
        case system(SystemError)
        /// The path leads to a symbolic link, which is not followed.
        case symbolicLink
        /// The path does not lead to a regular file.
        case notRegular
        /// The file has other names, which would keep the old file.
        case manyNames
        /// The file does not hold the expected bytes, or it was changed meanwhile.
        case changed
    }

    /// - Parameters:
    ///   - old: The expected content of the file, before and at the replacement.
    ///   - new: The content of the new file.
    /// - Throws: ``Problem``. A call fails with `EACCES` if the directory is not writable, `EPERM` if the owner cannot
    ///   be set, `EINVAL` if the file system cannot exchange two names.
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
                try write(new, to: copy, path)
                try like(file, copy, path)
                try folder.exchange(temporary)
            }
        } catch {
            folder.remove(temporary)
            throw error
        }
        // The old file now has the temporary name. Any other file under that name was put in its place meanwhile.
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
        guard lseek(file.number, 0, SEEK_SET) == 0 else {
            throw .system(SystemError("lseek(2)", path, code: errno))
        }
        do throws(SystemError) {
            return try SmallFile.bytes(of: file, at: path, limit: bytes.count) == bytes
        } catch  where error.code == EFBIG {
            return false
        } catch {
            throw .system(error)
        }
    }

    private static func write(
        _ bytes: [UInt8],
        to file: borrowing Descriptor,
        _ path: String
    ) throws(SystemError) {
        let number = file.number
        var rest = bytes[...]
        while !rest.isEmpty {
            let part = Array(rest.prefix(Int(clinux_apart_room)))
            let arguments: [FileServer.Argument] = [
                .number(Int(number)), .content(part), .number(part.count),
            ]
            let call = clinux_apart_write
            let answer = try FileServer.call("write(2)", call, arguments, about: number, at: path)
            rest = rest.dropFirst(answer.result)
        }
    }

    /// Gives a new file the owner, access list and mode of the old one. The owner comes first, since chown clears bits
    /// of the mode. The mode comes last, so that at no time a user may open the new file who could not open the old
    /// one.
    private static func like(
        _ old: borrowing Descriptor,
        _ new: borrowing Descriptor,
        _ path: String
    ) throws(SystemError) {
        let facts = try FileCalls.facts(of: old, at: path)
        let number = new.number
        func change(_ name: String, _ call: Int32, _ values: Int...) throws(SystemError) {
            let arguments = ([Int(number)] + values).map { FileServer.Argument.number($0) }
            try FileServer.call(name, call, arguments, about: number, at: path)
        }
        try change("fchown(2)", clinux_apart_fchown, Int(facts.uid), Int(facts.gid))
        try copyAccessList(old, new, path)
        try change("fchmod(2)", clinux_apart_fchmod, Int(facts.mode))
        try change("fsync(2)", clinux_apart_fsync)
    }

    /// Copies the access list. If the old file has none, the new file's is removed: the directory may have given it
    /// one. See acl(5).
    private static func copyAccessList(
        _ old: borrowing Descriptor,
        _ new: borrowing Descriptor,
        _ path: String
    ) throws(SystemError) {
        let name = FileServer.Argument.text(Array("system.posix_acl_access".utf8))
        // `XATTR_SIZE_MAX` of limits.h(0p).
        let size = 64 << 10
        let (from, to) = (old.number, new.number)
        let list = try ifAny { () throws(SystemError) in
            try FileServer.call(
                "fgetxattr(2)",
                clinux_apart_fgetxattr,
                [.number(Int(from)), name, .room, .number(size)],
                room: size,
                about: from,
                at: path
            )
        }
        guard let list, list.result > 0 else {
            _ = try ifAny { () throws(SystemError) in
                try FileServer.call(
                    "fremovexattr(2)",
                    clinux_apart_fremovexattr,
                    [.number(Int(to)), name],
                    about: to,
                    at: path
                )
            }
            return
        }
        let value = Array(list.bytes.prefix(list.result))
        try FileServer.call(
            "fsetxattr(2)",
            clinux_apart_fsetxattr,
            [.number(Int(to)), name, .content(value), .number(value.count), .number(0)],
            about: to,
            at: path
        )
    }

    /// - Returns: nil if there is no such list.
    private static func ifAny<Found>(
        _ body: () throws(SystemError) -> Found
    ) throws(SystemError) -> Found? {
        do throws(SystemError) {
            return try body()
        } catch  where [ENODATA, EOPNOTSUPP].contains(error.code) {
            return nil
        }
    }

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
        let slash = path.lastSlash
        let folder = slash.map { $0 == path.startIndex ? "/" : String(path[..<$0]) } ?? "."
        let found = try FileCalls.openPlace(folder, follow: true)
        place = try FileCalls.reopenUnseen(found, directory: true, at: folder)
        self.path = path
        name = slash.map { String(path[path.utf8.index(after: $0)...]) } ?? path
    }

    /// Opens the file itself. No link is followed, and the open waits for no other process.
    borrowing func openOld() throws(FileReplacement.Problem) -> Descriptor {
        let problem: FileReplacement.Problem
        do throws(SystemError) {
            let found = try FileCalls.openName(Array(name.utf8), in: place, at: path)
            switch try FileCalls.facts(of: found, at: path).kind {
            case .regular where FileState.links(of: found)?.count == 1:
                return try FileCalls.reopenUnseen(found, directory: false, at: path)
            case .regular: problem = .manyNames
            case .symbolicLink: problem = .symbolicLink
            default: problem = .notRegular
            }
        } catch {
            problem = .system(error)
        }
        throw problem
    }

    /// Makes a new file that no other user may open.
    borrowing func make(_ temporary: String) throws(SystemError) -> Descriptor {
        let flags = UInt64(O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC)
        return try FileServer.open(start(temporary), flags: flags, mode: 0o600, at: path)
    }

    borrowing func exchange(_ temporary: String) throws(SystemError) {
        let arguments = start(temporary) + start(name) + [.number(Int(clinux_rename_exchange))]
        try call("rename(2)", clinux_apart_renameat2, arguments)
    }

    borrowing func isSame(_ temporary: String, as file: borrowing Descriptor) -> Bool {
        guard let entry = try? FileCalls.openPlace(temporary, in: place.number, follow: false),
            let found = try? FileCalls.facts(of: entry, at: path),
            let expected = try? FileCalls.facts(of: file, at: path)
        else { return false }
        return found.isSameFile(as: expected)
    }

    borrowing func remove(_ temporary: String) {
        try? call("unlink(2)", clinux_apart_unlinkat, start(temporary) + [.number(0)])
    }

    /// Makes the new name survive a crash. If this fails, a crash leaves either the old file or the new one, whole.
    borrowing func sync() {
        try? call("fsync(2)", clinux_apart_fsync, [.number(Int(place.number))])
    }

    private borrowing func start(_ name: String) -> [FileServer.Argument] {
        [.number(Int(place.number)), .text(Array(name.utf8))]
    }

    private borrowing func call(
        _ name: String,
        _ number: Int32,
        _ arguments: [FileServer.Argument]
    ) throws(SystemError) {
        try FileServer.call(name, number, arguments, about: place.number, at: path)
    }
}
