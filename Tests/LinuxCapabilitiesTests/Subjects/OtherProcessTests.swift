import Capabilities
import Foundation
import Glibc
import Kernel
import LinuxCapabilities
import LinuxSystem
import Procedures
import TestSupport
import Testing
import WarrantTesting

@Suite(.timeLimit(.minutes(20))) struct `Capability of another process` {
    private typealias Sets = ProcessCapability.CapabilitySet

    private static let bit = KernelCapabilitySet([.netBindService])

    private static func verdict(
        _ threads: [KernelCapabilitySets],
        in set: ProcessCapability.CapabilitySet,
        _ namespaces: Result<Namespaces, SystemError> = .success(.all(1))
    ) async -> Verdict {
        let credentials = threads.enumerated().map { index, sets in
            ThreadCredentials(thread: 7 + Int32(index), user: 0, group: 0, capabilities: sets)
        }
        let facts = ProcessFacts(pid: 7, threads: credentials, namespaces: namespaces)
        let host = Host.whole { $0.processes[7] = facts }
        return await ProcessCapability(.netBindService, in: set, as: .process(pid: 7), on: host)
            .verdict()
    }

    @Test func `A capability needs to be held by all threads`() async {
        let with = KernelCapabilitySets(effective: Self.bit, permitted: Self.bit)
        let without = KernelCapabilitySets(permitted: Self.bit)

        #expect(await Self.verdict([with], in: .effective).isAuthorized)
        #expect(await Self.verdict([with, without], in: .permitted).isAuthorized)
        let mixed = await Self.verdict([with, with, without], in: .effective)
        #expect(!mixed.isAuthorized)
        #expect(
            mixed.reasons.map(\.message) == [
                "is not in the effective set of thread 9, but in that of others; "
                    + "thread 7 of process 7 may"
            ]
        )
        #expect(
            mixed.reasons.first?.evidence.first?.facts == "without CAP_NET_BIND_SERVICE in thread 9"
        )
        #expect(
            await Self.verdict([without], in: .effective).reasons.map(\.message) == [
                "is not in the effective set, only in permitted; process 7 can gain the permission "
                    + "by itself: CAP_NET_BIND_SERVICE is permitted, so it can raise it"
            ]
        )
        #expect(
            await Self.verdict([KernelCapabilitySets()], in: .effective).reasons.map(\.message) == [
                "is in none of the five sets",
                "cannot gain the permission by itself (1 thread of 1 process; permitted sets, saved ids and "
                    + "ownership considered)",
            ]
        )
    }

    @Test func `A capability in another user namespace names the namespace`() async {
        let with = KernelCapabilitySets(effective: Self.bit)
        let elsewhere = await Self.verdict([with], in: .effective, .success(.all(2)))
        #expect(elsewhere.isAuthorized)
        #expect(
            elsewhere.reasons.map(\.message) == [
                "is in the effective set, but is valid only in the user namespace of the process, 2"
            ]
        )
        let error = SystemError("open(2)", "/proc/7/ns/user", code: EACCES)
        guard
            case .undetermined(let reasons) = await Self.verdict(
                [with],
                in: .effective,
                .failure(error)
            )
        else {
            Issue.record("expected no answer")
            return
        }
        #expect(
            reasons.map(\.message) == [
                "is in the effective set, but its user namespace is not known: open(2) failed for "
                    + "`/proc/7/ns/user`: Permission denied (EACCES)"
            ]
        )
        // A missing capability is missing in every namespace.
        guard
            case .denied = await Self.verdict(
                [KernelCapabilitySets()],
                in: .effective,
                .failure(error)
            )
        else {
            Issue.record("expected a no")
            return
        }
    }

    @Test func `A capability of a missing process is undetermined`() async {
        let verdict = await ProcessCapability(.chown, as: .process(pid: .max)).verdict()
        guard case .undetermined(let reasons) = verdict else {
            Issue.record("expected no answer, got \(verdict)")
            return
        }
        #expect(
            reasons.map { "\($0.object) \($0.message)" } == [
                "process 2147483647 does not exist here"
            ]
        )
        #expect(reasons.map(\.cause) == [.other])
    }

    /// setpriv(1) gives a process of user `nobody` exactly one capability.
    @Test func `A process has the capabilities that setpriv gave`() async throws {
        let command = [
            "setpriv", "--reuid=65534", "--regid=65534", "--clear-groups",
            "--inh-caps=+net_bind_service", "--ambient-caps=+net_bind_service", "cat",
        ]
        try await withChild(command) { child in
            for set in [Sets.effective, .permitted, .ambient, .inheritable] {
                let held = await Self.held(in: set, by: child.pid)
                #expect(held == ["CAP_NET_BIND_SERVICE"], "\(set)")
            }
        }
    }

    @Test func `A root in a new user namespace counts only there`() async throws {
        try await withChild(["unshare", "--user", "--map-root-user", "cat"]) { child in
            let link = try FileManager.default.destinationOfSymbolicLink(
                atPath: "/proc/\(child.pid)/ns/user"
            )
            let number = link.drop { !$0.isNumber }.prefix { $0.isNumber }
            let verdict = await ProcessCapability(.sysAdmin, as: .process(pid: child.pid)).verdict()
            #expect(verdict.isAuthorized)
            #expect(
                verdict.reasons.map(\.message) == [
                    "is in the effective set, but is valid only in the user namespace of the process, "
                        + "\(number)"
                ]
            )
        }
    }

    private static func held(in set: ProcessCapability.CapabilitySet, by pid: Int32) async
        -> [String]
    {
        var held: [String] = []
        for capability in KernelCapability.named {
            let verdict = await ProcessCapability(capability, in: set, as: .process(pid: pid))
                .verdict()
            if verdict.isAuthorized { held.append(capability.name) }
        }
        return held
    }
}

@Suite struct `Capability of a user` {
    private static func verdict(
        _ set: ProcessCapability.CapabilitySet,
        _ subject: Subject
    ) async -> Verdict {
        await ProcessCapability(.kill, in: set, as: subject).verdict()
    }

    @Test func `A user other than root has only the named capabilities`() async {
        #expect(await Self.verdict(.effective, .user("root")).isAuthorized)
        #expect(await Self.verdict(.permitted, .user("root")).isAuthorized)
        let none = await Self.verdict(.effective, .user("nobody"))
        #expect(none.reasons.map(\.message) == ["is not in the effective set"])
        let given = Subject.user("nobody", capabilities: [.kill])
        #expect(await Self.verdict(.effective, given).isAuthorized)
    }

    @Test func `The ambient set of a user is undetermined`() async {
        guard case .undetermined(let reasons) = await Self.verdict(.ambient, .user("root")) else {
            Issue.record("expected no answer")
            return
        }
        #expect(reasons.map(\.message) == ["is not known to be in the ambient set of a user"])
    }
}
