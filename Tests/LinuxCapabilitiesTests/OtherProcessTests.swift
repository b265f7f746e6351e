import AccessModel
import Capabilities
import Foundation
import LinuxCapabilities
import LinuxSystem
import Procedures
import Testing
import WarrantTesting

@Suite struct `A capability of another process` {
    private static let bit = UInt64(1) << 10  // CAP_NET_BIND_SERVICE

    private static func verdict(_ threads: [ThreadSets], in set: ProcessCapability.CapabilitySet)
        async
        -> Verdict
    {
        let host = Host.fake(processes: FakeProcesses(others: [7: threads]))
        return await ProcessCapability(.netBindService, in: set, of: .process(pid: 7), on: host)
            .verdict()
    }

    @Test func `has to be held by all of its threads`() async {
        let with = ThreadSets(
            thread: 7,
            sets: CapabilitySets(effective: Self.bit, permitted: Self.bit)
        )
        let without = ThreadSets(thread: 9, sets: CapabilitySets(permitted: Self.bit))

        #expect(await Self.verdict([with], in: .effective).isAuthorized)
        #expect(await Self.verdict([with, without], in: .permitted).isAuthorized)
        let mixed = await Self.verdict([with, without], in: .effective)
        #expect(!mixed.isAuthorized)
        #expect(
            mixed.reasons.map(\.message) == [
                "is not in the effective set of thread 9, but in that of others"
            ]
        )
        #expect(
            mixed.reasons.first?.evidence.first?.facts == "without CAP_NET_BIND_SERVICE in thread 9"
        )
        #expect(
            await Self.verdict([without], in: .effective).reasons.map(\.message) == [
                "is not in the effective set, only in permitted"
            ]
        )
        let neither = ThreadSets(thread: 11, sets: CapabilitySets())
        #expect(
            await Self.verdict([without, neither], in: .effective).reasons.map(\.message) == [
                "is in the effective set of no thread"
            ]
        )
    }

    @Test func `is denied where there is no such process`() async {
        let verdict = await ProcessCapability(.chown, of: .process(pid: .max)).verdict()
        guard case .denied(let reasons) = verdict else {
            Issue.record("expected a no, got \(verdict)")
            return
        }
        #expect(
            reasons.map { "\($0.object) \($0.message)" } == [
                "process 2147483647 does not exist here"
            ]
        )
        #expect(reasons.map(\.cause) == [.other])
    }

    /// setpriv(1) gives a process of nobody's one capability and no other.
    @Test(.timeLimit(.minutes(1))) func `is what it was given`() async throws {
        try #require(geteuid() == 0, "root is needed to give a process capabilities")
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/setpriv")
        process.arguments = [
            "--reuid=65534", "--regid=65534", "--clear-groups", "--inh-caps=+net_bind_service",
            "--ambient-caps=+net_bind_service", "sleep", "infinity",
        ]
        try process.run()
        // All other signals are blocked, as in the thread that made it.
        defer { kill(process.processIdentifier, SIGKILL) }
        let pid = process.processIdentifier
        let name = "/proc/\(pid)/comm"
        while try SmallFile.bytes(at: name) != Array("sleep\n".utf8) { sched_yield() }

        for set in [ProcessCapability.CapabilitySet.effective, .permitted, .ambient, .inheritable] {
            let held = await Self.held(in: set, by: pid)
            #expect(held == ["CAP_NET_BIND_SERVICE"], "\(set)")
        }
    }

    private static func held(in set: ProcessCapability.CapabilitySet, by pid: Int32) async
        -> [String]
    {
        var held: [String] = []
        for capability in KernelCapability.named {
            let verdict = await ProcessCapability(capability, in: set, of: .process(pid: pid))
                .verdict()
            if verdict.isAuthorized { held.append(capability.name) }
        }
        return held
    }
}
