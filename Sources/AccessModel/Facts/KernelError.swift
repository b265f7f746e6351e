/// The errors with which the system calls of this model refuse, see errno(3).
///
/// A rule can refuse with these and no others. What a call of the running kernel answers is any number.
package enum KernelError: Int32, Hashable, Sendable, CaseIterable {
    case EPERM = 1
    case ENOENT = 2
    case EIO = 5
    case ENXIO = 6
    case ENOEXEC = 8
    case EACCES = 13
    case EBUSY = 16
    case EEXIST = 17
    case EXDEV = 18
    case ENOTDIR = 20
    case EISDIR = 21
    case EINVAL = 22
    case ETXTBSY = 26
    case EROFS = 30
    case ERANGE = 34
    case ENAMETOOLONG = 36
    case ENOTEMPTY = 39
    case ELOOP = 40
    case EOVERFLOW = 75
    case ELIBBAD = 80
    case EOPNOTSUPP = 95
    case EADDRINUSE = 98
    case EADDRNOTAVAIL = 99
    case ENOKEY = 126

    package var name: String { "\(self)" }
}
