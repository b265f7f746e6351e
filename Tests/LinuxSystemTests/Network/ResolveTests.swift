import Kernel
import Testing

@testable import LinuxSystem

@Suite struct `Resolution of a host` {
    @Test func `A numeric address is resolved without a query`() async throws {
        let ip = try IPAddress("192.0.2.1")
        #expect(try await resolve(.address(ip)) == .addresses([ip]))
    }

    @Test func `The name localhost resolves to loopback, each address once`() async throws {
        guard case .addresses(let found) = try await resolve(RemoteHost("localhost")) else {
            Issue.record("localhost is not in /etc/hosts")
            return
        }
        #expect(found.contains(.loopbackIPv4) || found.contains(.loopbackIPv6))
        #expect(Set(found).count == found.count)
    }

    @Test func `A cancelled task ends its resolution`() async throws {
        let task = Task { try await resolve(RemoteHost("warrant.invalid")) }
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
    }
}

/// Tests with the test's own name server, which answers like real ones.
@Suite struct `A name` {
    @Test func `A name resolves to all its addresses, each once`() async throws {
        let answer = try await answers(for: "many.")
        guard case .addresses(let found) = answer else {
            Issue.record("\(answer)")
            return
        }
        let expected: Set<IPAddress> = [.ipv4(0x7f00_0007), .ipv4(0x7f00_0008), .loopbackIPv6]
        #expect(Set(found) == expected)
        #expect(found.count == 3)
    }

    static let failures: [(String, Resolution)] = [
        ("absent.", .notFound(ResolverCode(-2))),
        ("empty.", .notFound(ResolverCode(-5))),
        ("broken.", .noAnswer(ResolverCode(-3))),
        ("silent.", .noAnswer(ResolverCode(-3))),
    ]

    @Test(arguments: failures)
    func `A name that does not exist differs from one without an answer`(
        name: String,
        resolution: Resolution
    ) async throws {
        #expect(try await answers(for: name) == resolution)
    }

    private func answers(for name: String) async throws -> Resolution {
        let host = try HostName(name)
        let mountsAndRoot: Int32 = 0x2_0000 | 0x200  // CLONE_NEWNS, CLONE_FS
        return try await inNewNetwork(alsoUnsharing: mountsAndRoot) {
            let server = try NameServer()
            let resolution = lookUp(host)
            try server.stop()
            return resolution
        }
    }
}

@Suite struct `A resolver's error` {
    static let codes: [(Int32, String)] = [
        (-2, "Name or service not known (EAI_NONAME)"),
        (-3, "Temporary failure in name resolution (EAI_AGAIN)"),
        (-4, "Non-recoverable failure in name resolution (EAI_FAIL)"),
        (-5, "No address associated with hostname (EAI_NODATA)"),
        (-9, "Address family for hostname not supported (EAI_ADDRFAMILY)"),
        (-11, "Too many open files (EMFILE)"),
        (-99, "Unknown error (getaddrinfo error -99)"),
    ]

    @Test(arguments: codes)
    func `The error of a resolver has its text and its symbol`(code: Int32, message: String) {
        #expect(ResolverCode(code, systemCode: 24).description == message)
    }
}
