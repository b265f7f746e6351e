import Glibc
import Kernel
import TestSupport
import Testing

@testable import LinuxSystem

@Suite struct `Connecting over UDP` {
    @Test func `A UDP connection reaches a bound port and is refused at a free one`() async throws {
        let peer = try TestSocket(.datagram, .ip(.loopbackIPv4, port: 0))
        #expect(try await outcome(.loopbackIPv4, peer.port) == .connected)
        #expect(try await outcome(.ipv4(0x7f00_0002), peer.port) == .refused(.ECONNREFUSED))
        #expect(try await outcome(.anyIPv4, peer.port) == .connected)
    }

    @Test func `A UDP connection over IPv4 reaches only a dual-stack socket`() async throws {
        let both = try TestSocket(.datagram, .ip(.anyIPv6, port: 0))
        #expect(try await outcome(.loopbackIPv4, both.port) == .connected)
        let ipv6 = try TestSocket(.datagram, .ip(.anyIPv6, port: 0), isIPv6Only: true)
        #expect(try await outcome(.loopbackIPv6, ipv6.port) == .connected)
        #expect(try await outcome(.loopbackIPv4, ipv6.port) == .refused(.ECONNREFUSED))
    }

    @Test func `A UDP connection sends nothing`() async throws {
        let peer = try TestSocket(.datagram, .ip(.loopbackIPv4, port: 0))
        _ = try await outcome(.loopbackIPv4, peer.port)
        var byte: UInt8 = 0
        let doNotWait: Int32 = 0x40
        // SAFETY: the kernel writes at most one byte.
        #expect(unsafe recv(peer.descriptor, &byte, 1, doNotWait) == -1)
    }

    /// The kernel is the judge: it refuses a datagram from another socket at once, or not at all.
    @Test(arguments: [1, 2, 3, 4] as [UInt64])
    func `A UDP connection is refused exactly where a datagram is`(seed: UInt64) async {
        // The test runs in its own process: a fork by another test keeps our sockets open until it executes a program.
        await #expect(processExitsWith: .success) { [seed = seed as UInt64] in
            try await ForeignNetwork.make { network in
                for line in [
                    "addr add 192.0.2.7/25 dev near", "addr add 2001:db8::7/64 dev near nodad",
                    "link set near up", "link set far up",
                    "-6 route add local 2001:db8:1::/64 dev far",
                    "route add local 198.51.100.0/24 dev lo",
                ] { try await network.ip(line) }
                try NetworkNamespace.run(ofProcess: network.pid) {
                    var random = SplitMix(seed: seed)
                    for _ in 0..<300 { try Self.compare(&random, seed) }
                }
            }
        }
    }

    private static let addresses = [
        "127.0.0.1", "127.0.0.2", "0.0.0.0", "::1", "::", "::ffff:127.0.0.1", "192.0.2.7",
        "2001:db8::7", "::ffff:192.0.2.7",
    ]
    /// Only a peer that is bound to the wildcard address is reached at these.
    private static let routed = ["2001:db8:1::5", "198.51.100.5"]

    private static func compare(_ random: inout SplitMix, _ seed: UInt64) throws {
        let peers = try (0..<Int.random(in: 0...3, using: &random)).compactMap { _ in
            try randomPeer(&random)
        }
        for text in addresses + routed {
            let ip = try IPAddress(text)
            let predicted = try Connection(.udp, to: ip, port: 5000).current()
            let actual: ConnectOutcome = try isRefused(ip) ? .refused(.ECONNREFUSED) : .connected
            let held = peers.map { "\($0.socket.localAddress.map(\.description) ?? "")" }
            #expect(predicted == actual, "seed \(seed): \(text) with \(held)")
        }
    }

    /// Returns nil if the kernel refuses the bind because of earlier sockets.
    private static func randomPeer(_ random: inout SplitMix) throws -> TestSocket? {
        let ip = try IPAddress(addresses.randomElement(using: &random) ?? "")
        let isIPv6Only = Bool.random(using: &random)
        let peer = try? TestSocket(
            .datagram,
            .ip(ip, port: 5000),
            isIPv6Only: isIPv6Only,
            reusesAddress: true
        )
        guard let peer else { return nil }
        let device = ["", "", "lo", "near", "far"].randomElement(using: &random) ?? ""
        let length = socklen_t(device.utf8.count)
        // SAFETY: the kernel reads `length` bytes. An empty name binds to no device.
        unsafe setsockopt(peer.descriptor, SOL_SOCKET, SO_BINDTODEVICE, device, length)
        if Int.random(in: 0...3, using: &random) == 0 {
            let isIPv4 = peer.socket.localAddress?.family == AF_INET
            let others = isIPv4 ? ["127.0.0.1", "192.0.2.7"] : ["::1", "2001:db8::7"]
            let other = try IPAddress(others.randomElement(using: &random) ?? "")
            _ = peer.socket.connect(to: .ip(other, port: 6000))
            if Bool.random(using: &random) { disconnect(peer) }
        }
        return peer
    }

    private static func disconnect(_ peer: TestSocket) {
        // `AF_UNSPEC` is 0.
        let nowhere = [UInt8](repeating: 0, count: MemoryLayout<sockaddr>.size)
        // SAFETY: the kernel reads the bytes, which are as many as it is given.
        unsafe nowhere.withUnsafeBytes { bytes in
            let address = unsafe bytes.baseAddress?.assumingMemoryBound(to: sockaddr.self)
            _ = unsafe Glibc.connect(peer.descriptor, address, socklen_t(bytes.count))
        }
    }

    private static func isRefused(_ ip: IPAddress) throws -> Bool {
        let address = SocketAddress.ip(ip, port: 5000)
        let socket = try Socket(family: address.family, type: 2, for: "\(address)")
        let code = socket.connect(to: address)
        guard code == 0 else { throw SystemError("connect(2)", "\(address)", code: code) }
        // SAFETY: an empty datagram has no bytes to read.
        _ = unsafe send(socket.descriptor, [0] as [UInt8], 0, 0)
        var error: Int32 = 0
        var length = socklen_t(MemoryLayout<Int32>.size)
        // SAFETY: the kernel writes at most `length` bytes.
        unsafe getsockopt(socket.descriptor, SOL_SOCKET, SO_ERROR, &error, &length)
        return error == ECONNREFUSED
    }

    private func outcome(_ ip: IPAddress, _ port: UInt16) async throws -> ConnectOutcome {
        try await connect(.udp, to: .ip(ip, port: port), within: .zero).outcome
    }
}
