import Kernel
import LinuxCapabilities
import LinuxSystem
import Procedures
import Testing
import WarrantTesting

@Suite struct `Identity of a subject` {
    private static let bounding = KernelCapabilitySets(
        effective: KernelCapabilitySet(mask: 1),
        permitted: KernelCapabilitySet(mask: 3),
        bounding: KernelCapabilitySet(mask: 7)
    )

    private static func host(
        processes: [ProcessFacts] = [],
        place: OwnPlace = OwnPlace(namespaces: .all(1)),
        unit: UnitFacts? = nil
    ) -> Host {
        .whole { facts in
            facts.own?.capabilities = bounding
            facts.users["www"] = SubjectAccount(user: 33, groups: [34, 35])
            facts.users["www-dta"] = .some(nil)
            facts.add(processes)
            facts.place = place
            facts.units["a.service"] = unit
        }
    }

    private static func known(_ subject: Subject, on host: Host = host()) async throws
        -> SubjectIdentity
    {
        let found = try await host.identity(of: subject)
        guard case .known(let identity) = found else { throw Unexpected(found: found) }
        return identity
    }

    private struct Unexpected: Error { let found: FoundSubject }

    private static func text(_ found: FoundSubject) -> String {
        switch found {
        case .known(let identity): "known \(identity.credentials.user.fileSystem)"
        case .unknown(let reason): "unknown: \(reason.object) \(reason.message)"
        }
    }

    @Test func `A user has the ids and sets that it starts with`() async throws {
        let www = try await Self.known(.user("www"))
        #expect(
            www.credentials.user == CredentialIDs(33) && www.credentials.group == CredentialIDs(34)
        )
        #expect(www.credentials.groups == [34, 35])
        #expect(www.credentials.sets.effective.isEmpty && www.credentials.sets.permitted.isEmpty)
        #expect(www.credentials.sets.bounding == nil && www.place == nil)

