import Glibc
import Kernel
import TestSupport
import Testing

@testable import LinuxSystem

@Suite struct `Connecting to a Unix socket` {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    @Test(arguments: [TestSocket.Kind.stream, .seqpacket, .datagram])
    func `A connection reaches Unix sockets of any type`(kind: TestSocket.Kind) async throws {
        let address = try SocketAddress.unix(path: folder.path + "/socket")
        let server = try TestSocket(kind, address)
        if kind != .datagram { _ = try server.listening() }
        #expect(try await outcome(address) == .connected)
    }

    @Test(arguments: [TestSocket.Kind.stream, .seqpacket, .datagram])
    func `A connection reaches abstract sockets of any type`(kind: TestSocket.Kind) async throws {
        let address = try SocketAddress.unix(abstract: "warrant-test-\(kind)-\(getpid())")
        let server = try TestSocket(kind, address)
        if kind != .datagram { _ = try server.listening() }
        #expect(try await outcome(address) == .connected)
    }

    @Test func `A connection to a Unix socket without a listener is refused`() async throws {
        let address = try SocketAddress.unix(path: folder.path + "/socket")
        let server = try TestSocket(.stream, address)
        #expect(try await outcome(address) == .refused(.ECONNREFUSED))
        withExtendedLifetime(server) {}
        #expect(try await outcome(.unix(abstract: "warrant-nobody")) == .refused(.ECONNREFUSED))
    }

    @Test func `A connection to a file that is not a socket is refused`() async throws {
        let path = try folder.file("file")
        #expect(try await outcome(.unix(path: path)) == .refused(.ECONNREFUSED))
        #expect(try await outcome(.unix(path: path + "/socket")) == .missing(.ENOTDIR))
    }

    @Test func `A connection reports a path that does not exist as missing`() async throws {
        #expect(try await outcome(.unix(path: "/nowhere/socket")) == .missing(.ENOENT))
    }

    @Test func `A connection to a full backlog waits no longer than its limit`() async throws {
        let address = try SocketAddress.unix(path: folder.path + "/socket")
        let server = try TestSocket(.stream, address).listening(backlog: 0)
        // The kernel accepts one connection more than the backlog, see its unix_recvq_full.
        let first = try Socket(family: AF_UNIX, type: 1, for: "first")
        #expect(first.connect(to: address) == 0)
        let start = ContinuousClock.now
        #expect(
            try await connect(.tcp, to: address, within: .milliseconds(30)).outcome == .timedOut
        )
        #expect(ContinuousClock.now - start >= .milliseconds(30))
        withExtendedLifetime(server) {}
    }

    @Test func `A cancelled task ends its connection attempt`() async throws {
        let address = try SocketAddress.unix(path: folder.path + "/socket")
        let server = try TestSocket(.stream, address).listening(backlog: 0)
        let first = try Socket(family: AF_UNIX, type: 1, for: "first")
        #expect(first.connect(to: address) == 0)
        let task = Task { try await connect(.tcp, to: address, within: .seconds(5)).outcome }
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
        withExtendedLifetime(server) {}
    }

    private func outcome(_ address: SocketAddress) async throws -> ConnectOutcome {
        try await connect(.tcp, to: address, within: .seconds(10)).outcome
    }
}
