import Glibc
import Kernel
import Testing

@testable import LinuxSystem

@Suite struct `An outcome of connecting` {
    static let meanings: [(Int32, ConnectOutcome?)] = [
        (0, .connected), (EISCONN, .connected), (ECONNRESET, .connected), (EPIPE, .connected),
        (ECONNREFUSED, .refused(.ECONNREFUSED)),
        (ENETUNREACH, .unreachable(.ENETUNREACH)), (EHOSTUNREACH, .unreachable(.EHOSTUNREACH)),
        (ENETDOWN, .unreachable(Errno(rawValue: ENETDOWN))),
        (EHOSTDOWN, .unreachable(Errno(rawValue: EHOSTDOWN))),
        (ENONET, .unreachable(Errno(rawValue: ENONET))),
        (ENOPROTOOPT, .unreachable(Errno(rawValue: ENOPROTOOPT))),
        (EAFNOSUPPORT, .unreachable(.EAFNOSUPPORT)),
        (EACCES, .notPermitted(.EACCES)), (EPERM, .notPermitted(.EPERM)),
        (ENOENT, .missing(.ENOENT)), (ENOTDIR, .missing(.ENOTDIR)),
        (ETIMEDOUT, .timedOut),
        (EMFILE, nil), (ENFILE, nil), (ENOBUFS, nil), (EIO, nil), (EINVAL, nil),
        (EADDRNOTAVAIL, nil),
    ]

    @Test(arguments: meanings)
    func `The errno of connect(2) decides the outcome`(code: Int32, outcome: ConnectOutcome?) {
        #expect(ConnectOutcome(errno: code) == outcome)
    }
}
