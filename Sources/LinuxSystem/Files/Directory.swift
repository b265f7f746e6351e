import CLinux
import Glibc

/// Lists directories.
package enum Directory {
    /// The names in a directory, `.` and `..` left out, in no order.
    ///
    /// - Throws: ``SystemError`` as opendir(3) and readdir(3) fail: an unreadable directory is not
    ///   an empty one; `ETIMEDOUT` where the server of its file system gives no answer.
    package static func names(at path: String) throws(SystemError) -> [String] {
        try names(at: path) { _ in true }
    }

    /// The names of the directories in a directory, on file systems that list the kinds of their files.
    ///
    /// - Throws: as ``names(at:)``; `EILSEQ` for a name that is not UTF-8.
    static func folderNames(at path: String) throws(SystemError) -> [String] {
        let names = try names(at: path) { $0 == UInt8(clamping: DT_DIR) }
        // The repaired text of such a name leads to no folder, and the folder would pass for one that is gone.
        if names.contains(where: { $0.unicodeScalars.contains("\u{FFFD}") }) {
            throw SystemError("readdir(3)", path, code: EILSEQ)
        }
        return names
    }

    private static func names(
        at path: String,
        where isWanted: (_ kind: UInt8) -> Bool
    ) throws(SystemError) -> [String] {
        let listing: Descriptor
        do throws(SystemError) {
            listing = try open(path)
        } catch {
            throw SystemError("opendir(3)", path, code: error.code)
        }
        var names: [String] = []
        try DirectoryEntries.eachName(in: listing, at: path) { name, kind in
            if isWanted(kind) { names.append(String(decoding: name, as: UTF8.self)) }
            return true
        }
        return names
    }

    private static func open(_ path: String) throws(SystemError) -> Descriptor {
        // The path could lead to a server by the time of a second walk.
        let place = try FileCalls.openPlace(path, follow: true)
        return try FileCalls.reopenUnseen(place, directory: true, at: path)
    }

    /// The names in an open directory, `.` and `..` left out, in no order.
    ///
    /// - Parameter limit: How many are read at the most; the memory must not grow with the directory.
    /// - Throws: ``SystemError`` as open(2) and readdir(3) fail.
    package static func names(
        in directory: borrowing Descriptor,
        atMost limit: Int,
        at path: String
    ) throws(SystemError) -> [[UInt8]] {
        var names: [[UInt8]] = []
        guard limit > 0 else { return names }
        try eachName(in: directory, at: path) { name in
            names.append(name)
            return names.count < limit
        }
        return names
    }

    /// Whether an open directory has no names.
    package static func isEmpty(
        _ directory: borrowing Descriptor,
        at path: String
    ) throws(SystemError) -> Bool {
        try names(in: directory, atMost: 1, at: path).isEmpty
    }

    private static func eachName(
        in directory: borrowing Descriptor,
        at path: String,
        _ goesOn: ([UInt8]) -> Bool
    ) throws(SystemError) {
        let listing = try FileCalls.reopenUnseen(directory, directory: true, at: path)
        try DirectoryEntries.eachName(in: listing, at: path) { name, _ in goesOn(name) }
    }
}

/// The entries of an open directory, see getdents(2).
enum DirectoryEntries {
    /// - Parameter goesOn: Takes the name and the kind (`d_type`) of each entry but `.` and `..`, and
    ///   returns whether to go on.
    /// - Throws: ``SystemError`` as readdir(3) fails.
    static func eachName(
        in directory: borrowing Descriptor,
        at path: String,
        _ goesOn: (_ name: [UInt8], _ kind: UInt8) -> Bool
    ) throws(SystemError) {
        let isServed = FileServer.keeps(directory.number)
        while true {
            let entries =
                isServed
                ? try FileServer.entries(of: directory.number, at: path)
                : try local(directory, at: path)
            guard !entries.isEmpty else { return }
            var start = 0
            while let (name, kind) = next(in: entries, at: &start) {
                if name == [0x2E] || name == [0x2E, 0x2E] { continue }
                guard goesOn(name, kind) else { return }
            }
        }
    }

    private static func local(
        _ directory: borrowing Descriptor,
        at path: String
    ) throws(SystemError) -> [UInt8] {
        var count = 0
        var code: Int32 = 0
        let number = directory.number
        let room = 1 << 15
        let bytes = unsafe [UInt8](unsafeUninitializedCapacity: room) { buffer, initialized in
            // SAFETY: the call writes at most as much as the buffer has room for.
            count = unsafe clinux_getdents(number, buffer.baseAddress, room)
            if count < 0 { code = errno }
            initialized = max(0, count)
        }
        guard count >= 0 else { throw SystemError("readdir(3)", path, code: code) }
        return bytes
    }

    /// The name and kind of an entry, which begins with two numbers of 8 bytes, its length in 2, and its
    /// kind in one.
    private static func next(
        in entries: [UInt8],
        at start: inout Int
    ) -> (name: [UInt8], kind: UInt8)? {
        guard start + 19 < entries.count else { return nil }
        let length = Int(entries[start + 16]) | Int(entries[start + 17]) << 8
        let end = min(start + length, entries.count)
        defer { start = length > 19 ? end : entries.count }
        guard length > 19 else { return nil }
        return (Array(entries[start + 19..<end].prefix { $0 != 0 }), entries[start + 18])
    }
}
