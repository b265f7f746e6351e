import Capabilities
import Glibc
import Kernel
import LinuxCapabilities
import Procedures
import TestSupport
import Testing

@testable import LinuxSystem

/// Each test has its own loopback address, on which no other socket has a port.
@Suite struct `Permit to bind` {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    @Test(arguments: [(Transport.tcp, 4001), (.udp, 4001), (.tcp, 401)] as [(Transport, UInt16)])
    func `A permit keeps its port until its end`(transport: Transport, port: UInt16) async {
        // The test runs in its own process: a fork by another test keeps our sockets open until it executes a program.
        await #expect(processExitsWith: .success) {
            [port = port as UInt16, isTCP = (transport == .tcp) as Bool] in
            let transport: Transport = isTCP ? .tcp : .udp
            let endpoint = try Endpoint("\(transport.rawValue):\(ownLoopback):\(port)")
            let capability = NetworkReachability.bind(endpoint)
            #expect(await capability.verdict().isAuthorized)
            #expect(try holders(transport, port).isEmpty)
            try await withPermit(for: capability) { permit in
                #expect(try holders(transport, port).count == 1)
                let socket = try permit.socket()
                expectPlain(socket)
                #expect(socket.withFileDescriptor(listens) == isTCP)
                #expect(try holders(transport, port).map(\.inode) == [UInt32(inode(of: socket))])
            }
            #expect(try holders(transport, port).isEmpty)
        }
    }

    @Test func `A permit accepts clients before its socket is used`() async throws {
        let endpoint: Endpoint = "tcp:127.0.1.2:4002"
        let server = try await withPermit(for: NetworkReachability.bind(endpoint)) { permit in
            let reached = NetworkReachability.connect(to: endpoint)
            #expect(await reached.verdict().isAuthorized)
            return try permit.socket()
        }
        let client = server.withFileDescriptor { accept($0, nil, nil) }
        #expect(client >= 0)
        close(client)
    }

    @Test(arguments: [false, true])
    func `A permit removes the name of a socket that is not taken`(isTaken: Bool) async throws {
        let path = folder.path(of: "app.sock")
        let capability = NetworkReachability.bind(try Endpoint("unix:\(path)"))
        try await withPermit(for: capability, options: GateOptions(within: patience)) { permit in
            #expect(unsafe access(path, F_OK) == 0)
            // A second check, as after a wait for exclusion, finds the same socket.
            #expect(
                await capability.verdict().reasons.map(\.message) == [
                    "held by this process already"
                ]
            )
            guard isTaken else { return }
            let socket = try permit.socket()
            #expect(socket.withFileDescriptor(listens) == true)
        }
        #expect((unsafe access(path, F_OK) == 0) == isTaken)
        #expect(await capability.verdict().isAuthorized != isTaken)
    }

    @Test func `A permit does not remove the name of another socket`() async throws {
        let path = folder.path(of: "app.sock")
        let capability = NetworkReachability.bind(try Endpoint("unix:\(path)"))
        try await withPermit(for: capability, options: GateOptions(within: patience)) { _ in
            try #require(unsafe unlink(path) == 0)
            _ = try TestSocket(.stream, .unix(path: path))
        }
        #expect(unsafe access(path, F_OK) == 0)
    }

    @Test func `A permit hands over the socket that this process holds`() async throws {
        let own = try TestSocket(.stream, SocketAddress("127.0.1.3:4003")).listening()
        try await withPermit(for: NetworkReachability.bind("tcp:127.0.1.3:4003")) { permit in
            let socket = try permit.socket()
            #expect(inode(of: socket) == UInt64(own.inode))
            #expect(socket.withFileDescriptor { fcntl($0, F_GETFD) } == FD_CLOEXEC)
        }
    }

    @Test func `A permit is refused if this process holds another address`() async throws {
        let own = try TestSocket(.stream, SocketAddress("127.0.1.4:4004")).listening()
        let everywhere = NetworkReachability.bind("tcp:4004")
        await #expect(throws: Refusal.self) {
            try await withPermit(for: everywhere) { _ in Issue.record("let in") }
        }
        let status = try await everywhere.authorizationStatus()
        #expect(status.error == .EADDRINUSE)
        #expect(
            status.verdict.reasons.map(\.message) == [
                "held by a socket at 127.0.1.4:4004 of this process itself"
            ]
        )
        withExtendedLifetime(own) {}
    }

    @Test func `Only a permitted procedure binds the port`() async throws {
        let queue = ProcedureQueue(width: 1)
        let capability = NetworkReachability.bind(try Endpoint("tcp:\(ownLoopback):4005"))
        let work = Procedure("work") { try holders(.tcp, 4005).count }
            .condition(AuthorizedFor(capability))
        #expect(try await queue.run(work).get() == 0)
        _ = try await queue.run(Authorize(capability)).get()
        let permitted = Procedure("permitted", permitted: capability) { permit in
            let socket = try permit.socket()
            #expect(socket.withFileDescriptor(listens) == true)
            return try holders(.tcp, 4005).count
        }
        #expect(try await queue.run(permitted).get() == 1)
    }
}

/// A loopback address of this process alone: another run of these tests may be active at the same time.
private var ownLoopback: String {
    let pid = getpid()
    return "127.\(128 + pid >> 16).\(pid >> 8 & 0xff).\(pid & 0xff)"
}

private func holders(_ transport: Transport, _ port: UInt16) throws -> [PortSocket] {
    let own = try IPAddress(ownLoopback)
    return try sockets(transport, port: port, .all).filter { !$0.isConnected && $0.address == own }
}

private func listens(_ number: Int32) -> Bool {
    var isListening: Int32 = 0
    return Socket.read(SO_ACCEPTCONN, of: SOL_SOCKET, on: number, into: &isListening) == 0
        && isListening == 1
}
