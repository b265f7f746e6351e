import Glibc
import Kernel
import Testing

@testable import LinuxSystem

@Suite struct `Connecting over TCP` {
    @Test(arguments: [IPAddress.loopbackIPv4, .loopbackIPv6])
    func `A TCP connection reaches a listener`(ip: IPAddress) async throws {
        let listener = try TestSocket.listener(ip)
        #expect(
            try await connect(.tcp, to: .ip(ip, port: listener.port), within: .zero).outcome
                == .connected
        )
    }

    @Test(arguments: [IPAddress.loopbackIPv4, .loopbackIPv6])
    func `A TCP connection is refused without a listener`(ip: IPAddress) async throws {
        let holder = try TestSocket.refusing(ip)
        let outcome = try await connect(.tcp, to: .ip(ip, port: holder.port), within: .zero).outcome
        #expect(outcome == .refused(.ECONNREFUSED))
    }

    @Test func `A TCP connection over IPv4 reaches a dual-stack listener`() async throws {
        let listener = try TestSocket.listener(.anyIPv6)
        let address = SocketAddress.ip(.loopbackIPv4, port: listener.port)
        #expect(try await connect(.tcp, to: address, within: .zero).outcome == .connected)
    }

    @Test func `A peer that accepts and resets counts as connected`() async throws {
        let listener = try TestSocket.listener()
        let connection = try Connection(.tcp, to: .loopbackIPv4, port: listener.port)
        let accepted = accept(listener.descriptor, nil, nil)
        let reset = linger(l_onoff: 1, l_linger: 0)
        // SAFETY: the kernel reads the structure during the call.
        unsafe withUnsafeBytes(of: reset) {
            _ = unsafe setsockopt(
                accepted,
                SOL_SOCKET,
                SO_LINGER,
                $0.baseAddress,
                socklen_t($0.count)
            )
        }
        close(accepted)
        #expect(try await connection.outcome(within: .seconds(10)) == .connected)
    }

    @Test func `A connection to a full backlog waits no longer than its limit`() async throws {
        let listener = try TestSocket.listener(backlog: 0)
        let fillers = try fillBacklog(of: listener)
        let start = ContinuousClock.now
        let address = SocketAddress.ip(.loopbackIPv4, port: listener.port)
        #expect(
            try await connect(.tcp, to: address, within: .milliseconds(30)).outcome == .timedOut
        )
        #expect(ContinuousClock.now - start >= .milliseconds(30))
        withExtendedLifetime(fillers) {}
    }

    @Test func `A connection without time is tried once`() async throws {
        let listener = try TestSocket.listener(backlog: 0)
        let fillers = try fillBacklog(of: listener)
        let address = SocketAddress.ip(.loopbackIPv4, port: listener.port)
        #expect(try await connect(.tcp, to: address, within: .zero).outcome == .timedOut)
        #expect(try await connect(.tcp, to: address, within: .seconds(-1)).outcome == .timedOut)
        withExtendedLifetime(fillers) {}
    }

    @Test func `A connection succeeds as soon as the backlog has room`() async throws {
        let listener = try TestSocket.listener(backlog: 0)
        let fillers = try fillBacklog(of: listener)
        let connection = try Connection(.tcp, to: .loopbackIPv4, port: listener.port)
        #expect(try connection.current() == nil)
        let accepted = accept(listener.descriptor, nil, nil)
        defer { close(accepted) }
        #expect(try await connection.outcome(within: .seconds(60)) == .connected)
        withExtendedLifetime(fillers) {}
    }

    @Test func `A cancelled task ends its connection attempt`() async throws {
        let listener = try TestSocket.listener(backlog: 0)
        let fillers = try fillBacklog(of: listener)
        let address = SocketAddress.ip(.loopbackIPv4, port: listener.port)
        let task = Task { try await connect(.tcp, to: address, within: .seconds(3600)).outcome }
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
        withExtendedLifetime(fillers) {}
    }

    @Test func `Many concurrent connections each keep their own limit`() async throws {
        let listener = try TestSocket.listener(backlog: 0)
        let fillers = try fillBacklog(of: listener)
        let address = SocketAddress.ip(.loopbackIPv4, port: listener.port)
        let start = ContinuousClock.now
        await withTaskGroup { group in
            for milliseconds in 1...100 {
                group.addTask {
                    let limit = Duration.milliseconds(milliseconds)
                    let outcome = try? await connect(.tcp, to: address, within: limit).outcome
                    #expect(outcome == .timedOut)
                    #expect(ContinuousClock.now - start >= limit)
                }
            }
        }
        withExtendedLifetime(fillers) {}
    }

    @Test func `A link-local address without a scope is an error`() async throws {
        let address = SocketAddress.ip(try IPAddress("fe80::1"), port: 80)
        let error = await #expect(throws: SystemError.self) {
            try await connect(.tcp, to: address, within: .zero).outcome
        }
        #expect(
            error?.description == "connect(2) failed for `[fe80::1]:80`: Invalid argument (EINVAL)"
        )
    }

    /// Connects until the listener accepts no more. The connections last as long as the result.
    private func fillBacklog(of listener: TestSocket) throws -> [Filler] {
        var fillers: [Filler] = []
        while fillers.last?.isWaiting != true {
            fillers.append(Filler(try Connection(.tcp, to: .loopbackIPv4, port: listener.port)))
        }
        return fillers
    }

    /// A connection in an array, which holds only copyable values.
    private final class Filler {
        private let connection: Connection
        init(_ connection: consuming Connection) { self.connection = connection }
        var isWaiting: Bool { (try? connection.current()) == .some(nil) }
    }
}

