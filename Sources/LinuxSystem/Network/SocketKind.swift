import CLinux
import Glibc
package import Kernel

/// A kind of socket that not everybody may have.
package enum SocketKind: Hashable, Sendable {
    /// For ICMP echo and nothing else, see icmp(7).
    case ping(isIPv6: Bool)
    /// See raw(7).
    case raw(isIPv6: Bool)
    /// See packet(7).
    case packet
}

/// The answer of socket(2).
package enum SocketAnswer: Hashable, Sendable {
    case made
    case refused(Errno)
}

extension SocketKind {
    /// Asks socket(2) for one, for the calling thread, on its network; it is closed at once.
    ///
    /// - Returns: A refusal is `EACCES` or `EPERM`; `EAFNOSUPPORT`, `EPROTONOSUPPORT` or
    ///   `ESOCKTNOSUPPORT` for what this kernel does not have.
    /// - Throws: ``SystemError`` when no attempt could be made, such as `EMFILE`.
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

    /// ICMP of the family; of frames none, so that none arrives.
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

/// The first and the last group of `net.ipv4.ping_group_range`, in this thread's network namespace, by the ids
/// of its user namespace; nil where that does not show which: an id that it does not map reads as another.
///
/// - Throws: ``SystemError`` when it cannot be read, which includes a missing `/proc`; `EINVAL` where it is not
///   two numbers.
/// - SeeAlso: icmp(7).
package func pingGroupRange() throws(SystemError) -> (first: UInt32, last: UInt32)? {
    let path = "/proc/sys/net/ipv4/ping_group_range"
    let text = String(decoding: try SmallFile.bytes(at: path), as: UTF8.self)
    let numbers = text.split(whereSeparator: \.isWhitespace).compactMap { UInt32($0) }
    guard numbers.count == 2 else { throw SystemError("read(2)", path, code: EINVAL) }
    if let hidden = try ProcessCalls.ownOverflow(.group), numbers.contains(hidden) { return nil }
    return (numbers[0], numbers[1])
}
