import CLinux
import Glibc
import Kernel

/// How a server's socket is bound: what bind(2) is told, and what a socket can be compared with.
package struct SocketBinding: Hashable, Sendable {
    package enum Kind: Hashable, Sendable { case tcp, udp, unixStream }

    package let kind: Kind
    package let address: SocketAddress
    /// Whether a socket of `::` that takes IPv4 too is as good, as where only a port is named.
    package let takesBothFamilies: Bool

    package init(_ kind: Kind, at address: SocketAddress, takesBothFamilies: Bool = false) {
        self.kind = kind
        self.address = address
        self.takesBothFamilies = takesBothFamilies
    }

    /// Binds a new socket, and lets it listen where it is of a kind that can.
    ///
    /// A TCP socket has `SO_REUSEADDR`, so that a server starts again while old connections linger. From
    /// now on connections wait to be accepted, as many as `net.core.somaxconn` says. A socket of the file
    /// system takes its name away with it unless it was handed on before.
    ///
    /// - Throws: ``SystemError`` as socket(2), bind(2) and listen(2) fail.
    package func bound() throws(SystemError) -> SharedSocket {
        let transport: Transport = kind == .udp ? .udp : .tcp
        // The kernel takes less where the system allows less, see listen(2).
        let socket = try Socket.bound(transport, at: address, backlog: .max)
        guard case .unix(let name) = address else { return SharedSocket(socket) }
        return SharedSocket(socket, boundTo: BoundName(name.path))
    }

    /// Finds the socket that a program has already: one that is bound to exactly this address, unconnected;
    /// of several one that listens.
    ///
    /// - Returns: One more descriptor of it.
    /// - Throws: ``SystemError`` where the descriptors of this process cannot be listed, or there is no room.
    package func held() throws(SystemError) -> SharedSocket? {
        let folder = "/proc/thread-self/fd"
        let numbers = try Directory.names(at: folder).compactMap { name -> Int32? in
            socketInode("\(folder)/\(name)") == nil ? nil : Int32(name)
        }
        let candidates = numbers.filter(isBinding)
        guard let number = candidates.first(where: listens) ?? candidates.first else { return nil }
        return try duplicate(of: number)
    }

    /// One more descriptor of a socket, where it is bound so now.
    ///
    /// - Returns: nil where it is not, or the number is no descriptor.
    /// - Throws: ``SystemError`` where there is no room for one.
    package func duplicate(of number: Int32) throws(SystemError) -> SharedSocket? {
        guard isBinding(number) else { return nil }
        let copy = fcntl(number, F_DUPFD_CLOEXEC, 0)
        guard copy >= 0 else {
            if errno == EBADF { return nil }
            throw SystemError("fcntl(2)", "\(address)", code: errno)
        }
        let socket = Descriptor(owning: copy)
        // The number may have become another file's between the two.
        return isBinding(socket.number) ? SharedSocket(socket) : nil
    }

    /// Whether a descriptor is a socket that listens.
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

/// An option that is a number; nil where the descriptor has none.
private func socketOption(_ option: Int32, of number: Int32, at level: Int32 = SOL_SOCKET) -> Int32?
{
    var value: Int32 = 0
    return Socket.read(option, of: level, on: number, into: &value) == 0 ? value : nil
}

/// A name in the file system that bind(2) made.
package struct BoundName: Hashable, Sendable {
    private let path: String
    private let device: UInt64
    private let inode: UInt64

    /// - Returns: nil where it is gone already, or is no socket's.
    package init?(_ path: String) {
        var found = stat()
        // SAFETY: the call reads the path, and writes the one structure.
        guard unsafe lstat(path, &found) == 0, found.st_mode & S_IFMT == S_IFSOCK else {
            return nil
        }
        self.path = path
        (device, inode) = (UInt64(found.st_dev), UInt64(found.st_ino))
    }

    /// Takes the name away, unless it is another socket's by now.
    func remove() {
        guard BoundName(path) == self else { return }
        // SAFETY: the call only reads the path.
        _ = unsafe unlink(path)
    }
}
