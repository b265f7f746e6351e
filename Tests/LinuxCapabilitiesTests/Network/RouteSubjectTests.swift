import Capabilities
import Kernel
import LinuxSystem
import Procedures
import TestSupport
import Testing
import WarrantTesting

@testable import LinuxCapabilities

@Suite struct `Route of another subject` {
    private static let address = "192.0.2.1"
    private static let setuid = KernelCapabilitySet([.setuid])
    private static let prohibited = RouteAnswer.none(.EACCES)

    /// Returns the verdict for a process with one thread for each user; user 33 has no route.
    private static func verdict(
        _ users: [UInt32],
        _ userRoutes: [UInt32: RouteAnswer] = [33: prohibited],
        hasRoute: Bool = true,
        change: (inout ThreadCredentials) -> Void = { _ in }
    ) async throws -> Verdict {
        let threads = users.enumerated().map { index, user in
            var thread = ThreadCredentials(
                thread: 7 + Int32(index),
                process: 7,
                user: user,
                group: user
            )
            thread.secureBits = []
            change(&thread)
            return thread
        }
        let facts = ProcessFacts(pid: 7, threads: threads, namespaces: .success(.all(1)))
        let way = RouteAnswer.route(Route(interface: "eth0"))
        let host = try Host.whole {
            $0.processes[7] = facts
            $0.network.routes = hasRoute ? [try IPAddress(address): way] : [:]
            $0.network.userRoutes = userRoutes
        }
        return await NetworkReachability.route(to: address, as: .process(pid: 7), on: host)
            .verdict()
    }

    @Test func `A route is authorized if each thread has it`() async throws {
        #expect(try await Self.verdict([34, 35]).answer == .authorized)
    }

    @Test func `A route is denied if the only thread lacks it`() async throws {
        #expect(try await Self.verdict([33]).answer == .denied)
    }

    @Test func `A route is undetermined if one thread has it`() async throws {
        let found = try await Self.verdict([33, 34])
        #expect(found.answer == .undetermined)
        #expect(
            found.reasons.map(\.message) == [
                "refused by a route: Permission denied (EACCES); thread 8 of process 7 may"
            ]
        )
    }

    @Test func `A route is undetermined if another user id of the process has it`() async throws {
        let found = try await Self.verdict([33]) { $0.user.saved = 34 }
        #expect(found.answer == .undetermined)
        #expect(
            found.reasons.map(\.message) == [
                "refused by a route: Permission denied (EACCES); process 7 can gain the permission "
                    + "by itself: it has user id 34, so it can become user 34"
            ]
        )
        let neither = try await Self.verdict([33], [33: Self.prohibited, 34: Self.prohibited]) {
            $0.user.saved = 34
        }
        #expect(neither.answer == .denied)
    }

    @Test func `A route is undetermined if CAP_SETUID is permitted`() async throws {
        let found = try await Self.verdict([33]) { $0.capabilities.permitted = Self.setuid }
        #expect(found.answer == .undetermined)
        #expect(found.reasons.map(\.code.rawValue) == ["reach-unknown"])
    }

    /// No user has a route then, so it does not matter which user the process can become.
    @Test func `A route is denied if no rule depends on the user`() async throws {
        let found = try await Self.verdict([33], [:], hasRoute: false) {
            $0.capabilities.permitted = Self.setuid
        }
        #expect(found.answer == .denied)
        #expect(found.reasons.map(\.code.rawValue) == ["no-route"])
    }

    @Test func `A route for a user agrees with the rules of the kernel`() async throws {
        try await ForeignNetwork.make { network in
            let probe = Host.live.network.network(ofProcess: network.pid)
            #expect(try await probe.routingRules().userRanges.isEmpty)
            for line in [
                "rule add uidrange 1001-1005 to 127.0.0.9 prohibit", "rule del pref 0",
                "rule add pref 40000 table local", "-6 rule add uidrange 33-33 prohibit",
            ] { try await network.ip(line) }
            #expect(try await Set(probe.routingRules().userRanges) == [1001...1005, 33...33])
            #expect(try await !probe.routingRules().tellPacketsApart)
            for (user, answer) in [("1000", .authorized), ("1001", .denied)]
                as [(String, Verdict.Answer)]
            {
                let subject = Subject.user(user, groups: [user], capabilities: [])
                let route = NetworkReachability.route(
                    to: "127.0.0.9",
                    as: subject,
                    on: .inside(network)
                )
                #expect(await route.verdict().answer == answer)
            }
        }
    }

    /// A rule that selects some packets changes nothing about the reason.
    @Test(arguments: [nil, "-6 rule add ipproto tcp pref 9 prohibit"])
    func `A route without a source has no answer`(rule: String?) async throws {
        try await ForeignNetwork.make { network in
            for line in ["-6 addr flush dev lo", "-6 route add default dev lo"] {
                try await network.ip(line)
            }
            if let rule { try await network.ip(rule) }
            let route = NetworkReachability.route(to: "2001:db8::9", on: .inside(network))
            let verdict = await route.verdict()
            #expect(verdict.answer == .undetermined)
            #expect(verdict.reasons.first?.message.contains("names no address") == true)
        }
    }

    /// Properties of a packet that a thread may choose, and all others. The unspecified address is that of this host.
    @Test(
        arguments: [
            ("ipproto udp", .undetermined), ("sport 5", .undetermined),
            ("tos 0x10", .undetermined), ("from 127.0.0.8", .undetermined),
            ("fwmark 7", .undetermined), ("iif lo", .denied),
        ] as [(String, Verdict.Answer)]
    )
    func `A route is undetermined if a rule selects some packets`(
        selector: String,
        answer: Verdict.Answer
    ) async throws {
        try await ForeignNetwork.make { network in
            try await network.ip("rule add \(selector) to 127.0.0.9 pref 9 lookup 77")
            try await network.ip("rule add to 127.0.0.9 pref 10 prohibit")
            try await network.ip("rule del pref 0")
            try await network.ip("rule add pref 40000 table local")
            let route = NetworkReachability.route(to: "127.0.0.9", on: .inside(network))
            #expect(await route.verdict().answer == answer)
            let own = NetworkReachability.route(to: "::", on: .inside(network))
            #expect(await own.verdict().answer == .authorized)
        }
    }
}
