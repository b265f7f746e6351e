import CLinux
import Glibc
import Kernel

// Numbers for system calls.
extension Transport {
    /// The number of the protocol, see protocols(5).
    var number: Int32 { self == .tcp ? clinux_ipproto_tcp : clinux_ipproto_udp }

    /// The socket type, see socket(2).
    var socketType: Int32 { self == .tcp ? clinux_stream : clinux_datagram }
}
