import CLinux
import Glibc
package import Kernel

/// A failed system call: its name, its object, and its errno.
public struct SystemError: Error, Hashable, Sendable {
    /// The call, as its manual page is titled: `faccessat(2)`.
    public let call: String
    /// The object of the call: a path, an address, a unit.
    public let object: String
    package let errno: Errno
    /// A remedy, if one is known: `mount proc(5) on /proc`.
    public let remedy: String?
    /// The whole description, if the error says too little about the cause.
    private let message: String?

    /// - Parameter message: Replaces the description of the call, the object and the error.
    package init(
        _ call: String,
        _ object: String,
        code: Errno,
        remedy: String? = nil,
        message: String? = nil
    ) {
        self.call = call
        self.object = object
        errno = code
        self.remedy = remedy
        self.message = message
    }

    /// - Parameter code: The value of `errno`.
    package init(_ call: String, _ object: String, code: Int32, remedy: String? = nil) {
        self.init(call, object, code: Errno(rawValue: code), remedy: remedy)
    }

    /// The value of `errno`, see errno(3). Compare it with `EACCES` and the like.
    public var code: Int32 { errno.rawValue }

    /// The text of the code without its symbol: `Input/output error`.
    public var reason: String { errno.text }
    /// The symbol of the code: `EIO`.
    public var name: String { errno.name }
}

extension SystemError: CustomStringConvertible {
    /// For example ``faccessat(2) failed for `/srv/key`: Input/output error (EIO)``.
    public var description: String {
        let help = remedy.map { "; \($0)" } ?? ""
        return (message ?? "\(call) failed for `\(object)`: \(errno.explanation)") + help
    }
}

extension Errno {
    /// The text of strerror(3), from its thread-safe form: `Input/output error`.
    package var text: String {
        var text = [CChar](repeating: 0, count: 128)
        // SAFETY: the call writes at most `count` bytes, the last of them NUL; see strerror(3).
        _ = unsafe clinux_strerror(rawValue, &text, text.count)
        return String(decoding: text.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
    }

    /// The text and the symbol: `Input/output error (EIO)`.
    package var explanation: String { "\(text) (\(name))" }
}
