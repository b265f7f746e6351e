import Capabilities
import Glibc
import Kernel
import LinuxCapabilities
import LinuxSystem
import TestSupport
import Testing
import WarrantTesting

/// Warrant's own capabilities pass the contract that it publishes for others.
@Suite struct `Contract of capabilities` {
    private static func check<Subject: Capability>(_ contract: CapabilityContract<Subject>) async {
        let violations = await contract.violations()
        #expect(violations == [])
    }

    @Test(arguments: [FileAccess.Action.read, .write, .execute])
    func `Access to a file keeps the contract`(action: FileAccess.Action) async throws {
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

    /// An `é` of one scalar and one of two scalars are equal as texts, but different as file names.
    @Test func `Names with different bytes are not equal`() throws {
        let accounts = ["caf\u{e9}", "cafe\u{301}"]
        let subjects = accounts.flatMap { name in
            [
                Subject.user(name), .user("a", groups: [name]), .container(name),
                .unitFile("/\(name).service"),
                .unitFile("/a.service", UnitStart(settings: ["User=\(name)"])),
            ]
        }
        #expect(Set(subjects).count == 10)
        #expect(Subject.user("a", groups: nil) != .user("a", groups: []))
        #expect(Subject.user("a", groups: ["b"]) == .user("a", groups: ["b"]))
        let kinds = accounts.flatMap { name in
            [
                HostAccount.Kind.user(name), .group(name), .member(name, of: "a"),
                .member("a", of: name),
            ]
        }
        #expect(Set(kinds.map { HostAccount($0) }).count == 8)
        let owners = accounts.flatMap { [FileProperty.Property.owner($0), .group($0)] }
        #expect(Set(owners.map { FileProperty($0, of: "/a") }).count == 4)
        let settings = try accounts.map { try #require(SettingName("net.\($0)")) }
        #expect(Set(settings.map { KernelSetting($0, .atLeast(1)) }).count == 2)
        #expect(Set(accounts.map { KernelSetting(settings[0], .equals($0)) }).count == 2)
        let names = ["/caf\u{e9}", "/cafe\u{301}"]
        for action in [FileAccess.Action.rename, FileAccess.Action.link] {
            #expect(Set(names.map { FileAccess(action($0), "/a") }).count == 2)
        }
        #expect(Set(try names.map { try Endpoint("unix:" + $0) }).count == 2)
        #expect(Set(names.map { FileProperty(.mode(0o600), of: $0) }).count == 2)
        #expect(Set([0o600, 0o600, 0o640].map { FileAccess(.changeMode($0), "/a") }).count == 2)
    }

    @Test func `Access to a relative path keeps the contract`() async {
        await Self.check(
            CapabilityContract(FileAccess(.read, "key"), within: patience).undetermined {}
        )
    }

    @Test func `A kernel capability in every set keeps the contract`() async {
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
        await Self.check(
            CapabilityContract(ProcessCapability(.chown, on: .whole()), within: patience).denied {}
        )
    }

    @Test func `An unknown kernel capability keeps the contract`() async throws {
        let new = try #require(KernelCapability(rawValue: 63))
        await Self.check(
            CapabilityContract(ProcessCapability(new), within: patience).undetermined {}
        )
    }

    @Test func `A kernel capability of another subject keeps the contract`() async {
        // This thread's capabilities say nothing about other subjects.
        let holder = Host.whole { $0.own?.capabilities.effective = .all }
        for subject in [Subject.process(pid: 1), .user("nosuchuser")] {
            let capability = ProcessCapability(.chown, as: subject, on: holder)
            await Self.check(CapabilityContract(capability, within: patience).undetermined {})
        }
        let unit = ProcessCapability(.chown, as: .unit("a.service"), on: holder)
        await Self.check(CapabilityContract(unit, within: patience).undetermined {})
        await Self.check(
            CapabilityContract(within: patience) { ProcessCapability(.chown, as: .user("root")) }
                .unlike(ProcessCapability(.chown, as: .user("nobody"))).authorized {}
        )
    }

    @Test(arguments: SocketCreation.Kind.allCases)
    func `Creation of each kind of socket keeps the contract`(kind: SocketCreation.Kind) async {
        await Self.check(
            CapabilityContract(within: patience) { SocketCreation(kind) }
                .unlike(
                    SocketCreation(kind == .packet ? .rawIPv4 : .packet),
                    SocketCreation(kind, as: .process(pid: 1)),
                    SocketCreation(kind, on: .whole())
                )
        )
        await Self.check(
            CapabilityContract(SocketCreation(kind, on: .whole()), within: patience).denied {}
        )
        let unit = SocketCreation(kind, as: .unit("a.service"), on: .whole())
        await Self.check(CapabilityContract(unit, within: patience).undetermined {})
    }

    @Test(arguments: ProcessTracing.Reach.allCases)
    func `Tracing of processes keeps the contract`(reach: ProcessTracing.Reach) async {
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
        await Self.check(CapabilityContract(unit, within: patience).undetermined {})
    }

    @Test func `Access to the journal keeps the contract`() async throws {
        await Self.check(
            CapabilityContract(within: patience) { JournalAccess(.system) }
                .unlike(
                    JournalAccess(.system, as: .process(pid: 1)),
                    JournalAccess(.system, on: .whole())
                )
        )
        await Self.check(
            CapabilityContract(JournalAccess(.system, on: .whole()), within: patience).denied {}
        )
        let unit = JournalAccess(.system, as: .unit("a.service"), on: .whole())
        await Self.check(CapabilityContract(unit, within: patience).undetermined {})
    }

    @Test func `A subject that cannot be judged keeps the contract`() async {
        // This host has no systemd to ask.
        let subject = Subject.unit("a.service")
        let nowhere = Host.whole()
        await Self.check(
            CapabilityContract(FileAccess(.read, "/", as: subject, on: nowhere), within: patience)
                .undetermined {}
        )
        await Self.check(
            CapabilityContract(
                NetworkReachability.resolve("127.0.0.1", as: subject, on: nowhere),
                within: patience
            ).undetermined {}
        )
    }

    @Test(arguments: [false, true])
    func `Open and closed ports keep the contract`(isBound: Bool) async throws {
        let (open, shut) = (try TestSocket.listener(), try TestSocket.refusing())
        let reach = { @Sendable (port: UInt16) throws -> NetworkReachability in
            let endpoint = try Endpoint("tcp:127.0.0.1:\(port)")
            return isBound
                ? .bind(endpoint) : .connect(to: endpoint, waitingUpTo: .milliseconds(20))
        }
        // This process holds the port, so `bind` is authorized.
        let (listens, refuses) = (try reach(open.port), try reach(shut.port))
        let opens = CapabilityContract(within: patience) { listens }.unlike(refuses)
        await Self.check(opens.authorized {})
        let shuts = CapabilityContract(within: patience) { refuses }
        await Self.check(isBound ? shuts.authorized {} : shuts.denied {})
    }

    @Test func `Resolution of names keeps the contract`() async {
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

    @Test func `Binding of a low port keeps the contract`() async {
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

    @Test func `Routes to addresses keep the contract`() async throws {
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

    @Test func `An invalid endpoint keeps the contract`() async {
        await Self.check(
            CapabilityContract(NetworkReachability.connect(to: "tcp:nowhere"), within: patience)
                .undetermined {}
        )
    }

    @Test(arguments: SystemdUnit.State.allCases)
    func `A unit without systemd keeps the contract`(state: SystemdUnit.State) async {
        let host = Host.inMemory(HostFacts())
        await Self.check(
            CapabilityContract(within: patience) { SystemdUnit("nginx.service", state, on: host) }
                .unlike(SystemdUnit("sshd.service", state, on: host))
                .undetermined {}
        )
    }
}
