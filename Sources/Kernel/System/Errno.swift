/// The error number of a system call, see errno(3). The numbers are those of asm-generic/errno.h.
package struct Errno: RawRepresentable, Hashable, Sendable {
    package let rawValue: Int32

    @inlinable package init(rawValue: Int32) { self.rawValue = rawValue }

    /// Returns nil for 0, which means success.
    @inlinable package init?(unlessZero rawValue: Int32) {
        guard rawValue != 0 else { return nil }
        self.init(rawValue: rawValue)
    }

    @inlinable package static func == (one: Self, other: Self) -> Bool {
        one.rawValue == other.rawValue
    }

    /// The symbol, such as `EACCES`; `errno 999` for a number without one.
    package var name: String { Self.names[rawValue] ?? "errno \(rawValue)" }

    /// - Parameter name: One of those that ``name`` gives, in upper or lower case.
    package init?(named name: String) {
        let wanted = name.uppercased()
        guard wanted.utf8.count == name.utf8.count,
            let found = Self.names.first(where: { $0.value == wanted })
        else { return nil }
        self.init(rawValue: found.key)
    }

    private static let names: [Int32: String] = [
        1: "EPERM", 2: "ENOENT", 3: "ESRCH", 4: "EINTR", 5: "EIO", 6: "ENXIO", 7: "E2BIG",
        8: "ENOEXEC", 9: "EBADF", 10: "ECHILD", 11: "EAGAIN", 12: "ENOMEM", 13: "EACCES",
        14: "EFAULT", 15: "ENOTBLK", 16: "EBUSY", 17: "EEXIST", 18: "EXDEV", 19: "ENODEV",
        20: "ENOTDIR", 21: "EISDIR", 22: "EINVAL", 23: "ENFILE", 24: "EMFILE", 25: "ENOTTY",
        26: "ETXTBSY", 27: "EFBIG", 28: "ENOSPC", 29: "ESPIPE", 30: "EROFS", 31: "EMLINK",
        32: "EPIPE", 33: "EDOM", 34: "ERANGE", 35: "EDEADLK", 36: "ENAMETOOLONG", 37: "ENOLCK",
        38: "ENOSYS", 39: "ENOTEMPTY", 40: "ELOOP", 42: "ENOMSG", 43: "EIDRM", 44: "ECHRNG",
        45: "EL2NSYNC", 46: "EL3HLT", 47: "EL3RST", 48: "ELNRNG", 49: "EUNATCH", 50: "ENOCSI",
        51: "EL2HLT", 52: "EBADE", 53: "EBADR", 54: "EXFULL", 55: "ENOANO", 56: "EBADRQC",
        57: "EBADSLT", 59: "EBFONT", 60: "ENOSTR", 61: "ENODATA", 62: "ETIME", 63: "ENOSR",
        64: "ENONET", 65: "ENOPKG", 66: "EREMOTE", 67: "ENOLINK", 68: "EADV", 69: "ESRMNT",
        70: "ECOMM", 71: "EPROTO", 72: "EMULTIHOP", 73: "EDOTDOT", 74: "EBADMSG", 75: "EOVERFLOW",
        76: "ENOTUNIQ", 77: "EBADFD", 78: "EREMCHG", 79: "ELIBACC", 80: "ELIBBAD", 81: "ELIBSCN",
        82: "ELIBMAX", 83: "ELIBEXEC", 84: "EILSEQ", 85: "ERESTART", 86: "ESTRPIPE", 87: "EUSERS",
        88: "ENOTSOCK", 89: "EDESTADDRREQ", 90: "EMSGSIZE", 91: "EPROTOTYPE", 92: "ENOPROTOOPT",
        93: "EPROTONOSUPPORT", 94: "ESOCKTNOSUPPORT", 95: "EOPNOTSUPP", 96: "EPFNOSUPPORT",
        97: "EAFNOSUPPORT", 98: "EADDRINUSE", 99: "EADDRNOTAVAIL", 100: "ENETDOWN",
        101: "ENETUNREACH", 102: "ENETRESET", 103: "ECONNABORTED", 104: "ECONNRESET",
        105: "ENOBUFS", 106: "EISCONN", 107: "ENOTCONN", 108: "ESHUTDOWN", 109: "ETOOMANYREFS",
        110: "ETIMEDOUT", 111: "ECONNREFUSED", 112: "EHOSTDOWN", 113: "EHOSTUNREACH",
        114: "EALREADY", 115: "EINPROGRESS", 116: "ESTALE", 117: "EUCLEAN", 118: "ENOTNAM",
        119: "ENAVAIL", 120: "EISNAM", 121: "EREMOTEIO", 122: "EDQUOT", 123: "ENOMEDIUM",
        124: "EMEDIUMTYPE", 125: "ECANCELED", 126: "ENOKEY", 127: "EKEYEXPIRED",
        128: "EKEYREVOKED", 129: "EKEYREJECTED", 130: "EOWNERDEAD", 131: "ENOTRECOVERABLE",
        132: "ERFKILL",
    ]
}

