import Capabilities
import Kernel
import LinuxCapabilities
import LinuxSystem
import Procedures
import Testing
import WarrantTesting

@Suite struct `Port of another subject` {
    private static let bit = KernelCapabilitySet([.netBindService])
    private static func process(
        _ effective: [KernelCapabilitySet],
        seccompMode: Int = 0,
        _ namespaces: Namespaces = .all(1)
    ) -> ProcessFacts {
        let threads = effective.enumerated().map { index, effective in
            let sets = KernelCapabilitySets(effective: effective)
            var thread = ThreadCredentials(
                thread: 7 + Int32(index),
                user: 33,
                group: 33,
                capabilities: sets
            )
            thread.seccompMode = seccompMode
            return thread
        }
        return ProcessFacts(pid: 7, threads: threads, namespaces: .success(namespaces))
    }

    private static func reason(
        _ subject: Subject,
        _ process: ProcessFacts? = nil,
        _ describe: (inout HostFacts.Network) -> Void = { _ in }
    ) async -> Reason? {
        let host = Host.whole { facts in
            facts.users["www-data"] = SubjectAccount(user: 33, groups: [33])
            facts.users["33"] = SubjectAccount(user: 33, groups: [33])
            facts.processes[7] = process
            describe(&facts.network)
        }
        return await NetworkReachability.bind("tcp:443", as: subject, on: host).verdict()
            .reasons.first
    }

    @Test func `A denied low port names the subject without the capability`() async {
        let need = "needs CAP_NET_BIND_SERVICE below port 1024, and "
        #expect(await Self.reason(.user("www-data"))?.message == need + "www-data lacks it")
        #expect(await Self.reason(.user("33"))?.message == need + "uid 33 lacks it")
        let pid = Subject.process(pid: 7)
        #expect(
            await Self.reason(pid, Self.process([.none]))?.message == need + "process 7 lacks it"
        )
        #expect(
            await Self.reason(pid, Self.process([Self.bit, .none]))?.message
                == need + "thread 8 of process 7 lacks it; thread 7 of process 7 may"
        )
        let elsewhere = Namespaces.all(2)
        #expect(
            await Self.reason(pid, Self.process([Self.bit], elsewhere))?.message
                == need + "no kernel capability of process 7 counts on its network"
        )
    }

    @Test(
        arguments: [
            (1024, [.netBindService], [true, false, nil]), (1024, [], [false, false, nil]),
            (443, [], [nil, true, nil]), (444, [], [false, false, nil]),
        ] as [(UInt16, [KernelCapability], [Bool?])]
    )
    func `A low port lists each sufficient condition as evidence`(
        start: UInt16,
        capabilities: [KernelCapability],
        holds: [Bool?]
    ) async {
        let subject = Subject.user("www-data", capabilities: capabilities)
        let evidence = await Self.reason(subject) { $0.unprivilegedStart = start }?.evidence
        #expect(
            evidence == [
                Evidence("CAP_NET_BIND_SERVICE", holds: holds[0]),
                Evidence("net.ipv4.ip_unprivileged_port_start", facts: "\(start)", holds: holds[1]),
                Evidence("a socket that systemd passed", holds: holds[2]),
            ]
        )
    }

    @Test func `A port that needs the capability assumes no seccomp filter`() async {
        let given = Subject.user("www-data", capabilities: [.netBindService])
        #expect(
            await Self.reason(given)?.message == "free, and www-data has CAP_NET_BIND_SERVICE"
        )
        let filtered = await Self.reason(
            .process(pid: 7),
            Self.process([Self.bit], seccompMode: 2)
        )
        #expect(filtered?.message == "free, and process 7 has CAP_NET_BIND_SERVICE")
        #expect(filtered?.assumes.map(\.code.rawValue) == ["seccomp-filter"])
    }

    @Test func `A port is judged on the network of the subject`() async {
        let socket = PortSocket(
            transport: .tcp,
            address: .anyIPv4,
            port: 443,
            state: .listening,
            uid: 33,
            inode: 99
        )
        var network = HostFacts.Network()
        network.unprivilegedStart = 0
        network.ports = [.init(.tcp, 443): [socket]]
        var theirs = network
        theirs.sockets = [7: [99]]
        let elsewhere = Self.process([.none], Namespaces.all(2))
        let own = await Self.reason(.process(pid: 7), elsewhere) { $0.ofProcesses[7] = theirs }
        #expect(own?.message == "held by process 7 already")
        let other = await Self.reason(.user("www-data")) { $0 = network }
        let place = "held by a socket at 0.0.0.0:443 of"
        #expect(
            other?.message
                == "\(place) the same user; if its service runs already, ask about its unit or process"
        )
        let root = await Self.reason(.user("root")) { $0 = network }
        #expect(root?.message == "\(place) uid 33")
    }

    @Test func `A denied port has only remedies that would help`() async {
        let all = [
            "AmbientCapabilities=CAP_NET_BIND_SERVICE",
            "sysctl net.ipv4.ip_unprivileged_port_start=443",
        ]
        #expect(await Self.reason(.user("www-data"))?.remedies.map(\.change) == all)
        let elsewhere = Self.process([.none], Namespaces.all(2))
        #expect(
            await Self.reason(.process(pid: 7), elsewhere)?.remedies.map(\.change) == [all[1]]
        )
        let socket = PortSocket(
            transport: .tcp,
            address: .anyIPv4,
            port: 443,
            state: .listening,
            uid: 0,
            inode: 1
        )
        let held = await Self.reason(.user("www-data")) { $0.ports = [.init(.tcp, 443): [socket]] }
        #expect(held?.remedies == [])
    }
}

@Suite struct `Name resolved for another subject` {
    @Test func `A name is undetermined for a process with other mounts`() async {
        let thread = ThreadCredentials(thread: 7, user: 33, group: 33)
        var namespaces = Namespaces.all(1)
        namespaces.mount = NamespaceID(device: DeviceNumber(major: 0, minor: 4), inode: 2)
        let facts = ProcessFacts(pid: 7, threads: [thread], namespaces: .success(namespaces))
        let host = Host.whole { $0.processes[7] = facts }
        let verdict = await NetworkReachability.resolve(
            "db.example",
            as: .process(pid: 7),
            on: host
        ).verdict()
        guard case .undetermined(let reasons) = verdict else {
            Issue.record("expected no answer, got \(verdict)")
            return
        }
        #expect(
            reasons.map(\.message) == [
                "resolved by the files that process 7 sees, which are of other mounts than ours"
            ]
        )
    }
}
