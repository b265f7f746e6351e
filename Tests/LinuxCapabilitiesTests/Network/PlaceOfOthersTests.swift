import Capabilities
import Kernel
import LinuxSystem
import Procedures
import TestSupport
import Testing
import WarrantTesting

@testable import LinuxCapabilities

/// This process asks the network. A refusal to it need not be a refusal to the subject.
@Suite struct `Refusal on behalf of another subject` {
    private static let account = SubjectAccount(user: 1000, groups: [1000])
    private static let other = Subject.user("1000")

    private static func host(
        _ outcome: ConnectOutcome,
        userRoutes: [UInt32: RouteAnswer] = [:]
    ) throws -> Host {
        let peer = SocketAddress.ip(try IPAddress("192.0.2.1"), port: 80)
        return .whole { facts in
            facts.users["1000"] = account
            facts.network.peers = [.init(.tcp, peer): outcome]
            facts.network.userRoutes = userRoutes
        }
    }

    private static func connection(_ host: Host, as subject: Subject) -> NetworkReachability {
        NetworkReachability.connect(to: "tcp:192.0.2.1:80", as: subject, on: host)
    }

    @Test(arguments: [Errno.EACCES, .EPERM])
    func `A refusal by permission is undetermined`(code: Errno) async throws {
        let host = try Self.host(.notPermitted(code))
        let found = await Self.connection(host, as: Self.other).verdict()
        #expect(found.answer == .undetermined)
        let place = ", asked by this process in place of uid 1000"
        #expect(found.reasons.first?.message.hasSuffix(place) == true)
        #expect(await Self.connection(host, as: .current).verdict().answer == .denied)
    }

    @Test(arguments: [
        ConnectOutcome.refused(.ECONNREFUSED), .unreachable(.EHOSTUNREACH),
        .unreachable(.ENETUNREACH),
    ])
    func `A refusal by the network is denied`(outcome: ConnectOutcome) async throws {
        let host = try Self.host(outcome)
        #expect(await Self.connection(host, as: Self.other).verdict().answer == .denied)
        let batch = try await Self.connection(host, as: .current).statusInPlaceOfOthers()
        #expect(batch.verdict.answer == .denied)
    }

    @Test func `A refusal is undetermined if routes differ by user`() async throws {
        let outcome = ConnectOutcome.unreachable(.ENETUNREACH)
        let apart = try Self.host(outcome, userRoutes: [1000: .none(.EACCES)])
        let found = await Self.connection(apart, as: Self.other).verdict()
        #expect(found.answer == .undetermined)
        #expect(found.reasons.first?.message.hasSuffix(", whose routes may differ by user") == true)
        #expect(await Self.connection(apart, as: .current).verdict().answer == .denied)
        // A rule for a third user treats both alike.
        let alike = try Self.host(outcome, userRoutes: [33: .none(.EACCES)])
        #expect(await Self.connection(alike, as: Self.other).verdict().answer == .denied)
    }

    /// A line of a batch may be about any user.
    @Test func `A batch is undetermined if routes differ by user`() async throws {
        let outcome = ConnectOutcome.refused(.ECONNREFUSED)
        let apart = try Self.host(outcome, userRoutes: [33: .none(.EACCES)])
        let batch = try await Self.connection(apart, as: .current).statusInPlaceOfOthers()
        #expect(batch.verdict.answer == .undetermined)
        let forbidden = try Self.host(.notPermitted(.EACCES))
        let status = try await Self.connection(forbidden, as: .current).statusInPlaceOfOthers()
        #expect(status.verdict.answer == .undetermined)
        #expect(status.error == nil)
    }

    @Test(
        arguments: [(2, .undetermined), (0, .denied), (nil, .denied)] as [(Int?, Verdict.Answer)]
    )
    func `A refusal is undetermined if a seccomp filter is possible`(
        mode: Int?,
        answer: Verdict.Answer
    ) async throws {
        var facts = HostFacts()
        facts.users["alice"] = SubjectAccount(user: 1000, groups: [1000])
        let peer = SocketAddress.ip(try IPAddress("192.0.2.1"), port: 80)
        facts.network.peers[.init(.tcp, peer)] = .refused(.ECONNREFUSED)
        if let mode {
            var own = ThreadCredentials(thread: 1, user: 0, group: 0)
            own.seccompMode = mode
            facts.own = own
        }
        let host = Host.inMemory(facts)
        let found = await Self.connection(host, as: .user("alice")).verdict()
        #expect(found.answer == answer)
        let isFiltered = found.reasons.map(\.code.rawValue) == ["perhaps-filtered"]
        #expect(isFiltered == (mode == 2))
    }

