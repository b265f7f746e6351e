import CLinux
import Glibc

/// The name of a Unix socket: a path, or a name of the abstract name space; see unix(7).
package struct UnixSocketName: Hashable, Sendable {
    /// The bytes, without the terminating NUL of a path or the leading one of an abstract name.
    package let bytes: [UInt8]
    package let isAbstract: Bool

    init(_ text: String, isAbstract: Bool) throws(AddressError) {
        bytes = Array(text.utf8)
        self.isAbstract = isAbstract
        guard !bytes.isEmpty else { throw .emptyPath }
        // The kernel accepts a NUL in an abstract name, but a user could not write or read it.
        guard !bytes.contains(0) else { throw .containsNUL(text) }
        guard bytes.count <= SocketAddress.longestUnixPath else { throw .tooLong(text) }
    }

    /// The name of a socket that is open as a place.
    init(ofDescriptor number: Int32) {
        bytes = Array("/proc/thread-self/fd/\(number)".utf8)
        isAbstract = false
    }

    /// The name from a system call; nil for an unnamed socket.
    init?(_ address: sockaddr_un, length: Int) {
        let prefix = MemoryLayout<sockaddr_un>.size - MemoryLayout.size(ofValue: address.sun_path)
        guard length > prefix, length <= MemoryLayout<sockaddr_un>.size else { return nil }
        // SAFETY: the bytes are read within sun_path, of which the kernel filled `length - prefix`.
        let path = unsafe withUnsafeBytes(of: address.sun_path) {
            unsafe Array($0.prefix(length - prefix))
        }
        isAbstract = path[0] == 0
        bytes = isAbstract ? Array(path.dropFirst()) : Array(path.prefix { $0 != 0 })
    }

    /// The path as text.
    package var path: String { String(decoding: bytes, as: UTF8.self) }

    /// Writes the name, and returns the length of the whole address.
    func fill(_ address: inout sockaddr_un) -> Int {
        let prefix = MemoryLayout<sockaddr_un>.size - MemoryLayout.size(ofValue: address.sun_path)
        let path = isAbstract ? [0] + bytes : bytes + [0]
        // SAFETY: `path` has at most 108 bytes, which sun_path holds; the initialiser checked that.
        unsafe withUnsafeMutableBytes(of: &address.sun_path) { unsafe $0.copyBytes(from: path) }
        return prefix + path.count
    }
}

extension UnixSocketName: CustomStringConvertible {
    package var description: String {
        (isAbstract ? "@" : "") + path
    }
}
