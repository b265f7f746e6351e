import CLinux
import Glibc
import Kernel

/// The binding of a server's socket: the arguments of bind(2), which can be compared with those of an open socket.
package struct SocketBinding: Hashable, Sendable {
    package enum Kind: Hashable, Sendable { case tcp, udp, unixStream }

    package let kind: Kind
    package let address: SocketAddress
    /// Whether a socket of `::` that also accepts IPv4 matches too, as for an address that names only a port.
    package let takesBothFamilies: Bool

    package init(_ kind: Kind, at address: SocketAddress, takesBothFamilies: Bool = false) {
        self.kind = kind
        self.address = address
        self.takesBothFamilies = takesBothFamilies
    }

    /// Binds a new socket, which listens if it is of a kind that can.
    ///
    /// A TCP socket has `SO_REUSEADDR`, so that a server can start again while old connections linger. From now on
    /// connections wait to be accepted, at most `net.core.somaxconn` of them. A socket in the file system removes its
    /// name when it is closed, unless it was handed on before.
    ///
    /// - Throws: ``SystemError`` as socket(2), bind(2) and listen(2) fail.
    package func bound() throws(SystemError) -> SharedSocket {
        let transport: Transport = kind == .udp ? .udp : .tcp
        // The kernel lowers the backlog to the system's limit, see listen(2).
        let socket = try Socket.bound(transport, at: address, backlog: .max)
        guard case .unix(let name) = address else { return SharedSocket(socket) }
        return SharedSocket(socket, boundTo: BoundName(name.path))
    }

    /// Finds the socket that this process already has: it is bound to exactly this address, and not connected. Among
    /// several, a listening one is preferred.
    ///
    /// - Returns: Another descriptor of it.
    /// - Throws: ``SystemError`` if the descriptors of this process cannot be listed, or there is no room for another
    ///   one.
    package func held() throws(SystemError) -> SharedSocket? {
        let folder = "/proc/thread-self/fd"
        let numbers = try Directory.names(at: folder).compactMap { name -> Int32? in
            socketInode("\(folder)/\(name)") == nil ? nil : Int32(name)
        }
        let candidates = numbers.filter(isBinding)
        guard let number = candidates.first(where: listens) ?? candidates.first else { return nil }
        return try duplicate(of: number)
    }

    /// Returns another descriptor of a socket that has this binding now.
    ///
    /// - Returns: nil if it does not, or if the number is no descriptor.
    /// - Throws: ``SystemError`` if there is no room for another descriptor.
    package func duplicate(of number: Int32) throws(SystemError) -> SharedSocket? {
        guard isBinding(number) else { return nil }
        let copy = fcntl(number, F_DUPFD_CLOEXEC, 0)
        guard copy >= 0 else {
            if errno == EBADF { return nil }
            throw SystemError("fcntl(2)", "\(address)", code: errno)
        }
        let socket = Descriptor(owning: copy)
        // The number may have been reused for another file between the two calls.
        return isBinding(socket.number) ? SharedSocket(socket) : nil
    }

    /// Whether a descriptor is a listening socket.
    package func listens(_ number: Int32) -> Bool {
        socketOption(SO_ACCEPTCONN, of: number) == 1
    }

    /// Whether a descriptor is a socket of this kind, bound to exactly this address and not connected.
    package func isBinding(_ number: Int32) -> Bool {
        guard socketOption(SO_TYPE, of: number) == type,
            socketOption(SO_PROTOCOL, of: number) == protocolNumber,
            !Socket.isConnected(number), let local = Socket.localAddress(of: number)
        else { return false }
        if local == address { return true }
        guard takesBothFamilies, case .ip(_, let port) = address else { return false }
        return local == .ip(.anyIPv6, port: port)
            && socketOption(IPV6_V6ONLY, of: number, at: clinux_ipproto_ipv6) == 0
    }

    private var type: Int32 { kind == .udp ? clinux_datagram : clinux_stream }

    private var protocolNumber: Int32 {
        switch kind {
        case .tcp: clinux_ipproto_tcp
        case .udp: clinux_ipproto_udp
        case .unixStream: 0
        }
    }
}

/// Returns a numeric option, or nil if the descriptor does not have it.
private func socketOption(_ option: Int32, of number: Int32, at level: Int32 = SOL_SOCKET) -> Int32?
{
    var value: Int32 = 0
    return Socket.read(option, of: level, on: number, into: &value) == 0 ? value : nil
}

/// A name in the file system that bind(2) created.
package struct BoundName: Hashable, Sendable {
    private let path: String
    private let device: UInt64
    private let inode: UInt64

    /// - Returns: nil if the name does not exist any more, or does not lead to a socket.
    package init?(_ path: String) {
        var found = stat()
        // SAFETY: the call reads the path, and writes the one structure.
        guard unsafe lstat(path, &found) == 0, found.st_mode & S_IFMT == S_IFSOCK else {
            return nil
        }
        self.path = path
        (device, inode) = (UInt64(found.st_dev), UInt64(found.st_ino))
    }

    /// Removes the name, unless it leads to another socket by now.
    func remove() {
        guard BoundName(path) == self else { return }
        // SAFETY: the call only reads the path.
        _ = unsafe unlink(path)
    }
}