extension Errno: CustomStringConvertible {
    package var description: String { name }
}

// The errors that affect decisions.
extension Errno {
    @inlinable package static var EPERM: Self { Self(rawValue: 1) }
    @inlinable package static var ENOENT: Self { Self(rawValue: 2) }
    @inlinable package static var ESRCH: Self { Self(rawValue: 3) }
    @inlinable package static var EIO: Self { Self(rawValue: 5) }
    @inlinable package static var ENXIO: Self { Self(rawValue: 6) }
    @inlinable package static var ENOEXEC: Self { Self(rawValue: 8) }
    @inlinable package static var EACCES: Self { Self(rawValue: 13) }
    @inlinable package static var EBUSY: Self { Self(rawValue: 16) }
    @inlinable package static var EEXIST: Self { Self(rawValue: 17) }
    @inlinable package static var EXDEV: Self { Self(rawValue: 18) }
    @inlinable package static var ENOTDIR: Self { Self(rawValue: 20) }
    @inlinable package static var EISDIR: Self { Self(rawValue: 21) }
    @inlinable package static var EINVAL: Self { Self(rawValue: 22) }
    @inlinable package static var ETXTBSY: Self { Self(rawValue: 26) }
    @inlinable package static var EFBIG: Self { Self(rawValue: 27) }
    @inlinable package static var EROFS: Self { Self(rawValue: 30) }
    @inlinable package static var ERANGE: Self { Self(rawValue: 34) }
    @inlinable package static var ENAMETOOLONG: Self { Self(rawValue: 36) }
    @inlinable package static var ENOSYS: Self { Self(rawValue: 38) }
    @inlinable package static var ENOTEMPTY: Self { Self(rawValue: 39) }
    @inlinable package static var ELOOP: Self { Self(rawValue: 40) }
    @inlinable package static var EREMOTE: Self { Self(rawValue: 66) }
    @inlinable package static var EOVERFLOW: Self { Self(rawValue: 75) }
    @inlinable package static var ELIBBAD: Self { Self(rawValue: 80) }
    @inlinable package static var EILSEQ: Self { Self(rawValue: 84) }
    @inlinable package static var EOPNOTSUPP: Self { Self(rawValue: 95) }
    @inlinable package static var EAFNOSUPPORT: Self { Self(rawValue: 97) }
    @inlinable package static var EADDRINUSE: Self { Self(rawValue: 98) }
    @inlinable package static var EADDRNOTAVAIL: Self { Self(rawValue: 99) }
    @inlinable package static var ENETUNREACH: Self { Self(rawValue: 101) }
    @inlinable package static var ETIMEDOUT: Self { Self(rawValue: 110) }
    @inlinable package static var ECONNREFUSED: Self { Self(rawValue: 111) }
    @inlinable package static var EHOSTUNREACH: Self { Self(rawValue: 113) }
    @inlinable package static var ESTALE: Self { Self(rawValue: 116) }
    @inlinable package static var ENOKEY: Self { Self(rawValue: 126) }
}
