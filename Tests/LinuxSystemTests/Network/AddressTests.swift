import Glibc
import Kernel
import TestSupport
import Testing

@testable import LinuxSystem

@Suite struct `A numeric address` {
    @Test(arguments: [
        "0.0.0.0", "127.0.0.1", "255.255.255.255", "::", "::1", "2001:db8::1", "::ffff:192.0.2.1",
        "fe80::1%lo", "fe80::1%4000000",
    ])
    func `A numeric address prints as it was written`(text: String) throws {
        #expect(try IPAddress(text).description == text)
    }

    @Test func `A numeric address prints in the canonical form`() throws {
        #expect(try IPAddress("2001:DB8:0:0:0:0:0:1").description == "2001:db8::1")
        #expect(try IPAddress("fe80::1%1").description == "fe80::1%lo")
    }

    @Test func `A numeric address has host byte order`() throws {
        #expect(try IPAddress("127.0.0.1") == .loopbackIPv4)
        #expect(try IPAddress("192.0.2.1") == .ipv4(0xc000_0201))
        #expect(try IPAddress("::1") == .loopbackIPv6)
        #expect(
            try IPAddress("fe80::2%lo") == .ipv6(IPv6Address(high: 0xfe80 << 48, low: 2), scope: 1)
        )
        #expect(try IPAddress("ff12::1%lo").description == "ff12::1%lo")
    }

    @Test(arguments: ["::", "::1", "2001:db8::1", "ff05::1", "fec0::1", "::ffff:127.0.0.1"])
    func `An address that is not link-local has no scope, as in the kernel`(text: String) throws {
        #expect(try IPAddress("\(text)%lo") == IPAddress(text))
    }

    @Test(arguments: [
        "", " ", "127.1", "0x7f000001", "127.0.0.01", "127.0.0.256", "127.0.0.1 ", "1.2.3.4\05",
        "::1\0", "localhost", ":::", "::1%", "127.0.0.1%lo", "[::1]",
    ])
    func `Other texts are not numeric addresses`(text: String) {
        #expect(throws: AddressError.self) { try IPAddress(text) }
    }

    @Test func `The error of an address says what is wrong`() {
        #expect(
            AddressError.notNumeric("127.1").description
                == "`127.1` is not a numeric address; write one like `192.0.2.1` or `2001:db8::1`"
        )
        #expect(throws: AddressError.noInterface("none0")) { try IPAddress("fe80::1%none0") }
        #expect(
            AddressError.noInterface("none0").description
                == "no network interface `none0` here; `ip link` lists them"
        )
    }
}

@Suite struct `A socket address` {
    @Test(arguments: ["127.0.0.1:80", "0.0.0.0:0", "[::1]:65535", "[fe80::1%lo]:22"])
    func `A socket address prints as it was written`(text: String) throws {
        #expect(try SocketAddress(text).description == text)
    }

    @Test(arguments: [
        "", ":", "127.0.0.1", "127.0.0.1:", "127.0.0.1:65536", "127.0.0.1:-1", "127.0.0.1:+1",
        "127.0.0.1:80 ", "::1:80", "[::1]", "[127.0.0.1]:80", "localhost:80", "[::1:80",
    ])
    func `Other texts are not socket addresses`(text: String) {
        #expect(throws: AddressError.self) { try SocketAddress(text) }
    }

    @Test func `A Unix socket prints its path or its abstract name`() throws {
        #expect(try SocketAddress.unix(path: "/run/app.sock").description == "/run/app.sock")
        #expect(try SocketAddress.unix(abstract: "app").description == "@app")
    }

    @Test func `A Unix socket path may be as long as the kernel allows`() throws {
        let longest = String(repeating: "x", count: 107)
        #expect(try SocketAddress.unix(path: longest).description == longest)
        #expect(throws: AddressError.tooLong(longest + "x")) {
            try SocketAddress.unix(path: longest + "x")
        }
    }

    @Test func `The error of a socket address says what is wrong`() {
        #expect(throws: AddressError.emptyPath) { try SocketAddress.unix(path: "") }
        #expect(throws: AddressError.containsNUL("/a\0b")) { try SocketAddress.unix(path: "/a\0b") }
        #expect(
            AddressError.emptyPath.description
                == "the path of a Unix socket is empty; write one like `/run/app.sock` or `@name`"
        )
        #expect(AddressError.containsNUL("/a").description == "`/a` contains a NUL; leave it out")
        #expect(
            AddressError.tooLong("/a").description
                == "`/a` has 2 bytes; a Unix socket's path has at most 107"
        )
        #expect(
            AddressError.noPort("::1").description
                == "`::1` has no port from 0 to 65535; write it like `192.0.2.1:80` or `[::1]:80`"
        )
    }

    @Test(arguments: [1, 2, 3] as [UInt64])
    func `A socket address survives conversion to the kernel's form`(seed: UInt64) throws {
        var random = SplitMix(seed: seed)
        for _ in 0..<1000 {
            let address = randomAddress(&random)
            #expect(throughKernelForm(address) == address, "seed \(seed)")
        }
    }

    private func randomAddress(_ random: inout SplitMix) -> SocketAddress {
        switch Int.random(in: 0...3, using: &random) {
        case 0: .ip(.ipv4(random.next()), port: random.next())
        case 1:
            .ip(
                .ipv6(IPv6Address(high: random.next(), low: random.next()), scope: random.next()),
                port: random.next()
            )
        case let form:
            (try? UnixSocketName(randomText(&random), isAbstract: form == 2)).map { .unix($0) }
                ?? .ip(.anyIPv4, port: 0)
        }
    }

    private func randomText(_ random: inout SplitMix) -> String {
        let count = Int.random(in: 1...107, using: &random)
        let bytes = (0..<count).map { _ in UInt8.random(in: 0x21...0x7e, using: &random) }
        return String(decoding: bytes, as: UTF8.self)
    }

    private func throughKernelForm(_ address: SocketAddress) -> SocketAddress? {
        // SAFETY: the address is lent for the closure, which copies it.
        unsafe address.withSockaddr { unsafe SocketAddress($0, length: $1) }
    }
}
