import Glibc
import TestSupport
import Testing

@testable import LinuxSystem

/// Real changes of the tests' own networks.
@Suite(.timeLimit(.minutes(20))) struct `Changes of a network` {
    private func changes(of network: ForeignNetwork, room: Int32? = nil) throws -> NetworkChanges {
        try NetworkNamespace.run(ofProcess: network.pid) { try NetworkChanges(room: room) }
    }

    @Test(arguments: [
        ("link set near up", NetworkChange.links), ("addr add 192.0.2.7/24 dev near", .addresses),
        ("addr add 2001:db8::7/64 dev near", .addresses),
        ("route add 192.0.2.0/24 dev lo", .routes),
        ("-6 route add blackhole 2001:db8::/64", .routes), ("rule add pref 7 table 7", .routes),
        ("-6 rule add pref 7 table 7", .routes), ("nexthop add id 7 blackhole", .routes),
    ])
    func `A change is reported by its kind`(change: String, kind: NetworkChange) async throws {
        try await ForeignNetwork.make { network in
            let changes = try changes(of: network)
            #expect(try changes.taken() == [])
            try await network.ip(change)
            #expect(try await changes.next().contains(kind))
        }
    }

    @Test func `A change ends a wait and is reported once`() async throws {
        try await ForeignNetwork.make { network in
            let changes = try changes(of: network)
            let waiting = Task { try await changes.next() }
            try await network.ip("route add 192.0.2.0/24 dev lo")
            #expect(try await waiting.value == .routes)
            #expect(try changes.taken() == [])
        }
    }

    @Test func `A change in another network is not reported`() async throws {
        try await ForeignNetwork.make { other in
            try await ForeignNetwork.make { network in
                let changes = try changes(of: network)
                try await other.ip("route add 192.0.2.0/24 dev lo")
                #expect(try changes.taken() == [])
            }
        }
    }

    @Test func `Too many changes are reported as lost`() async throws {
        try await ForeignNetwork.make { network in
            let changes = try changes(of: network, room: 1)
            for number in 1...30 { try await network.ip("addr add 192.0.2.\(number)/32 dev lo") }
            #expect(try await changes.next().contains(.lost))
            // Later changes are received after that.
            try await network.ip("link set near up")
            #expect(try await changes.next().isDisjoint(with: .lost))
        }
    }

    @Test func `A cancelled task stops waiting for a change`() async throws {
        try await ForeignNetwork.make { network in
            let changes = try changes(of: network)
            let waiting = Task { try await changes.next() }
            waiting.cancel()
            await #expect(throws: CancellationError.self) { try await waiting.value }
        }
    }

    @Test func `A truncated change is reported as lost`() {
        #expect(NetworkChange(datagram: [1, 2, 3][...], 3) == .lost)
        #expect(NetworkChange(datagram: [][...], 1) == .lost)
    }
}
