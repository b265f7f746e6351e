import Glibc
import Kernel
import TestSupport
import Testing

@testable import LinuxSystem

/// Tests with the kernel's tables in the tests' own networks.
@Suite struct `A route` {
    @Test(arguments: ["127.0.0.1", "127.0.0.2", "::1", "::ffff:127.0.0.1"])
    func `A route to the host itself stays local`(text: String) throws {
        #expect(try receivingInterface(of: IPAddress(text)) == 1)
    }

    @Test func `A route in an empty network leads to this host or nowhere`() async throws {
        let answers = try await inNewNetwork {
            [
                try route(to: .loopbackIPv4), try route(to: .loopbackIPv6),
                try route(to: IPAddress("::ffff:127.0.0.1")), try route(to: IPAddress("192.0.2.1")),
                try route(to: IPAddress("2001:db8::1")),
            ]
        }
        let local = answers.prefix(3).map { answer in
            if case .route(let route) = answer {
                route.isLocal && route.interface == "lo"
            } else {
                false
            }
        }
        #expect(local == [true, true, true])
        #expect(answers.suffix(2) == [.none(.ENETUNREACH), .none(.ENETUNREACH)])
    }

    @Test func `A route has its link, gateway and source address`() async throws {
        try await ForeignNetwork.make { network in
            for line in [
                "addr add 192.0.2.7/25 dev near", "addr add 2001:db8::7/64 dev near nodad",
                "link set near up", "link set far up", "route add 198.51.100.0/24 via 192.0.2.1",
                "route add 2001:db8:1::/64 via 2001:db8::1",
                "route add 203.0.113.0/24 via inet6 2001:db8::1",
            ] { try await network.ip(line) }
            let own = try IPAddress("192.0.2.7")
            let ownV6 = try IPAddress("2001:db8::7")
            let routerV6 = try IPAddress("2001:db8::1")
            let expected: [(String, Route)] = [
                ("192.0.2.9", Route(interface: "near", source: own)),
                (
                    "198.51.100.9",
                    Route(interface: "near", gateway: try IPAddress("192.0.2.1"), source: own)
                ),
                ("203.0.113.9", Route(interface: "near", gateway: routerV6, source: own)),
                ("2001:db8::9", Route(interface: "near", source: ownV6)),
                ("2001:db8:1::9", Route(interface: "near", gateway: routerV6, source: ownV6)),
            ]
            for (text, route) in expected {
                let address = try IPAddress(text)
                let found = try NetworkNamespace.run(ofProcess: network.pid) {
                    try LinuxSystem.route(to: address)
                }
                #expect(found == .route(route), "\(text)")
            }
        }
    }

    @Test func `A refusing route gives its errno`() async throws {
        try await ForeignNetwork.make { network in
            let kinds: [(String, Int32)] = [
                ("unreachable", EHOSTUNREACH), ("prohibit", EACCES), ("blackhole", EINVAL),
            ]
            for (index, (kind, code)) in kinds.enumerated() {
                try await network.ip("route add \(kind) 192.0.\(index).0/24")
                try await network.ip("route add \(kind) 2001:db8:\(index)::/64")
                for text in ["192.0.\(index).1", "2001:db8:\(index)::1"] {
                    let address = try IPAddress(text)
                    let found = try NetworkNamespace.run(ofProcess: network.pid) {
                        try route(to: address)
                    }
                    #expect(found == .none(Errno(rawValue: code)), "\(kind) \(text)")
                }
            }
        }
    }

    /// The kernel takes a question for one about UDP by itself, for IPv4 alone.
    @Test(arguments: [("192.0.2.9", ""), ("2001:db8::9", "-6 ")])
    func `A rule for UDP decides about a datagram`(text: String, family: String) async throws {
        try await ForeignNetwork.make { network in
            let address = try IPAddress(text)
            func found() throws -> RouteAnswer {
                try NetworkNamespace.run(ofProcess: network.pid) { try route(to: address) }
            }
            try await network.ip("\(family)route add default dev lo")
            let free = try found()
            if case .none = free { Issue.record("no route to \(text)") }
            try await network.ip("\(family)rule add ipproto tcp pref 200 prohibit")
            #expect(try found() == free)
            try await network.ip("\(family)rule add ipproto udp pref 201 prohibit")
            #expect(try found() == .none(.EACCES))
            try await network.ip("\(family)rule del pref 201")
            #expect(try found() == free)
        }
    }

    @Test func `A route may have no source`() async throws {
        try await ForeignNetwork.make { network in
            try await network.ip("-6 addr flush dev lo")
            try await network.ip("-6 route add default dev lo")
            let address = try IPAddress("2001:db8::9")
            let found = try NetworkNamespace.run(ofProcess: network.pid) { try route(to: address) }
            #expect(found == .route(Route(interface: "lo")))
        }
    }

    @Test func `A route depends on the user who sends`() async throws {
        try await ForeignNetwork.make { network in
            try await network.ip("rule add uidrange 33-33 to 127.0.0.9 prohibit")
            try await network.ip("rule del pref 0")
            try await network.ip("rule add pref 40000 table local")
            let address = try IPAddress("127.0.0.9")
            let found = try NetworkNamespace.run(ofProcess: network.pid) {
                [try route(to: address, forUser: 33), try route(to: address, forUser: 34)]
            }
            #expect(found.first == .none(.EACCES))
            guard case .route(let route) = found[1] else {
                Issue.record("expected a route, got \(found[1])")
                return
            }
            #expect(route.isLocal)
        }
    }
}