/// Tests in the test's own network, where no packet leaves the machine and no other process has a port.
@Suite struct `Connecting in a new network namespace` {
    @Test func `A network without a route is unreachable`() async throws {
        #expect(try await outcome(.tcp, "192.0.2.1:80") == .unreachable(.ENETUNREACH))
        #expect(try await outcome(.udp, "192.0.2.1:53") == .unreachable(.ENETUNREACH))
        #expect(try await outcome(.tcp, "[2001:db8::1]:80") == .unreachable(.ENETUNREACH))
    }

    @Test func `An unreachable host differs from a prohibited route`() async throws {
        let outcomes = try await inNewNetwork {
            try addRefusingRoute(block: 1, type: 7)
            try addRefusingRoute(block: 2, type: 8)
            return [
                try Connection(.tcp, to: IPAddress("192.0.2.1"), port: 80).current(),
                try Connection(.tcp, to: IPAddress("192.0.2.2"), port: 80).current(),
                try Connection(.udp, to: IPAddress("192.0.2.2"), port: 53).current(),
            ]
        }
        #expect(
            outcomes == [
                .unreachable(.EHOSTUNREACH), .notPermitted(.EACCES), .notPermitted(.EACCES),
            ]
        )
    }

    @Test func `An IPv6 connection fails where IPv6 is switched off`() async throws {
        let outcomes = try await inNewNetwork {
            try setParameter("ipv6/conf/all/disable_ipv6", "1")
            return [
                try Connection(.tcp, to: .loopbackIPv6, port: 80).current(),
                try Connection(.udp, to: .loopbackIPv6, port: 80).current(),
            ]
        }
        #expect(outcomes == [.unreachable(.EADDRNOTAVAIL), .unreachable(.EADDRNOTAVAIL)])
    }

    @Test func `A connection to its own port counts as refused`() async throws {
        let outcome = try await inNewNetwork {
            try setParameter("ipv4/ip_local_port_range", "40000 40000")
            return try Connection(.tcp, to: .loopbackIPv4, port: 40000).current()
        }
        #expect(outcome == .refused(.ECONNREFUSED))
    }

    @Test func `A connection without a free local port is an error`() async throws {
        let error = try await inNewNetwork { () -> SystemError? in
            try setParameter("ipv4/ip_local_port_range", "40000 40000")
            let listener = try TestSocket(.stream, SocketAddress("127.0.0.1:80")).listening()
            let first = try Connection(.tcp, to: .loopbackIPv4, port: listener.port)
            #expect(try first.current() == .connected)
            do {
                _ = try Connection(.tcp, to: .loopbackIPv4, port: listener.port)
                return nil
            } catch let error as SystemError {
                return error
            }
        }
        #expect(error == SystemError("connect(2)", "127.0.0.1:80", code: EADDRNOTAVAIL))
    }

    private func outcome(_ transport: Transport, _ text: String) async throws -> ConnectOutcome? {
        try await inNewNetwork {
            guard case .ip(let ip, let port) = try SocketAddress(text) else { return nil }
            return try Connection(transport, to: ip, port: port).current()
        }
    }
}
