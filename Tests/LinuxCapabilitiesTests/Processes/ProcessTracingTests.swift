import Capabilities
import Kernel
import LinuxCapabilities
import LinuxSystem
import Procedures
import Testing
import WarrantTesting

@Suite struct `Tracing of processes` {
    private static func verdict(
        _ reach: ProcessTracing.Reach,
        _ subject: Subject = .user("www-data"),
        scope: Int? = nil,
        others: [ProcessFacts] = [],
        owners: [NamespaceOwners.Owner] = HostFacts().owners.chain
    ) async -> Verdict {
        let host = Host.whole { facts in
            facts.users["www-data"] = SubjectAccount(user: 33, groups: [33])
            facts.add(others)
            facts.tracingScope = scope
            facts.owners = NamespaceOwners(chain: owners)
        }
        return await ProcessTracing(reach, as: subject, on: host).verdict()
    }

    /// The rules of the kernel's yama_ptrace_access_check and __ptrace_may_access.
    @Test(arguments: [
        (nil, true, false, true), (0, true, false, true), (1, false, false, true),
        (2, false, false, true), (3, false, false, false),
    ])
    func `Tracing follows the ptrace scope of Yama`(
        scope: Int?,
        own: Bool,
        any: Bool,
        privileged: Bool
    ) async {
        let tracer = Subject.user("www-data", capabilities: [.sysPtrace])
        #expect(await Self.verdict(.own, scope: scope).isAuthorized == own)
        #expect(await Self.verdict(.any, scope: scope).isAuthorized == any)
        for reach in ProcessTracing.Reach.allCases {
            #expect(await Self.verdict(reach, tracer, scope: scope).isAuthorized == privileged)
        }
    }

    @Test func `Tracing is within reach for a thread with another saved id`() async {
        var thread = ThreadCredentials(thread: 7, user: 33, group: 33)
        func verdict(threadApart: Int32? = nil) async -> Verdict {
            let facts = ProcessFacts(
                pid: 7,
                threads: [thread],
                namespaces: .success(.all(1)),
                threadApart: threadApart
            )
            return await Self.verdict(.own, .process(pid: 7), others: [facts])
        }
        #expect(await verdict().isAuthorized)
        thread.user.saved = 34
        #expect(await verdict().reasons.map(\.code) == ["within-reach"])
        #expect(await verdict(threadApart: 8).reasons.map(\.code) == ["subject-threads-apart"])
    }

    @Test func `A denied tracing names its needs and remedies`() async {
        let own = await Self.verdict(.own, scope: 1)
        #expect(
            own.reasons.map(\.message) == [
                "needs CAP_SYS_PTRACE by kernel.yama.ptrace_scope, and www-data does not have it"
            ]
        )
        #expect(own.reasons.map(\.cause) == [.permission])
        #expect(
            own.reasons.first?.remedies.map(\.change) == [
                "AmbientCapabilities=CAP_SYS_PTRACE", "sysctl kernel.yama.ptrace_scope=0",
            ]
        )
        #expect(
            own.reasons.first?.evidence == [
                Evidence(
                    "kernel.yama.ptrace_scope",
                    facts: "1, only descendants",
                    holds: false
                ), Evidence("CAP_SYS_PTRACE", holds: false),
            ]
        )
        let any = await Self.verdict(.any)
        #expect(
            any.reasons.map(\.message) == ["needs CAP_SYS_PTRACE, and www-data does not have it"]
        )
        #expect(
            any.reasons.first?.remedies.map(\.change) == ["AmbientCapabilities=CAP_SYS_PTRACE"]
        )
        let sealed = await Self.verdict(.any, scope: 3)
        #expect(
            sealed.reasons.map(\.message) == [
                "kernel.yama.ptrace_scope forbids it for every user until the next boot"
            ]
        )
        #expect(sealed.reasons.first?.remedies == [])
    }

    @Test func `Tracing of any process needs CAP_SYS_PTRACE in each thread`() async {
        let tracing = KernelCapabilitySet([.sysPtrace])
        func process(_ sets: [KernelCapabilitySet], in namespaces: Namespaces) -> ProcessFacts {
            let threads = sets.enumerated().map { index, set in
                ThreadCredentials(
                    thread: 7 + Int32(index),
                    user: 33,
                    group: 33,
                    capabilities: KernelCapabilitySets(effective: set)
                )
            }
            return ProcessFacts(pid: 7, threads: threads, namespaces: .success(namespaces))
        }
        let subject = Subject.process(pid: 7)
        let here = process([tracing, .none], in: .all(1))
        #expect(
            await Self.verdict(.any, subject, others: [here]).reasons.map(\.message) == [
                "needs CAP_SYS_PTRACE, and thread 8 of process 7 does not have it; thread 7 of process 7 may"
            ]
        )
        let inside = process([tracing], in: .all(2))
        let elsewhere = await Self.verdict(.any, subject, others: [inside])
        #expect(
            elsewhere.reasons.map(\.message) == [
                "needs CAP_SYS_PTRACE, and no kernel capability of process 7 counts over the processes here",
                "cannot gain the permission by itself (1 thread of 1 process; permitted sets, saved ids "
                    + "and ownership considered)",
            ]
        )
        #expect(elsewhere.reasons.first?.remedies == [])
        #expect(
            await Self.verdict(.own, subject, scope: 2, others: [inside]).isAuthorized
        )
        let hidden = ProcessFacts(
            pid: 7,
            threads: inside.threads,
            namespaces: .failure(SystemError("readlink(2)", "/proc/7/ns", code: .EACCES))
        )
        let unknown = await Self.verdict(.any, subject, others: [hidden])
        #expect(unknown.reasons.map(\.code) == ["capability-unknown"])
        #expect(!unknown.isAuthorized)
        #expect(await Self.verdict(.any, .current, owners: []).isAuthorized == false)
    }
}
