/// Leases of files, which an open by another process breaks; see `F_SETLEASE` in fcntl(2).
enum FileLeases {
    /// Whether another process may hold a lease that an open for reading would break: a write lease of a file with this
    /// inode number on any file system. A lease is not seen if its process is in a pid namespace that proc(5) does not
    /// show.
    ///
    /// - SeeAlso: proc_locks(5).
    static func mayBreak(_ file: FileFacts) -> Bool {
        guard let text = try? SmallFile.bytes(at: "/proc/locks", limit: 1 << 24) else {
            return false
        }
        let suffix = Array(":\(file.inode)".utf8)
        return text.split(separator: UInt8(ascii: "\n")).contains { line in
            let words = line.split(separator: UInt8(ascii: " "))
            return words.count > 5 && words[1].elementsEqual("LEASE".utf8)
                && !words[3].elementsEqual("READ".utf8) && words[5].hasSuffix(suffix)
        }
    }
}

extension ArraySlice<UInt8> {
    fileprivate func hasSuffix(_ bytes: [UInt8]) -> Bool {
        suffix(bytes.count).elementsEqual(bytes)
    }
}
