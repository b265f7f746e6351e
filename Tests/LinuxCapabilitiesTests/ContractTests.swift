import Capabilities
import Glibc
import Kernel
import LinuxCapabilities
import LinuxSystem
import TestSupport
import Testing
import WarrantTesting

/// Ours pass what we ask of everybody else's.
@Suite struct `The contract is kept by` {
    private static func check<Subject: Capability>(_ contract: CapabilityContract<Subject>) async {
        let violations = await contract.violations()
        #expect(violations == [])
    }

    @Test(arguments: [FileAccess.Action.read, .write, .execute])
    func `a file that is there, and is not`(action: FileAccess.Action) async throws {
        let folder = try TemporaryFolder()
        let path = folder.path(of: "key")
        await Self.check(
            CapabilityContract(within: patience) { FileAccess(action, path) }
                .unlike(
                    FileAccess(action, folder.path(of: "other")),
                    FileAccess(action == .read ? .write : .read, path),
                    FileAccess(action, path, follow: false),
                    FileAccess(action, path, as: .process(pid: 1)),
                    FileAccess(action, path, on: .whole())
                )
                .denied {}
                .authorized { try folder.file("key", "#!/bin/sh\n", mode: 0o755) }
        )
        await Self.check(
            CapabilityContract(within: patience) { FileAccess(action, path) }
                .keeping("the file") { try text(at: path) }
        )
    }

    /// An `é` of one character and one of two are equal texts, and two names.
    @Test func `what differs in a byte alone`() throws {
        let names = ["/caf\u{e9}", "/cafe\u{301}"]
        for action in [FileAccess.Action.rename, FileAccess.Action.link] {
            #expect(Set(names.map { FileAccess(action($0), "/a") }).count == 2)
        }
        #expect(Set(try names.map { try Endpoint("unix:" + $0) }).count == 2)
        #expect(Set([0o600, 0o600, 0o640].map { FileAccess(.changeMode($0), "/a") }).count == 2)
    }

    @Test func `a file whose path is none`() async {
        await Self.check(CapabilityContract(FileAccess(.read, "key")).undetermined {})
    }

    @Test func `a kernel capability in every set`() async {
        for set in ProcessCapability.CapabilitySet.allCases {
            await Self.check(
                CapabilityContract(within: patience) { ProcessCapability(.netBindService, in: set) }
                    .unlike(
                        ProcessCapability(.sysAdmin, in: set),
                        ProcessCapability(
                            .netBindService,
                            in: set == .ambient ? .bounding : .ambient
                        )
                    )
            )
        }
        await Self.check(CapabilityContract(ProcessCapability(.chown, on: .whole())).denied {})
    }

    @Test func `a kernel capability that this kernel does not know`() async throws {
        let new = try #require(KernelCapability(rawValue: 63))
        await Self.check(CapabilityContract(ProcessCapability(new)).undetermined {})
    }

    @Test func `a kernel capability of somebody else`() async {
        // What this thread has says nothing of others.
        let holder = Host.whole { $0.own?.capabilities.effective = .all }
        for subject in [Subject.process(pid: 1), .user("nosuchuser")] {
            let capability = ProcessCapability(.chown, as: subject, on: holder)
            await Self.check(CapabilityContract(capability).undetermined {})
        }
        let unit = ProcessCapability(.chown, as: .unit("a.service"), on: holder)
        await Self.check(CapabilityContract(unit).undetermined {})
        await Self.check(
            CapabilityContract(within: patience) { ProcessCapability(.chown, as: .user("root")) }
                .unlike(ProcessCapability(.chown, as: .user("nobody"))).authorized {}
        )
    }

    @Test(arguments: SocketCreation.Kind.allCases)
    func `a socket of each kind`(kind: SocketCreation.Kind) async {
        await Self.check(
            CapabilityContract(within: patience) { SocketCreation(kind) }
                .unlike(
                    SocketCreation(kind == .packet ? .rawIPv4 : .packet),
                    SocketCreation(kind, as: .process(pid: 1)),
                    SocketCreation(kind, on: .whole())
                )
        )
        await Self.check(CapabilityContract(SocketCreation(kind, on: .whole())).denied {})
        let unit = SocketCreation(kind, as: .unit("a.service"), on: .whole())
        await Self.check(CapabilityContract(unit).undetermined {})
    }