    /// Root can become another user, for whom the rule does not prohibit the address.
    @Test func `A connection is undetermined if root may become a permitted user`() async throws {
        try await ForeignNetwork.make { network in
            for line in [
                "rule add uidrange 0-0 to 127.0.0.9 prohibit", "rule del pref 0",
                "rule add pref 40000 table local",
            ] { try await network.ip(line) }
            let connection = NetworkReachability.connect(
                to: "tcp:127.0.0.9:9",
                on: .inside(network)
            )
            #expect(await connection.verdict().answer == .undetermined)
        }
    }

    /// The rule prohibits the address for the user, and not for root, which asks.
    @Test(arguments: [("1000", Verdict.Answer.undetermined), ("1001", .authorized)])
    func `A connection of a user is undetermined only if a rule distinguishes that user from root`(
        user: String,
        answer: Verdict.Answer
    ) async throws {
        try await ForeignNetwork.make { network in
            for line in [
                "addr add 10.1.0.1/24 dev near", "link set near up", "link set far up",
                "rule add uidrange 1000-1000 to 10.1.0.2 prohibit",
            ] { try await network.ip(line) }
            let connection = NetworkReachability.connect(
                to: "udp:10.1.0.2:9",
                as: .user(user, groups: ["7"], capabilities: []),
                on: .inside(network)
            )
            #expect(await connection.verdict().answer == answer)
        }
    }

    /// The rule prohibits the address for root, which asks, and for no other user.
    @Test func `A connection of a user is undetermined if only root is prohibited`() async throws {
        try await ForeignNetwork.make { network in
            for line in [
                "rule add uidrange 0-0 to 127.0.0.9 prohibit", "rule del pref 0",
                "rule add pref 40000 table local",
            ] { try await network.ip(line) }
            let user = Subject.user("1000", groups: ["1000"], capabilities: [])
            let connection = NetworkReachability.connect(
                to: "tcp:127.0.0.9:9",
                as: user,
                on: .inside(network)
            )
            let found = await connection.verdict()
            #expect(found.answer == .undetermined)
            #expect(found.reasons.map(\.code.rawValue) == ["connection-not-permitted"])
        }
    }
}

/// This process binds the address with port 0.
@Suite struct `Address that this process may not bind` {
    @Test(
        arguments: [
            (.EADDRNOTAVAIL, false, "denied address-not-local", "denied address-not-local"),
            (.EINVAL, false, "denied address-not-local", "denied address-not-local"),
            (
                .EADDRNOTAVAIL, true, "denied address-not-local",
                "undetermined perhaps-filtered"
            ),
            (.EACCES, false, "undetermined refused-by-kernel", "undetermined refused-by-kernel"),
            (.EACCES, true, "undetermined perhaps-filtered", "undetermined perhaps-filtered"),
            (.EIO, false, "undetermined refused-by-kernel", "undetermined refused-by-kernel"),
        ] as [(Errno, Bool, String, String)]
    )
    func `A bind is denied only if its address is not local`(
        code: Errno,
        mayBeFiltered: Bool,
        own: String,
        other: String
    ) async {
        let host = Host.whole { facts in
            facts.users["1000"] = SubjectAccount(user: 1000, groups: [1000])
            facts.network.refusedAddresses = [
                .anyIPv4: .init(code: code, mayBeFiltered: mayBeFiltered),
                .anyIPv6: .init(code: code, mayBeFiltered: mayBeFiltered),
            ]
        }
        for (subject, expected) in [(Subject.current, own), (.user("1000"), other)] {
            let found = await NetworkReachability.bind("tcp:8000", as: subject, on: host)
                .verdict()
            let reason = found.reasons.first?.code.rawValue ?? "none"
            #expect("\(found.answer) \(reason)" == expected)
        }
    }
}
