import CLinux
import Glibc

/// A system call that failed, and what it had been asked.
public struct SystemError: Error, Hashable, Sendable {
    /// The call, as its manual page is titled: `faccessat(2)`.
    public let call: String
    /// What the call was about: a path, an address, a unit.
    public let object: String
    /// The value of `errno`, see errno(3): compare it with `EACCES` and the like.
    public let code: Int32
    /// What would help, where that is known: `mount proc(5) on /proc`.
    public let remedy: String?

    package init(_ call: String, _ object: String, code: Int32, remedy: String? = nil) {
        self.call = call
        self.object = object
        self.code = code
        self.remedy = remedy
    }

    /// The text of the code alone: `Input/output error`.
    public var reason: String { errorText(code) }
    /// The symbol of the code: `EIO`.
    public var name: String { errorName(code) }
}

extension SystemError: CustomStringConvertible {
    /// For example ``faccessat(2) failed for `/srv/key`: Input/output error (EIO)``.
    public var description: String {
        let help = remedy.map { "; \($0)" } ?? ""
        return "\(call) failed for `\(object)`: \(reason) (\(name))\(help)"
    }
}

/// What strerror(3) says of an error number, by its thread-safe form.
package func errorText(_ code: Int32) -> String {
    var text = [CChar](repeating: 0, count: 128)
    // SAFETY: the call writes at most `count` bytes, the last of them NUL; see strerror(3).
    _ = unsafe clinux_strerror(code, &text, text.count)
    return String(decoding: text.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
}

/// The symbol of an error number, such as `EACCES`, see errno(3); `errno 999` where it has none.
package func errorName(_ code: Int32) -> String {
    errorNames[code] ?? "errno \(code)"
}

private let errorNames: [Int32: String] = [
    EPERM: "EPERM", ENOENT: "ENOENT", ESRCH: "ESRCH", EINTR: "EINTR", EIO: "EIO", ENXIO: "ENXIO",
    E2BIG: "E2BIG", ENOEXEC: "ENOEXEC", EBADF: "EBADF", EAGAIN: "EAGAIN", ENOMEM: "ENOMEM",
    EACCES: "EACCES", EFAULT: "EFAULT", EBUSY: "EBUSY", EEXIST: "EEXIST", EXDEV: "EXDEV",
    ENODEV: "ENODEV", ENOTDIR: "ENOTDIR", EISDIR: "EISDIR", EINVAL: "EINVAL", ENFILE: "ENFILE",
    EMFILE: "EMFILE", ENOTTY: "ENOTTY", ETXTBSY: "ETXTBSY", EFBIG: "EFBIG", ENOSPC: "ENOSPC",
    ESPIPE: "ESPIPE", EROFS: "EROFS", EMLINK: "EMLINK", EPIPE: "EPIPE", ERANGE: "ERANGE",
    EDEADLK: "EDEADLK", ENAMETOOLONG: "ENAMETOOLONG", ENOSYS: "ENOSYS", ENOTEMPTY: "ENOTEMPTY",
    ELOOP: "ELOOP", ENODATA: "ENODATA", ETIME: "ETIME", EPROTO: "EPROTO", EBADMSG: "EBADMSG",
    EOVERFLOW: "EOVERFLOW", ENOTSOCK: "ENOTSOCK", EPROTOTYPE: "EPROTOTYPE",
    EPROTONOSUPPORT: "EPROTONOSUPPORT", EOPNOTSUPP: "EOPNOTSUPP", EAFNOSUPPORT: "EAFNOSUPPORT",
    EADDRINUSE: "EADDRINUSE", EADDRNOTAVAIL: "EADDRNOTAVAIL", ENETDOWN: "ENETDOWN",
    ENETUNREACH: "ENETUNREACH", ECONNABORTED: "ECONNABORTED", ECONNRESET: "ECONNRESET",
    ENOBUFS: "ENOBUFS", EISCONN: "EISCONN", ENOTCONN: "ENOTCONN", ETIMEDOUT: "ETIMEDOUT",
    ECONNREFUSED: "ECONNREFUSED", EHOSTDOWN: "EHOSTDOWN", EHOSTUNREACH: "EHOSTUNREACH",
    EALREADY: "EALREADY", EINPROGRESS: "EINPROGRESS", ESTALE: "ESTALE", EDQUOT: "EDQUOT",
    ECANCELED: "ECANCELED", ENOKEY: "ENOKEY", EREMOTE: "EREMOTE", ELIBBAD: "ELIBBAD",
]
