import CLinux
import Glibc

/// The socket on which systemd-journald takes entries with fields.
///
/// - SeeAlso: "Native Journal Protocol" of systemd, `$JOURNAL_STREAM` aside; systemd-journald.service(8).
package struct JournalSocket: Sendable {
    package static let path = "/run/systemd/journal/socket"

    /// The maximum length of a value in bytes, since an entry has to fit into a datagram.
    package static let longestValue = 16 * 1024

    private let path: String

    package init(path: String = Self.path) { self.path = path }

    /// Sends one entry without waiting.
    ///
    /// - Parameter fields: Their names obey systemd.journal-fields(7): capitals, digits and `_`, not `_` first. A value
    ///   that is too long is cut, and ends with `…`.
    /// - Throws: ``SystemError`` with the errno of sendto(2): `ENOENT` and `ECONNREFUSED` if there is no journal,
    ///   `EAGAIN` if it does not keep up, `EMSGSIZE` for too many fields.
    package func send(_ fields: [(name: String, value: String)]) throws(SystemError) {
        let name: UnixSocketName
        do { name = try UnixSocketName(path, isAbstract: false) } catch {
            throw SystemError("sendto(2)", path, code: EINVAL)
        }
        let socket = try Socket(family: AF_UNIX, type: clinux_datagram, for: path)
        let entry = Self.encode(fields)
        // SAFETY: the bytes and the address live until the call returns.
        let sent = unsafe SocketAddress.unix(name).withSockaddr { address, length in
            unsafe entry.withUnsafeBytes { bytes in
                unsafe sendto(
                    socket.descriptor,
                    bytes.baseAddress,
                    bytes.count,
                    Int32(MSG_DONTWAIT | MSG_NOSIGNAL),
                    address,
                    length
                )
            }
        }
        guard sent >= 0 else { throw SystemError("sendto(2)", path, code: errno) }
    }

    /// Encodes an entry. A value of one line follows its name and `=`. Any other value follows its length, 64 bits with
    /// the least significant byte first.
    package static func encode(_ fields: [(name: String, value: String)]) -> [UInt8] {
        var bytes: [UInt8] = []
        for (name, value) in fields {
            let value = cut(value)
            bytes += name.utf8
            if value.utf8.contains(UInt8(ascii: "\n")) {
                bytes.append(UInt8(ascii: "\n"))
                let length = UInt64(value.utf8.count)
                bytes += (0..<8).map { UInt8(truncatingIfNeeded: length >> (8 * UInt64($0))) }
            } else {
                bytes.append(UInt8(ascii: "="))
            }
            bytes += value.utf8
            bytes.append(UInt8(ascii: "\n"))
        }
        return bytes
    }

    private static func cut(_ value: String) -> String {
        guard value.utf8.count > longestValue else { return value }
        let start = value.utf8.prefix(longestValue - "…".utf8.count)
        return String(decoding: start, as: UTF8.self) + "…"
    }
}
