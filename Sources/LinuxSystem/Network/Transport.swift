import CLinux
import Glibc

/// A protocol with ports.
package enum Transport: String, Hashable, Sendable, CaseIterable {
    case tcp
    case udp

    /// The number of the protocol, see protocols(5).
    var number: Int32 { self == .tcp ? clinux_ipproto_tcp : clinux_ipproto_udp }

    /// The socket type, see socket(2).
    var socketType: Int32 { self == .tcp ? clinux_stream : clinux_datagram }
}
