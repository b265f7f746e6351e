import Capabilities
import Glibc
import Kernel
import LinuxCapabilities
import Procedures
import TestSupport
import Testing
import WarrantTesting

@testable import LinuxSystem

/// Asks the kernel about the descriptors that permits hand over.
@Suite struct `Permit for the network` {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    @Test(arguments: [IPAddress.loopbackIPv4, .loopbackIPv6])
    func `A permit hands over the judged connection`(ip: IPAddress) async throws {
        let listener = try TestSocket.listener(ip)
        let endpoint = try Endpoint("tcp:\(SocketAddress.ip(ip, port: listener.port))")
        let used = try await withPermit(for: NetworkReachability.connect(to: endpoint)) {
            permit in
            let one = try permit.socket()
            let other = try permit.socket()
            #expect(one.name == endpoint.text)
            #expect(inode(of: one) == inode(of: other))
            expectPlain(one)
            return one
        }
        // The connection outlives the permit, and there was no other one.
        let (peer, address) = try accepted(by: listener)
        #expect(address == used.withFileDescriptor(Socket.localAddress))
        #expect(used.withFileDescriptor { unsafe send($0, "hello", 5, 0) } == 5)
        var bytes = [UInt8](repeating: 0, count: 5)
        #expect(unsafe recv(peer, &bytes, 5, 0) == 5)
        #expect(bytes == Array("hello".utf8))
        close(peer)
        #expect(isBacklogEmpty(of: listener))
    }

    @Test func `An unused permit closes its connection`() async throws {
        let listener = try TestSocket.listener()
        let endpoint = try Endpoint("tcp:127.0.0.1:\(listener.port)")
        try await withPermit(for: NetworkReachability.connect(to: endpoint)) { _ in }
        let (peer, _) = try accepted(by: listener)
        defer { close(peer) }
        var byte: UInt8 = 0
        #expect(unsafe recv(peer, &byte, 1, 0) == 0)
    }

    @Test func `A permit for a datagram hands over a connected socket`() async throws {
        let receiver = try TestSocket(.datagram, .ip(.loopbackIPv4, port: 0))
        let endpoint = try Endpoint("udp:127.0.0.1:\(receiver.port)")
        try await withPermit(for: NetworkReachability.connect(to: endpoint)) { permit in
            let socket = try permit.socket()
            expectPlain(socket)
            #expect(socket.withFileDescriptor { unsafe send($0, "x", 1, 0) } == 1)
            var byte: UInt8 = 0
            #expect(unsafe recv(receiver.descriptor, &byte, 1, 0) == 1)
        }
    }

    @Test(arguments: [TestSocket.Kind.stream, .seqpacket])
    func `A Unix permit names the listening process`(kind: TestSocket.Kind) async throws {
        let path = folder.path(of: "socket")
        let listener = try TestSocket(kind, .unix(path: path)).listening()
        let capability = NetworkReachability.connect(to: try Endpoint("unix:\(path)"))
        let us = SocketPeer(pid: getpid(), user: getuid(), group: getgid(), isAlive: true)
        try await withPermit(for: capability, options: GateOptions(within: patience)) { permit in
            #expect(permit.peer == us)
            let socket = try permit.socket()
            expectPlain(socket)
            var limit = timeval(tv_sec: 9, tv_usec: 9)
            let code = socket.withFileDescriptor {
                Socket.read(SO_SNDTIMEO, of: SOL_SOCKET, on: $0, into: &limit)
            }
            #expect(code == 0 && limit.tv_sec == 0 && limit.tv_usec == 0)
        }
        let status = try await capability.authorizationStatus()
        #expect(status.peer == us)
        #expect(
            status.verdict.reasons.map(\.evidence) == [
                [
                    Evidence(
                        "process \(getpid())",
                        facts: "uid \(getuid()), gid \(getgid())",
                        question: "listens"
                    )
                ]
            ]
        )
        withExtendedLifetime(listener) {}
    }

    @Test func `A permit for a Unix socket knows that the listener has ended`() async throws {
        let path = folder.path(of: "socket")
        // The process that created the server ends; the socket lives on in its child.
        let script = """
            import os, socket, sys
            s = socket.socket(socket.AF_UNIX); s.bind('\(path)')
            child = os.fork()
            if child == 0: s.listen(4); os._exit(0)
            os.waitpid(child, 0); sys.stdout.write(sys.stdin.read(1)); sys.stdout.flush(); sys.stdin.read()
            """
        try await withChild(["python3", "-c", script]) { _ in
            let capability = NetworkReachability.connect(to: try Endpoint("unix:\(path)"))
            let peer = try await capability.authorizationStatus().peer
            #expect(peer?.isAlive == false)
        }
    }

    @Test func `A permit without a socket reports an error`() async throws {
        let route = NetworkReachability.route(to: "127.0.0.1")
        try await withPermit(for: route) { permit in
            let error = #expect(throws: SystemError.self) { _ = try permit.socket().release() }
            #expect(
                error?.description
                    == "socket(2) failed for `route 127.0.0.1`: Operation not supported "
                    + "(EOPNOTSUPP); only `connect` and `bind` have one, of this process, on a live host"
            )
        }
        let peer = SocketAddress.ip(.loopbackIPv4, port: 7)
        let host = Host.whole { $0.network.peers = [.init(.tcp, peer): .connected] }
        let described = NetworkReachability.connect(to: "tcp:127.0.0.1:7", on: host)
        try await withPermit(for: described) { permit in
            #expect(permit.peer == nil)
            #expect(throws: SystemError.self) { _ = try permit.socket().release() }
        }
    }

    private func accepted(by listener: TestSocket) throws -> (Int32, SocketAddress?) {
        let peer = accept(listener.descriptor, nil, nil)
        try #require(peer >= 0)
        var storage = sockaddr_storage()
        var length = socklen_t(MemoryLayout<sockaddr_storage>.size)
        let address = unsafe withUnsafeMutablePointer(to: &storage) { storage in
            unsafe storage.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                unsafe getpeername(peer, $0, &length) == 0
                    ? unsafe SocketAddress($0, length: length) : nil
            }
        }
        return (peer, address)
    }

    private func isBacklogEmpty(of listener: TestSocket) -> Bool {
        _ = fcntl(listener.descriptor, F_SETFL, O_NONBLOCK)
        return accept(listener.descriptor, nil, nil) == -1 && errno == EAGAIN
    }
}

/// Expects a socket that is close-on-exec and blocking.
func expectPlain(_ socket: borrowing OpenSocket) {
    let flags = socket.withFileDescriptor { (fcntl($0, F_GETFD), fcntl($0, F_GETFL)) }
    #expect(flags.0 == FD_CLOEXEC)
    #expect(flags.1 & O_NONBLOCK == 0)
}

func inode(of socket: borrowing OpenSocket) -> UInt64 {
    socket.withFileDescriptor { number in
        var facts = stat()
        // SAFETY: the kernel fills the structure.
        unsafe fstat(number, &facts)
        return UInt64(facts.st_ino)
    }
}
