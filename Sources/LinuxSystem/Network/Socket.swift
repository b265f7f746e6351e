import CLinux
import Glibc
package import Kernel

/// A socket that Warrant opened. It is closed when its owner ends.
package struct Socket: ~Copyable, Sendable {
    /// The borrowed descriptor, valid as long as the socket lives.
    package let descriptor: Int32

    /// Opens a close-on-exec socket in the network namespace of this thread.
    ///
    /// - Throws: ``SystemError`` with the `errno` of socket(2).
    package init(
        family: Int32,
        type: Int32,
        protocol number: Int32 = 0,
        for object: String
    ) throws(SystemError) {
        descriptor = socket(family, type | clinux_close_on_exec, number)
        guard descriptor >= 0 else { throw SystemError("socket(2)", object, code: errno) }
    }

    deinit { close(descriptor) }

    /// Transfers ownership of the descriptor.
    consuming func release() -> Descriptor {
        let number = descriptor
        discard self
        return Descriptor(owning: number)
    }

    /// Sets an option to a number or a structure of setsockopt(2).
    func set<Value: BitwiseCopyable>(
        _ option: Int32,
        of level: Int32,
        to value: Value,
        for object: String
    ) throws(SystemError) {
        var value = value
        // SAFETY: the kernel reads exactly the bytes of `value` during the call.
        let result = unsafe setsockopt(
            descriptor,
            level,
            option,
            &value,
            socklen_t(MemoryLayout<Value>.size)
        )
        guard result == 0 else { throw SystemError("setsockopt(2)", object, code: errno) }
    }

    /// Connects, and returns the `errno` of connect(2): 0 for success.
    func connect(to address: SocketAddress) -> Int32 {
        // SAFETY: the address lives until the call returns, and `length` is its size.
        unsafe address.withSockaddr { pointer, length in
            unsafe Glibc.connect(descriptor, pointer, length) == 0 ? 0 : errno
        }
    }

    /// As ``connect(to:)``, for the address of a file that a server keeps.
    func connectApart(to address: SocketAddress) -> Int32 {
        // SAFETY: the address lives until the copy is made, and `length` is its size.
        let bytes = unsafe address.withSockaddr { pointer, length in
            unsafe Array(UnsafeRawBufferPointer(start: pointer, count: Int(length)))
        }
        return FileServer.make(
            clinux_apart_connect,
            [.number(Int(descriptor)), .bytes(bytes), .number(bytes.count)]
        ).error
    }

    /// Binds, and returns the `errno` of bind(2): 0 for success.
    func bind(to address: SocketAddress) -> Int32 {
        // SAFETY: the address lives until the call returns, and `length` is its size.
        unsafe address.withSockaddr { pointer, length in
            unsafe Glibc.bind(descriptor, pointer, length) == 0 ? 0 : errno
        }
    }

    /// The local address of the socket; nil if it has none.
    var localAddress: SocketAddress? { Self.localAddress(of: descriptor) }

    /// The address that the socket is connected to; nil if it is not connected.
    var peerAddress: SocketAddress? { unsafe Self.address(of: descriptor, getpeername) }

    // Calls on sockets by their numbers, whatever code opened them.

    static func localAddress(of number: Int32) -> SocketAddress? {
        unsafe address(of: number, getsockname)
    }

    /// Whether the socket has a peer, even one without a name.
    static func isConnected(_ number: Int32) -> Bool {
        var storage = sockaddr_storage()
        var length = socklen_t(MemoryLayout<sockaddr_storage>.size)
        // SAFETY: the kernel writes at most `length` bytes into the storage.
        return unsafe withUnsafeMutablePointer(to: &storage) { storage in
            unsafe storage.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                unsafe getpeername(number, $0, &length) == 0
            }
        }
    }

    /// Reads an option, and returns the `errno` of getsockopt(2): 0 for success.
    static func read<Value: BitwiseCopyable>(
        _ option: Int32,
        of level: Int32,
        on number: Int32,
        into value: inout Value
    ) -> Int32 {
        var size = socklen_t(MemoryLayout<Value>.size)
        // SAFETY: the call writes at most `size` bytes, the size of the value.
        return unsafe getsockopt(number, level, option, &value, &size) == 0 ? 0 : errno
    }

    private static func address(
        of number: Int32,
        _ call: (Int32, UnsafeMutablePointer<sockaddr>, UnsafeMutablePointer<socklen_t>) -> Int32
    ) -> SocketAddress? {
        var storage = sockaddr_storage()
        var length = socklen_t(MemoryLayout<sockaddr_storage>.size)
        // SAFETY: the kernel writes at most `length` bytes into the storage.
        return unsafe withUnsafeMutablePointer(to: &storage) { storage in
            unsafe storage.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                guard unsafe call(number, $0, &length) == 0 else { return nil }
                return unsafe SocketAddress($0, length: length)
            }
        }
    }

    /// Returns a bound socket, which listens if it is of a kind that can; see bind(2), listen(2).
    ///
    /// A TCP socket has `SO_REUSEADDR`, so that a server can start again while old connections linger.
    ///
    /// - Parameter backlog: The maximum number of connections that wait to be accepted.
    /// - Throws: ``SystemError`` as socket(2), bind(2) and listen(2) fail.
    package static func bound(
        _ transport: Transport,
        at address: SocketAddress,
        backlog: Int32
    ) throws(SystemError) -> Descriptor {
        let name = "\(transport.rawValue) \(address)"
        let socket = try Socket(family: address.family, type: transport.socketType, for: name)
        if transport == .tcp {
            try socket.set(SO_REUSEADDR, of: SOL_SOCKET, to: Int32(1), for: name)
        }
        let code = socket.bind(to: address)
        guard code == 0 else { throw SystemError("bind(2)", name, code: code) }
        if transport == .tcp, listen(socket.descriptor, backlog) != 0 {
            throw SystemError("listen(2)", name, code: errno)
        }
        return socket.release()
    }

    /// Returns a socket for whole packets of a protocol of IPv4 or IPv6, see raw(7).
    package static func raw(isIPv6: Bool, protocol number: Int32) throws(SystemError) -> Descriptor
    {
        let name = "raw protocol \(number)"
        let family = isIPv6 ? AF_INET6 : AF_INET
        return try Socket(family: family, type: clinux_raw, protocol: number, for: name)
            .release()
    }

    /// Returns a socket for whole frames, see packet(7).
    package static func packet(protocol number: UInt16) throws(SystemError) -> Descriptor {
        let name = "packets of protocol \(number)"
        return try Socket(
            family: AF_PACKET,
            type: clinux_raw,
            protocol: Int32(number.bigEndian),
            for: name
        )
        .release()
    }
}
