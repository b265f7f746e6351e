import CLinux
import Glibc
import Kernel

/// The id of a machine, which names the folder of its journal.
/// - SeeAlso: machine-id(5).
package struct MachineID: Hashable, Sendable, CustomStringConvertible {
    package static let path = "/etc/machine-id"

    /// 32 hexadecimal digits, in lower case as in the names of the folders.
    package let description: String

    /// - Parameter text: The content of the file, with or without a newline at its end.
    /// - Returns: nil if the text names no machine: an empty file, as in images, `uninitialized`, or digits that are
    ///   all 0.
    package init?(_ text: [UInt8]) {
        let digits = text.last == UInt8(ascii: "\n") ? text.dropLast() : text[...]
        let isID = digits.count == 32 && digits.allSatisfy(\.isHexadecimal)
        guard isID, digits.contains(where: { $0 != UInt8(ascii: "0") }) else { return nil }
        description = String(decoding: digits, as: UTF8.self).lowercased()
    }

    /// Returns the id in the file that a process sees below its own root, with its own mounts.
    ///
    /// - Parameter pid: The process; nil for this thread.
    /// - Returns: nil if there is no such file, or if it names no machine.
    /// - Throws: ``SystemError`` with the errno of open(2) or read(2), such as `EACCES` if the process may not be
    ///   traced; `ESRCH` if it has ended.
    package static func found(byProcess pid: Int32?) throws(SystemError) -> MachineID? {
        guard let pid else {
            return try found(below: try FileCalls.openPlace("/", follow: true))
        }
        let process = try ProcessHandle(pid: pid)
        let found = try found(below: try process.openRoot())
        try process.requireAlive()
        return found
    }

    private static func found(
        below root: consuming Descriptor
    ) throws(SystemError) -> MachineID? {
        do throws(SystemError) {
            let place = try FileCalls.openPlace(path, below: root, follow: true)
            // An open can act on a device or pipe that another user put there, so only a regular file is opened.
            guard try FileCalls.facts(of: place, at: path).kind == .regular else { return nil }
            let file = try FileCalls.reopenUnseen(place, directory: false, at: path)
            return MachineID(try SmallFile.bytes(of: file, at: path, limit: 64))
        } catch  where [ENOENT, ENOTDIR, ELOOP, EFBIG].contains(error.code) {
            return nil
        }
    }
}

extension UInt8 {
    fileprivate var isHexadecimal: Bool {
        switch self {
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "f"),
            UInt8(ascii: "A")...UInt8(ascii: "F"):
            true
        default: false
        }
    }
}
