import CLinux
import Glibc

// Listing directories by bytes: names need not be text.
extension FileCalls {
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
        let listing = try reopenUnseen(directory, directory: true, at: path)
        try DirectoryEntries.eachName(in: listing, at: path) { name, _ in goesOn(name) }
    }
}
