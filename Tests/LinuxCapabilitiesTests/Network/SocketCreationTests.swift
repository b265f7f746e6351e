import AccessModel
import Capabilities
import Kernel
import LinuxCapabilities
import LinuxSystem
import Procedures
import Testing
import WarrantTesting

@Suite struct `Creation of a socket` {
    private static let netRaw = KernelCapabilitySet([.netRaw])
    private static func verdict(
        _ kind: SocketCreation.Kind,
        _ subject: Subject = .user("www-data"),
        _ describe: (inout HostFacts) -> Void = { _ in }
    ) async -> Verdict {
        let host = Host.whole { facts in
            facts.users["www-data"] = SubjectAccount(user: 33, groups: [33, 44])
            describe(&facts)
        }
        return await SocketCreation(kind, as: subject, on: host).verdict()
    }

    @Test(arguments: [
        (PingGroups(from: 33, through: 33), true), (PingGroups(from: 44, through: 50), true),
        (PingGroups(from: 0, through: .max), true), (PingGroups(from: 34, through: 43), false),
        (.none, false),
    ])
    func `A ping socket needs a group in the range`(groups: PingGroups, isPermitted: Bool) async {
        for kind in [SocketCreation.Kind.icmpIPv4, .icmpIPv6] {
            let verdict = await Self.verdict(kind) { $0.network.pingGroups = groups }
            #expect(verdict.isAuthorized == isPermitted)
            #expect(verdict.reasons.first?.evidence.map(\.holds) == [isPermitted, false])
        }
    }

    @Test(arguments: SocketCreation.Kind.allCases)
    func `Each kind of socket is allowed with CAP_NET_RAW`(kind: SocketCreation.Kind) async {
        let raised = Subject.user("www-data", capabilities: [.netRaw])
        #expect(await Self.verdict(kind, raised).isAuthorized)
        let other = Subject.user("www-data", capabilities: [.netAdmin])
        #expect(await Self.verdict(kind, other).isAuthorized == false)
    }

