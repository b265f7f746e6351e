import Capabilities
import Glibc
import Kernel
import Procedures
import TestSupport
import Testing
import WarrantTesting

@testable import LinuxCapabilities
@testable import LinuxSystem

/// The networks are real, and change during a wait. With a clock that stands still, only an event of the kernel can end
/// the wait.
@Suite(.timeLimit(.minutes(20))) struct `Request for the network` {
    /// The steps that give an address of the network a route. The last one is taken during a wait.
    enum Missing: String, CaseIterable, Sendable {
        case address, route, link, rule

        var steps: [String] {
            switch self {
            case .address: ["addr add 192.0.2.7/32 dev lo"]
            case .route: ["link set near up", "route add 192.0.2.0/24 dev near"]
            case .link: ["addr add 192.0.2.1/24 dev near", "link set near up"]
            case .rule:
                [
                    "addr add 192.0.2.7/32 dev lo", "rule add to 192.0.2.0/24 pref 1 unreachable",
                    "rule del pref 0", "rule add pref 2 table local", "rule del pref 1",
                ]
            }
        }
    }

    @Test(arguments: Missing.allCases)
    func `A request waits for an event about the route`(missing: Missing) async throws {
        try await ForeignNetwork.make { network in
            for step in missing.steps.dropLast() { try await network.ip(step) }
            let watch = WatchedNetwork.Watch()
            let timer = DeadlineTimer(clock: ManualClock())
            let capability = NetworkReachability.route(
                to: "192.0.2.7",
                as: .process(pid: network.pid),
                on: .watched(watch, on: timer)
            )
            #expect(await !capability.verdict().isAuthorized)
            let asking = Task { try await capability.requestAuthorization() }
            await watch.isWaiting()
            try await network.ip(missing.steps[missing.steps.count - 1])
            #expect(try await asking.value.verdict.isAuthorized)
        }
    }

    @Test func `A request to connect waits for a route to the peer`()
        async throws
    {
        try await ForeignNetwork.make { network in
            let listener = try NetworkNamespace.run(ofProcess: network.pid) {
                try TestSocket.listener(.anyIPv4)
            }
            let watch = WatchedNetwork.Watch()
            let capability = NetworkReachability.connect(
                to: try Endpoint("tcp:192.0.2.7:\(listener.port)"),
                as: .process(pid: network.pid),
                on: .watched(watch, on: DeadlineTimer(clock: ManualClock()))
            )
            let asking = Task { try await capability.requestAuthorization() }
            await watch.isWaiting()
            try await network.ip("addr add 192.0.2.7/32 dev lo")
            #expect(try await asking.value.verdict.isAuthorized)
        }
    }

    /// The clock skips every sleep.
    @Test func `A request tries again until the refusing peer listens`() async throws {
        let peer = try TestSocket.refusing()
        let watch = WatchedNetwork.Watch { attempt in
            if attempt == 4 { _ = try? peer.listening() }
        }
        let clock = YieldingClock()
        let start = clock.now
        let capability = NetworkReachability.connect(
            to: try Endpoint("tcp:127.0.0.1:\(peer.port)"),
            waitingUpTo: .seconds(3_000_000_000),
            on: .watched(watch, on: DeadlineTimer(clock: clock))
        )
        let status = try await capability.requestAuthorization()
        #expect(status.verdict.isAuthorized)
        #expect(watch.connects == 4)
        // The first check is made at once. The second follows at once too, because there was no subscription before.
        // The others follow after 0.1 s and 0.2 s.
        #expect(start.duration(to: clock.now) >= .milliseconds(240))
    }

    @Test func `A request after its time limit has the last answer`() async throws {
        let peer = try TestSocket.refusing()
        let endpoint = try Endpoint("tcp:127.0.0.1:\(peer.port)")
        let capability = NetworkReachability.connect(
            to: endpoint,
            waitingUpTo: .seconds(60),
            on: .watched(WatchedNetwork.Watch(), on: DeadlineTimer(clock: SkippingClock()))
        )
        let status = try await capability.requestAuthorization()
        #expect(status.verdict.codes == ["connection-refused"])
    }

    @Test(arguments: [Duration.zero, .seconds(-1)])
    func `A request without time tries once`(limit: Duration) async throws {
        let peer = try TestSocket.refusing()
        let watch = WatchedNetwork.Watch()
        let capability = NetworkReachability.connect(
            to: try Endpoint("tcp:127.0.0.1:\(peer.port)"),
            waitingUpTo: limit,
            on: .watched(watch)
        )
        #expect(try await !capability.requestAuthorization().verdict.isAuthorized)
        #expect(watch.connects == 1)
    }

    @Test func `A request does not wait for a permission`() async throws {
        let folder = try TemporaryFolder()
        let path = folder.path(of: "socket")
        let listener = try TestSocket(.stream, .unix(path: path)).listening()
        try #require(unsafe chmod(path, 0o600) == 0)
        let capability = NetworkReachability.connect(
            to: try Endpoint("unix:\(path)"),
            as: .user("nobody"),
            on: .watched(WatchedNetwork.Watch(), on: DeadlineTimer(clock: ManualClock()))
        )
        #expect(try await !capability.requestAuthorization().verdict.isAuthorized)
        withExtendedLifetime(listener) {}
    }

    @Test(arguments: [false, true])
    func `A look awaits the network for a route, but not for a Unix socket`(
        isSocket: Bool
    ) async throws {
        let path = try SocketAddress.unix(path: "/run/app.sock")
        let address = SocketAddress.ip(try IPAddress("192.0.2.7"), port: 80)
        let host = Host.whole {
            $0.network.peers = [
                .init(.tcp, path): .notPermitted(.EACCES),
                .init(.tcp, address): .notPermitted(.EACCES),
            ]
        }
        let endpoint: Endpoint = isSocket ? "unix:/run/app.sock" : "tcp:192.0.2.7:80"
        let status = try await NetworkReachability.connect(to: endpoint, on: host)
            .authorizationStatus()
        #expect(status.awaited == (isSocket ? nil : .network))
    }

    @Test func `A gate starts work once the peer listens`() async throws {
        let peer = try TestSocket.refusing()
        let watch = WatchedNetwork.Watch { if $0 == 3 { _ = try? peer.listening() } }
        let capability = NetworkReachability.connect(
            to: try Endpoint("tcp:127.0.0.1:\(peer.port)"),
            waitingUpTo: .seconds(3_000_000_000),
            on: .watched(watch, on: DeadlineTimer(clock: YieldingClock()))
        )
        try await withPermit(for: capability, options: GateOptions(asking: .once)) { permit in
            let socket = try permit.socket()
            #expect(socket.withFileDescriptor(Socket.isConnected) == true)
        }
    }
}

/// A clock that skips every sleep, and lets other tasks run meanwhile.
private final class YieldingClock: Clock {
    private let clock = SkippingClock()

    var now: SkippingClock.Instant { clock.now }
    var minimumResolution: Duration { .zero }

    func sleep(until deadline: SkippingClock.Instant, tolerance: Duration?) async throws {
        await Task.yield()
        try await clock.sleep(until: deadline, tolerance: tolerance)
    }
}
