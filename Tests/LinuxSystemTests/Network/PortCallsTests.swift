import Glibc
import Kernel
import Testing

@testable import LinuxSystem

@Suite struct `The first unprivileged port` {
    @Test(arguments: [0, 80, 1024, 8080] as [UInt16])
    func `The first unprivileged port is that of the thread's network`(start: UInt16) async throws {
        let read = try await inNewNetwork {
            try setParameter("ipv4/ip_unprivileged_port_start", "\(start)")
            return try PortCalls.unprivilegedStart()
        }
        #expect(read == start)
    }
}

@Suite struct `An address to bind to` {
    @Test(arguments: ["127.0.0.1", "127.99.0.1", "0.0.0.0", "::1", "::"])
    func `A local address can be bound`(text: String) async throws {
        let ip = try IPAddress(text)
        #expect(try await inNewNetwork { try PortCalls.bindRefusal(of: ip, .tcp) } == nil)
    }

    static let refusals: [(String, Errno)] = [
        ("192.0.2.1", .EADDRNOTAVAIL), ("2001:db8::1", .EADDRNOTAVAIL), ("fe80::1", .EINVAL),
    ]

    @Test(arguments: refusals)
    func `A foreign address is refused as by bind(2)`(text: String, code: Errno) async throws {
        let ip = try IPAddress(text)
        #expect(try await inNewNetwork { try PortCalls.bindRefusal(of: ip, .tcp) } == code)
    }

    @Test func `Any address can be bound if ip_nonlocal_bind is set`() async throws {
        let ip = try IPAddress("192.0.2.1")
        let code = try await inNewNetwork {
            try setParameter("ipv4/ip_nonlocal_bind", "1")
            return try PortCalls.bindRefusal(of: ip, .tcp)
        }
        #expect(code == nil)
    }

    @Test func `An IPv6 address is refused where IPv6 is switched off`() async throws {
        let code = try await inNewNetwork {
            try setParameter("ipv6/conf/all/disable_ipv6", "1")
            return try PortCalls.bindRefusal(of: .loopbackIPv6, .tcp)
        }
        #expect(code == .EADDRNOTAVAIL)
    }
}
