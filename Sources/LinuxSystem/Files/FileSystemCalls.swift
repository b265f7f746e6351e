import CLinux
import Glibc

/// Facts about the file system of an open file, from statfs(2).
enum FileSystemCalls {
    /// Returns the type of the file system as its number: `0xEF53` is ext4.
    static func type(
        of file: borrowing Descriptor,
        at path: String
    ) throws(SystemError) -> Int64 {
        Int64(try fileSystem(of: file, at: path).f_type)
    }

    /// Returns the first half of the file system's id, `f_fsid` in statfs(2).
    static func id(
        of file: borrowing Descriptor,
        at path: String
    ) throws(SystemError) -> UInt32 {
        UInt32(bitPattern: try fileSystem(of: file, at: path).f_fsid.__val.0)
    }

    private static func fileSystem(
        of file: borrowing Descriptor,
        at path: String
    ) throws(SystemError) -> statfs {
        guard FileServer.keeps(file.number) else {
            var found = statfs()
            // SAFETY: the call writes one `struct statfs`.
            guard unsafe fstatfs(file.number, &found) == 0 else {
                throw SystemError("fstatfs(2)", path, code: errno)
            }
            return found
        }
        let arguments: [FileServer.Argument] = [.number(Int(file.number)), .room]
        let size = MemoryLayout<statfs>.size
        let answer = FileServer.make(clinux_apart_fstatfs, arguments, room: size)
        guard let found = answer.load(as: statfs.self) else {
            throw SystemError("fstatfs(2)", path, code: answer.error)
        }
        return found
    }
}
