import Capabilities
import LinuxCapabilities
import Procedures
import TestSupport
import Testing

/// A thousand real changes of a network, reported by the kernel's own events.
@Suite(.serialized, .timeLimit(.minutes(20)))
struct `Random changes of a network` {
    @Test func `Updates of a route end with its current status`() async throws {
        try await Self.watch(500) { NetworkReachability.route(to: "192.0.2.7", as: $0) }
    }

    @Test func `Updates of a port end with its current status`() async throws {
        try await Self.watch(500) { NetworkReachability.bind("udp:192.0.2.7:53", as: $0) }
    }

    /// Changes come in bursts of one to eight. Then the updates are compared as ``History`` does it.
    private static func watch(
        _ changes: Int,
        by capability: (Subject) -> NetworkReachability
    ) async throws {
        try await withFreshSeed { seed in
            try await ForeignNetwork.make { network in
                try await network.ip("link set far up")
                let capability = capability(.process(pid: network.pid))
                var changing = ChangingNetwork(network, seed: seed)
                try await History.watch(capability, changes, seed: seed) {
                    try await changing.change()
                }
            }
        }
    }
}

/// A network that a test changes at random, one visible step at a time.
///
/// A rule or an address of the host hides all other changes, and is mostly removed soon.
private struct ChangingNetwork {
    private let network: ForeignNetwork
    private var random: SplitMix
    private var hasRule = false
    /// The device with the examined address, while it is an address of this host.
    private var place: String?
    /// The address that connects the network to a link.
    private var neighbour: String?

    init(_ network: ForeignNetwork, seed: UInt64) {
        self.network = network
        random = SplitMix(seed: seed)
    }

    /// Makes one change. The kernel accepts each of them in any state.
    mutating func change() async throws {
        if hasRule, random.chance(60) { return try await toggleRule() }
        if place != nil, random.chance(60) { return try await toggleAddress() }
        let number = 10 + random.below(240)
        switch random.below(8) {
        case 0: try await toggleAddress()
        case 1: try await network.ip("link set near \(random.pick(["up", "down"]))")
        case 2: try await toggleNeighbour("192.0.2.\(number)/24")
        case 3, 4:
            // An address that no question is about.
            try await network.ip("addr replace 198.51.100.\(number)/32 dev lo")
            try await network.ip("route replace 192.0.2.0/25 dev lo src 198.51.100.\(number)")
        case 5:
            let kind = random.pick(["blackhole", "unreachable", "prohibit"])
            try await network.ip("route replace \(kind) 192.0.2.0/25")
        case 6: try await network.ip("route flush 192.0.2.0/25")
        default: try await toggleRule()
        }
    }

    private mutating func toggleRule() async throws {
        try await network.ip(
            hasRule ? "rule del pref 1" : "rule add pref 1 to 192.0.2.0/24 unreachable"
        )
        hasRule.toggle()
    }

    private mutating func toggleAddress() async throws {
        if let place {
            try await network.ip("addr del 192.0.2.7/32 dev \(place)")
            self.place = nil
        } else {
            let device = random.pick(["near", "lo"])
            try await network.ip("addr add 192.0.2.7/32 dev \(device)")
            place = device
        }
    }

    private mutating func toggleNeighbour(_ address: String) async throws {
        if let neighbour {
            try await network.ip("addr del \(neighbour) dev near")
            self.neighbour = nil
        } else {
            try await network.ip("addr add \(address) dev near")
            neighbour = address
        }
    }
}
