import CLinux
import Glibc
package import Kernel

/// A kind of socket that requires permission.
package enum SocketKind: Hashable, Sendable {
    /// A socket for ICMP echo only, see icmp(7).
    case ping(isIPv6: Bool)
    /// See raw(7).
    case raw(isIPv6: Bool)
    /// See packet(7).
    case packet
}

/// The result of socket(2).
package enum SocketAnswer: Hashable, Sendable {
    case made
    case refused(Errno)
}

extension SocketKind {
    /// Opens such a socket with socket(2), for the calling thread in its network, and closes it at once.
    ///
    /// - Returns: A refusal is `EACCES` or `EPERM`, or `EAFNOSUPPORT`, `EPROTONOSUPPORT` or `ESOCKTNOSUPPORT` for a
    ///   kind that this kernel lacks.
    /// - Throws: ``SystemError`` if no attempt could be made, such as `EMFILE`.
    package func answer() throws(SystemError) -> SocketAnswer {
        do {
            _ = try Socket(family: family, type: type, protocol: protocolNumber, for: name)
            return .made
        } catch {
            let refusals = [EACCES, EPERM, EAFNOSUPPORT, EPROTONOSUPPORT, ESOCKTNOSUPPORT]
            guard refusals.contains(error.code) else { throw error }
            return .refused(error.errno)
        }
    }

    private var family: Int32 {
        switch self {
        case .ping(let isIPv6), .raw(let isIPv6): isIPv6 ? AF_INET6 : AF_INET
        case .packet: AF_PACKET
        }
    }

    private var type: Int32 {
        if case .ping = self { clinux_datagram } else { clinux_raw }
    }

    /// ICMP of the family. For packet sockets none, so that no frame arrives.
    private var protocolNumber: Int32 {
        switch self {
        case .ping(let isIPv6), .raw(let isIPv6): isIPv6 ? 58 : 1
        case .packet: 0
        }
    }

    private var name: String {
        switch self {
        case .ping: "a ping socket"
        case .raw: "a raw socket"
        case .packet: "a packet socket"
        }
    }
}

/// Returns the first and the last group of `net.ipv4.ping_group_range` in this thread's network namespace, as ids of
/// its user namespace. Returns nil if they cannot be identified, since an unmapped id reads as another one.
///
/// - Throws: ``SystemError`` if the file cannot be read, also for lack of `/proc`; `EINVAL` if it does not contain two
///   numbers.
/// - SeeAlso: icmp(7).
package func pingGroupRange() throws(SystemError) -> (first: UInt32, last: UInt32)? {
    let path = "/proc/sys/net/ipv4/ping_group_range"
    let text = String(decoding: try SmallFile.bytes(at: path), as: UTF8.self)
    let numbers = text.split(whereSeparator: \.isWhitespace).compactMap { UInt32($0) }
    guard numbers.count == 2 else { throw SystemError("read(2)", path, code: EINVAL) }
    if let hidden = try ProcessCalls.ownOverflow(.group), numbers.contains(hidden) { return nil }
    return (numbers[0], numbers[1])
}