    @Test func `A denied socket names its needs and remedies`() async {
        let icmp = await Self.verdict(.icmpIPv4)
        #expect(
            icmp.reasons.map(\.message) == [
                "needs a group of net.ipv4.ping_group_range, or CAP_NET_RAW, and www-data has neither"
            ]
        )
        #expect(icmp.reasons.map(\.cause) == [.permission])
        #expect(
            icmp.reasons.first?.remedies.map(\.change) == [
                "sysctl net.ipv4.ping_group_range=\"33 33\"", "AmbientCapabilities=CAP_NET_RAW",
            ]
        )
        #expect(
            icmp.reasons.first?.evidence == [
                Evidence("net.ipv4.ping_group_range", facts: "no group", holds: false),
                Evidence("CAP_NET_RAW", holds: false),
            ]
        )
        let wider = await Self.verdict(.icmpIPv4) {
            $0.network.pingGroups = PingGroups(from: 50, through: 60)
        }
        #expect(
            wider.reasons.first?.remedies.first?.change
                == "sysctl net.ipv4.ping_group_range=\"33 60\""
        )
        let raw = await Self.verdict(.packet)
        #expect(raw.reasons.map(\.message) == ["needs CAP_NET_RAW, and www-data lacks it"])
        #expect(raw.reasons.first?.remedies.map(\.change) == ["AmbientCapabilities=CAP_NET_RAW"])
    }

    @Test func `A socket is judged for each thread and on its network`() async {
        let threads = [Self.netRaw, .none].enumerated().map { index, set in
            ThreadCredentials(
                thread: 7 + Int32(index),
                user: 33,
                group: 33,
                capabilities: KernelCapabilitySets(effective: set)
            )
        }
        let process = { (namespaces: Namespaces) in
            ProcessFacts(pid: 7, threads: threads, namespaces: .success(namespaces))
        }
        let subject = Subject.process(pid: 7)
        let here = await Self.verdict(.rawIPv4, subject) { $0.processes[7] = process(.all(1)) }
        #expect(
            here.reasons.map(\.message) == [
                "needs CAP_NET_RAW, and thread 8 of process 7 does not have it; thread 7 of process 7 may"
            ]
        )
        let there = await Self.verdict(.icmpIPv4, subject) { facts in
            facts.processes[7] = process(.all(2))
            facts.network.ofProcesses[7] = HostFacts.Network()
            facts.network.ofProcesses[7]?.pingGroups = PingGroups(from: 33, through: 33)
        }
        #expect(
            there.reasons.map(\.message) == ["process 7 has a group of net.ipv4.ping_group_range"]
        )
        let nowhere = await Self.verdict(.rawIPv4, subject) { $0.processes[7] = process(.all(2)) }
        #expect(
            nowhere.reasons.map(\.message) == [
                "needs CAP_NET_RAW, and no kernel capability of process 7 counts on its network",
                "cannot gain the permission by itself (2 threads of 1 process; permitted sets, saved ids "
                    + "and ownership considered)",
            ]
        )
        #expect(nowhere.reasons.first?.remedies == [])
    }

    @Test func `A ping socket is undetermined for an unmapped group`() async {
        let thread = ThreadCredentials(thread: 7, user: 33, group: 65534)
        let facts = ProcessFacts(pid: 7, threads: [thread], namespaces: .success(.all(1)))
        let verdict = await Self.verdict(.icmpIPv4, .process(pid: 7)) {
            $0.processes[7] = facts
            $0.place = OwnPlace(namespaces: .all(1), overflowGroup: 65534)
            $0.network.pingGroups = PingGroups(from: 0, through: .max)
        }
        #expect(verdict.reasons.map(\.code) == ["capability-unknown"])
        guard case .undetermined = verdict else {
            Issue.record("expected no answer, got \(verdict)")
            return
        }
    }

    /// An example is a user namespace that does not map the groups of the range.
    @Test func `A ping socket is undetermined for an unknown range`() async {
        let verdict = await Self.verdict(.icmpIPv4) { $0.network.pingGroups = nil }
        #expect(verdict.reasons.map(\.code) == ["capability-unknown"])
        #expect(
            verdict.reasons.first?.evidence.first
                == Evidence("net.ipv4.ping_group_range", facts: "not known", holds: nil)
        )
        let raised = Subject.user("www-data", capabilities: [.netRaw])
        let unread = await Self.verdict(.icmpIPv4, raised) { $0.network.pingGroups = nil }
        #expect(unread.isAuthorized)
    }

    @Test func `An unsupported family is not known for other subjects`() async {
        let raised = Subject.user("www-data", capabilities: [.netRaw])
        let none = [SocketKind.raw(isIPv6: true): SocketAnswer.refused(.EAFNOSUPPORT)]
        let verdict = await Self.verdict(.rawIPv6, raised) { $0.network.socketAnswers = none }
        #expect(
            verdict.reasons.map(\.message) == [
                "Address family not supported by protocol (EAFNOSUPPORT) for this process; this kernel has "
                    + "none, or a filter says so (`RestrictAddressFamilies=` of a unit)"
            ]
        )
        #expect(!verdict.isAuthorized)
        let other = await Self.verdict(.rawIPv4, raised) { $0.network.socketAnswers = none }
        #expect(other.isAuthorized)
    }

    @Test(arguments: [
        (netRaw, SocketAnswer.refused(.EPERM), "refused-by-kernel"),
        (netRaw, .refused(.EAFNOSUPPORT), "socket-unsupported"),
        (KernelCapabilitySet.none, .refused(.EPERM), "needs-capability"),
        (KernelCapabilitySet.none, .made, "socket-permitted"),
        (netRaw, .made, "socket-permitted"),
    ])
    func `A socket of this process agrees with the kernel`(
        set: KernelCapabilitySet,
        answer: SocketAnswer,
        reason: String
    ) async {
        let verdict = await Self.verdict(.rawIPv4, .current) {
            $0.network.socketAnswers = [.raw(isIPv6: false): answer]
            $0.own?.capabilities = KernelCapabilitySets(effective: set)
        }
        #expect(verdict.reasons.map(\.code.rawValue) == [reason])
        #expect(verdict.isAuthorized == (answer == .made))
    }
}
