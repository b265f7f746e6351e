/// The reason why a text is no address.
package enum AddressError: Error, Hashable, Sendable {
    case notNumeric(String)
    case noInterface(String)
    case emptyPath
    /// A Unix socket's path or name with a NUL, where C would stop reading.
    case containsNUL(String)
    /// A Unix socket's path or name of more than ``SocketAddress/longestUnixPath`` bytes.
    case tooLong(String)
    case noPort(String)
}

extension AddressError: CustomStringConvertible {
    package var description: String {
        switch self {
        case .notNumeric(let text):
            "`\(text)` is not a numeric address; write one like `192.0.2.1` or `2001:db8::1`"
        case .noInterface(let name):
            "no network interface `\(name)` here; `ip link` lists them"
        case .emptyPath:
            "the path of a Unix socket is empty; write one like `/run/app.sock` or `@name`"
        case .containsNUL(let text):
            "`\(text)` contains a NUL; leave it out"
        case .tooLong(let text):
            "`\(text)` has \(text.utf8.count) bytes; a Unix socket's path has at most "
                + "\(SocketAddress.longestUnixPath)"
        case .noPort(let text):
            "`\(text)` has no port from 0 to 65535; write it like `192.0.2.1:80` or `[::1]:80`"
        }
    }
}
