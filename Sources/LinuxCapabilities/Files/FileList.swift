import Kernel
import LinuxSystem

/// The access list of a file, and whether its file system supports lists.
struct FileList {
    let entries: [ListEntry]?
    let isPossible: Bool

    /// No list, for a file that was not read.
    static let unasked = FileList(entries: nil, isPossible: true)

    init(entries: [ListEntry]?, isPossible: Bool) {
        self.entries = entries
        self.isPossible = isPossible
    }

    /// - Parameter name: The attribute that holds the list.
    init(
        _ name: String = ExtendedAttributes.accessList,
        of place: borrowing Descriptor,
        by descriptors: borrowing DescriptorFolder,
        at path: String
    ) throws(SystemError) {
        do throws(SystemError) {
            self = try Self(
                try ExtendedAttributes.value(name, of: place, by: descriptors, at: path)
            )
        } catch  where error.errno == .EOPNOTSUPP {
            self.init(entries: nil, isPossible: false)
        }
    }

    /// Returns the list of this thread's root directory, below which proc(5) may not be reachable.
    static func ofOwnRoot() throws(SystemError) -> FileList {
        do throws(SystemError) {
            return try FileList(try ExtendedAttributes.valueOfRoot(ExtendedAttributes.accessList))
        } catch  where error.errno == .EOPNOTSUPP {
            return FileList(entries: nil, isPossible: false)
        }
    }

    private init(_ bytes: [UInt8]?) throws(SystemError) {
        guard let bytes else {
            self = .unasked
            return
        }
        guard let entries = ListEntry.list(ofAttribute: bytes) else {
            throw SystemError("getxattr(2)", ExtendedAttributes.accessList, code: .EINVAL)
        }
        self.init(entries: entries, isPossible: true)
    }
}