    @Test(arguments: ProcessTracing.Reach.allCases)
    func `tracing of processes`(reach: ProcessTracing.Reach) async {
        let other: ProcessTracing.Reach = reach == .own ? .any : .own
        await Self.check(
            CapabilityContract(within: patience) { ProcessTracing(reach) }
                .unlike(
                    ProcessTracing(other),
                    ProcessTracing(reach, as: .process(pid: 1)),
                    ProcessTracing(reach, on: .whole())
                )
        )
        let unit = ProcessTracing(reach, as: .unit("a.service"), on: .whole())
        await Self.check(CapabilityContract(unit).undetermined {})
    }

    @Test func `the journal, which is there and is not`() async throws {
        await Self.check(
            CapabilityContract(within: patience) { JournalAccess(.system) }
                .unlike(
                    JournalAccess(.system, as: .process(pid: 1)),
                    JournalAccess(.system, on: .whole())
                )
        )
        await Self.check(CapabilityContract(JournalAccess(.system, on: .whole())).denied {})
        let unit = JournalAccess(.system, as: .unit("a.service"), on: .whole())
        await Self.check(CapabilityContract(unit).undetermined {})
    }

    @Test func `a subject that is not judged`() async {
        // There is no systemd to ask here.
        let subject = Subject.unit("a.service")
        let nowhere = Host.whole()
        await Self.check(
            CapabilityContract(FileAccess(.read, "/", as: subject, on: nowhere)).undetermined {}
        )
        await Self.check(
            CapabilityContract(
                NetworkReachability.resolve("127.0.0.1", as: subject, on: nowhere)
            ).undetermined {}
        )
    }

    @Test(arguments: [false, true])
    func `a port that listens, and one that does not`(isBound: Bool) async throws {
        let (open, shut) = (try TestSocket.listener(), try TestSocket.refusing())
        let reach = { @Sendable (port: UInt16) throws -> NetworkReachability in
            let endpoint = try Endpoint("tcp:127.0.0.1:\(port)")
            return isBound
                ? .bind(endpoint) : .connect(to: endpoint, waitingUpTo: .milliseconds(20))
        }
        // Held by this very process: a yes to bind.
        let (listens, refuses) = (try reach(open.port), try reach(shut.port))
        let opens = CapabilityContract(within: patience) { listens }.unlike(refuses)
        await Self.check(opens.authorized {})
        let shuts = CapabilityContract(within: patience) { refuses }
        await Self.check(isBound ? shuts.authorized {} : shuts.denied {})
    }

    @Test func `names that resolve, and do not`() async {
        await Self.check(
            CapabilityContract(within: patience) { NetworkReachability.resolve("127.0.0.1") }
                .authorized {}
        )
        let host = Host.whole()
        await Self.check(
            CapabilityContract(within: patience) {
                NetworkReachability.resolve(
                    "nosuch.test",
                    waitingUpTo: .milliseconds(20),
                    on: host
                )
            }.denied {}
        )
    }

    @Test func `a low port that asking may raise a capability for`() async {
        let allowed = NetworkReachability.bind(
            "tcp:127.0.1.6:406",
            raising: .netBindService
        )
        await Self.check(
            CapabilityContract(within: patience) { allowed }
                .unlike(NetworkReachability.bind("tcp:127.0.1.6:406"))
                .authorized {}
        )
    }

    @Test func `an address that is routed, and one that is not`() async throws {
        let here = NetworkReachability.route(to: "127.0.0.1")
        let there = NetworkReachability.route(to: "192.0.2.1", waitingUpTo: .milliseconds(20))
        await Self.check(
            CapabilityContract(within: patience) { here }.unlike(
                NetworkReachability.resolve("127.0.0.1")
            )
            .authorized {}
        )
        let host = Host.whole()
        await Self.check(
            CapabilityContract(within: patience) {
                NetworkReachability.route(
                    to: "192.0.2.1",
                    waitingUpTo: .milliseconds(20),
                    on: host
                )
            }
            .unlike(there).denied {}
        )
    }

    @Test func `an endpoint that is none`() async {
        await Self.check(
            CapabilityContract(NetworkReachability.connect(to: "tcp:nowhere")).undetermined {}
        )
    }

    @Test(arguments: SystemdUnit.State.allCases)
    func `a unit without a systemd`(state: SystemdUnit.State) async {
        let host = Host.inMemory(HostFacts())
        await Self.check(
            CapabilityContract(within: patience) { SystemdUnit("nginx.service", state, on: host) }
                .unlike(SystemdUnit("sshd.service", state, on: host))
                .undetermined {}
        )
    }
}
