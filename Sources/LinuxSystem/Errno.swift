import Glibc

/// The error numbers that answers depend on, for modules that do not see C; see errno(3).
package enum Errno {
    package static let EACCES = Glibc.EACCES
    package static let EADDRINUSE = Glibc.EADDRINUSE
    package static let EADDRNOTAVAIL = Glibc.EADDRNOTAVAIL
    package static let EEXIST = Glibc.EEXIST
    package static let EAFNOSUPPORT = Glibc.EAFNOSUPPORT
    package static let EBUSY = Glibc.EBUSY
    package static let ECONNREFUSED = Glibc.ECONNREFUSED
    package static let EHOSTUNREACH = Glibc.EHOSTUNREACH
    package static let EILSEQ = Glibc.EILSEQ
    package static let EINVAL = Glibc.EINVAL
    package static let EIO = Glibc.EIO
    package static let EISDIR = Glibc.EISDIR
    package static let ELOOP = Glibc.ELOOP
    package static let ENAMETOOLONG = Glibc.ENAMETOOLONG
    package static let ENETUNREACH = Glibc.ENETUNREACH
    package static let ENOENT = Glibc.ENOENT
    package static let ENOSYS = Glibc.ENOSYS
    package static let ENOTDIR = Glibc.ENOTDIR
    package static let ENXIO = Glibc.ENXIO
    package static let EOPNOTSUPP = Glibc.EOPNOTSUPP
    package static let EOVERFLOW = Glibc.EOVERFLOW
    package static let EPERM = Glibc.EPERM
    package static let EREMOTE = Glibc.EREMOTE
    package static let EROFS = Glibc.EROFS
    package static let ESRCH = Glibc.ESRCH
    package static let ESTALE = Glibc.ESTALE
    package static let ETIMEDOUT = Glibc.ETIMEDOUT
    package static let ETXTBSY = Glibc.ETXTBSY
    package static let EFBIG = Glibc.EFBIG
}
