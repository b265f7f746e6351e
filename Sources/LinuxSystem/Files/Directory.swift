import CLinux
import Glibc
import Kernel

/// Lists directories.
package enum Directory {
    /// Returns the names in a directory without `.` and `..`, in no order.
    ///
    /// - Throws: ``SystemError`` as opendir(3) and readdir(3) fail, since an unreadable directory is not an empty one;
    ///   `ETIMEDOUT` if the server of its file system gives no answer.
    package static func names(at path: String) throws(SystemError) -> [String] {
        try names(at: path) { _ in true }
    }

    /// Returns the names of the directories in a directory, on file systems that list the kinds of their files.
    ///
    /// - Throws: As ``names(at:)``; `EILSEQ` for a name that is not UTF-8.
    static func folderNames(at path: String) throws(SystemError) -> [String] {
        let names = try names(at: path) { $0 == UInt8(clamping: DT_DIR) }
        // The repaired text of such a name leads to no folder, so the folder would seem to be gone.
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
        // Where openat2(2) is refused, another process would open the path, and see itself there.
        let isAboutSelf = ["/proc/self/", "/proc/thread-self/"].contains { path.hasPrefix($0) }
        // A second walk of the path could lead to a server.
        let place =
            isAboutSelf
            ? try FileCalls.openOwnProc(path, follow: true)
            : try FileCalls.openPlace(path, follow: true)
        return try FileCalls.reopenUnseen(place, directory: true, at: path)
    }

    /// Returns the names in an open directory without `.` and `..`, in no order.
    ///
    /// - Parameter limit: The maximum number of names, so that the memory does not grow with the directory.
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
    ///
    /// - Parameter isOverlay: True for a directory of an overlay. If only one layer has it, the overlay lists that layer
    ///   as it is, with the whiteouts in it, which rmdir(2) does not count.
    /// - Returns: nil if it only has names that may be whiteouts.
    package static func isEmpty(
        _ directory: borrowing Descriptor,
        isOverlay: Bool,
        at path: String
    ) throws(SystemError) -> Bool? {
        var perhapsGone: [[UInt8]] = []
        var hasFile = false
        let listing = try FileCalls.reopenUnseen(directory, directory: true, at: path)
        try DirectoryEntries.eachName(in: listing, at: path) { name, kind in
            let isPerhapsGone = isOverlay && [DT_CHR, DT_UNKNOWN].contains(Int(kind))
            if isPerhapsGone { perhapsGone.append(name) } else { hasFile = true }
            return !hasFile && perhapsGone.count < mostWhiteouts
        }
        if hasFile { return false }
        for name in perhapsGone {
            do throws(SystemError) {
                _ = try FileCalls.openName(name, in: directory, at: path)
                return false
            } catch {
                guard error.errno == .ENOENT else { throw error }
            }
        }
        return perhapsGone.isEmpty ? true : nil
    }

    /// The number of names that are looked at.
    private static let mostWhiteouts = 1_000

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
    /// - Parameter goesOn: Takes the name and the kind (`d_type`) of each entry except `.` and `..`, and returns
    ///   whether to continue.
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
            // SAFETY: the call writes at most as many bytes as the buffer has.
            count = unsafe clinux_getdents(number, buffer.baseAddress, room)
            if count < 0 { code = errno }
            initialized = max(0, count)
        }
        guard count >= 0 else { throw SystemError("readdir(3)", path, code: code) }
        return bytes
    }

    /// Returns the name and kind of an entry. An entry begins with two numbers of 8 bytes, its length in 2 bytes, and
    /// its kind in 1 byte.
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
