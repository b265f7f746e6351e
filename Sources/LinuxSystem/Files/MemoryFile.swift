import CLinux
import Glibc

/// A file in memory, which ends with this value. Privileged processes of the same process ids can open its path.
///
/// - SeeAlso: memfd_create(2).
package struct MemoryFile: ~Copyable, Sendable {
    private let file: Descriptor
    /// For example `/proc/812/fd/5`.
    package let path: String

    /// - Parameter name: Its name for those who look at the descriptors of this process.
    package init(_ name: StaticString) throws(SystemError) {
        // SAFETY: the name is static and ends with a NUL byte, and the kernel only reads it.
        let number = name.withUTF8Buffer { unsafe clinux_memfd($0.baseAddress) }
        guard number >= 0 else { throw SystemError("memfd_create(2)", "\(name)", code: errno) }
        file = Descriptor(owning: number)
        path = "/proc/\(getpid())/fd/\(number)"
    }

    /// Writes bytes for a reader that opens the path.
    package borrowing func write(_ bytes: some Sequence<UInt8>) throws(SystemError) {
        try file.write(bytes, at: path)
    }

    /// Returns what others wrote.
    ///
    /// - Throws: ``SystemError`` as read(2) fails; `EFBIG` if there is more than the limit.
    package borrowing func bytes(limit: Int) throws(SystemError) -> [UInt8] {
        let bytes = try file.bytes(upTo: limit + 1, at: path)
        guard bytes.count <= limit else { throw SystemError("read(2)", path, code: EFBIG) }
        return bytes
    }
}