        let root = try await Self.known(.user("root"))
        #expect(root.credentials.sets.effective == KernelCapabilitySet(mask: 7))
        let named = try await Self.known(.user("root", capabilities: [.kill]))
        #expect(named.credentials.sets.effective == KernelCapabilitySet([.kill]))
        #expect(
            www.credentials.assumed
                == AssumedIdentity(user: 33, group: 34, groups: [34, 35], effective: .none)
        )
    }

    /// The number is another process's here: /proc belongs to another pid namespace, which only this process can
    /// detect.
    @Test func `A process in another pid namespace is not known`() async throws {
        #expect(ProcessCalls.isProcOurs)
        let host = Host.whole {
            $0.processes[7] = ProcessFacts(
                pid: 7,
                threads: [],
                namespaces: .success(.all(1))
            )
            $0.numbersProcessesAlike = false
        }
        let found = try await host.identity(of: .process(pid: 7))
        let text =
            "unknown: process 7 is not known: /proc is of another pid namespace, with other "
            + "numbers; mount proc(5) there anew"
        #expect(Self.text(found) == text)
    }

    @Test(arguments: [
        (Subject.user("nobodyhere"), "unknown: user nobodyhere does not exist here"),
        (.user("www-dta"), "unknown: user www-dta does not exist here"),
        (.user("wwww"), "unknown: user wwww does not exist here; did you mean `www`?"),
        (.user("www", groups: ["ghosts"]), "unknown: group ghosts does not exist here"),
        (
            .user("77"),
            "unknown: user 77 has no entry here, so that its groups are not known; name them too"
        ),
        (.process(pid: 7), "unknown: process 7 does not exist here"),
    ])
    func `A missing subject has no answer`(
        subject: Subject,
        text: String
    ) async throws {
        #expect(Self.text(try await Self.host().identity(of: subject)) == text)
    }

    @Test(arguments: [
        (
            Subject.user("4294967295"),
            "names user 4294967295, which is not a valid number; the last one is 4294967294"
        ),
        (
            .user("1", groups: ["4294967295"]),
            "names group 4294967295, which is not a valid number; the last one is 4294967294"
        ),
        (
            .user("99999999999", groups: ["0"]),
            "names user 99999999999, which is not a valid number; the last one is 4294967294"
        ),
        (
            .user("-0", groups: ["0"]),
            "names `-0`, which is not a valid user name; give a name or a number"
        ),
        (
            .user("0", groups: ["+0"]),
            "names `+0`, which is not a valid group name; give a name or a number"
        ),
        (.user("a:b"), "names `a:b`, which is not a valid user name; give a name or a number"),
        (.user(""), "names an empty user; give a name or a number"),
        (.user("0", groups: ["0", ""]), "names an empty group; give a name or a number"),
        (
            .user("0", groups: []),
            "has no group after the colon; leave out the colon for the groups that the user has here"
        ),
    ])
    func `An impossible subject is reported as a problem`(subject: Subject, text: String)
        async throws
    {
        #expect(subject.problem == text)
        let found = try await Host.live.identity(of: subject)
        #expect(Self.text(found) == "unknown: \(subject) \(text)")
    }

    @Test func `A process lists its threads with other ids or sets`() async throws {
        var threads = [2, 7, 8, 9].map { ThreadCredentials(thread: $0, user: 5, group: 6) }
        threads[3].capabilities.effective = KernelCapabilitySet([.chown])
        threads[0].user.fileSystem = 0
        let facts = ProcessFacts(
            pid: 7,
            threads: threads,
            namespaces: .success(.all(1)),
            userNamespace: UserNamespace(users: IDMap([]), groups: IDMap([]))
        )
        let found = try await Self.known(.process(pid: 7), on: Self.host(processes: [facts]))
        #expect(found.credentials.thread == 7)
        #expect(found.differing.map(\.thread) == [2, 9])
        #expect(found.place?.isInOurUserNamespace == true && found.credentials.userNamespace == nil)
        #expect(found.place?.isOnOurNetwork == true && found.place?.hasUnmappedIDs == false)
    }

    @Test func `A process in other namespaces is recognized`() async throws {
        let map = IDMap([.init(inside: 0, outside: 5, count: 1)])
        let namespace = UserNamespace(users: map, groups: IDMap([]))
        var facts = ProcessFacts(
            pid: 7,
            threads: [ThreadCredentials(thread: 7, user: 5, group: 6)],
            namespaces: .success(.all(2)),
            userNamespace: namespace
        )
        let found = try await Self.known(.process(pid: 7), on: Self.host(processes: [facts]))
        #expect(
            found.place?.isInOurUserNamespace == false
                && found.credentials.userNamespace == namespace
        )
        #expect(found.place?.seesOurMounts == false)

        facts.namespaces = .failure(SystemError("open(2)", "ns", code: .EACCES))
        let hidden = try await Self.known(.process(pid: 7), on: Self.host(processes: [facts]))
        #expect(
            hidden.place?.isInOurUserNamespace == nil && hidden.credentials.userNamespace == nil
        )
    }

    /// The overflow id may stand for any user.
    @Test func `A process with an unmapped id is recognized`() async throws {
        let place = OwnPlace(namespaces: .all(1), overflowUser: 65534, overflowGroup: 65534)
        for (group, isHidden) in [(65534, true), (6, false)] as [(UInt32, Bool)] {
            let thread = ThreadCredentials(thread: 7, user: 5, group: 6, groups: [group])
            let facts = ProcessFacts(pid: 7, threads: [thread], namespaces: .success(.all(1)))
            let host = Self.host(processes: [facts], place: place)
            let found = try await Self.known(.process(pid: 7), on: host)
            #expect(found.place?.hasUnmappedIDs == isHidden)
        }
    }

    @Test func `A unit is its main process if that runs in its control group`() async throws {
        let thread = ThreadCredentials(thread: 7, user: 5, group: 6)
        func text(in group: String, unit: UnitFacts) async throws -> String {
            let facts = ProcessFacts(
                pid: 7,
                threads: [thread],
                namespaces: .success(.all(1)),
                controlGroups: [group]
            )
            let host = Self.host(processes: [facts], unit: unit)
            return Self.text(try await host.identity(of: .unit("a.service")))
        }
        let runs = UnitFacts(
            id: "a.service",
            activeState: .active,
            subState: "running",
            mainPID: 7,
            controlGroup: "/system.slice/a.service"
        )
        #expect(try await text(in: "/system.slice/a.service", unit: runs) == "known 5")
        #expect(try await text(in: "/system.slice/a.service/sub", unit: runs) == "known 5")
        let elsewhere =
            "unknown: unit a.service has main process 7 in systemd's pid namespace; here, "
            + "that is another process"
        #expect(try await text(in: "/system.slice/a.service2", unit: runs) == elsewhere)
        #expect(try await text(in: "/", unit: runs) == elsewhere)

        let stopped = UnitFacts(id: "a.service", activeState: .inactive, subState: "dead")
        #expect(
            try await text(in: "/", unit: stopped)
                == "unknown: unit a.service has no main process: it is inactive (dead)"
        )
    }

    @Test func `A described host has no unit files to start a unit from`() async throws {
        func text(_ unit: UnitFacts, _ command: String? = nil) async throws -> String {
            let host = Self.host(processes: [], unit: unit)
            let subject = Subject.restartedUnit("a.service", UnitStart(command: command))
            return Self.text(try await host.identity(of: subject))
        }
        let stopped = UnitFacts(id: "a.service", activeState: .inactive, subState: "dead")
        await #expect(throws: MissingFact.self) { _ = try await text(stopped) }
        let masked = UnitFacts(
            id: "a.service",
            activeState: .inactive,
            subState: "dead",
            loadState: .masked
        )
        #expect(
            try await text(masked, "ExecStop:2")
                == "unknown: unit a.service (ExecStop:2, as systemd would start it) is masked, so "
                + "that systemd does not start it; unmask it first"
        )
        #expect(
            try await text(stopped, "ExecStop:x").hasPrefix(
                "unknown: unit a.service (ExecStop:x, as systemd would start it) has no command"
            )
        )
    }
}
