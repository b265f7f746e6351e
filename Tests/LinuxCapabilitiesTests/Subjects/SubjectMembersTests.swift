import Kernel
import LinuxCapabilities
import LinuxSystem
import Procedures
import Testing
import WarrantTesting

/// The members of a subject for which a denial must hold.
@Suite struct `Members of a subject` {
    private static let group = "/system.slice/a.service"

    private static func process(
        _ pid: Int32,
        user: UInt32,
        in group: String = group,
        startTime: UInt64 = 1
    ) -> ProcessFacts {
        ProcessFacts(
            pid: pid,
            startTime: startTime,
            threads: [ThreadCredentials(thread: pid, user: user, group: 6)],
            namespaces: .success(.all(1)),
            controlGroups: [group]
        )
    }

    private static func host(_ processes: [ProcessFacts], group: String? = group) -> Host {
        let unit = UnitFacts(
            id: "a.service",
            activeState: .active,
            subState: "running",
            mainPID: 7,
            controlGroup: group
        )
        return .whole { facts in
            facts.add(processes)
            facts.units["a.service"] = unit
        }
    }

    private static func members(_ processes: [ProcessFacts]) async throws -> FoundMembers {
        let unit = Subject.unit("a.service")
        let main = process(7, user: 5)
        guard case .known(let identity) = try await host([main]).identity(of: unit) else {
            throw NoMain()
        }
        return try await host(processes).members(of: unit, identity)
    }

    private struct NoMain: Error {}

    @Test func `A unit has one member for each kind of process in its group`()
        async throws
    {
        let found = try await Self.members([
            Self.process(3, user: 0), Self.process(7, user: 5), Self.process(8, user: 5),
            Self.process(9, user: 0, in: Self.group + "/below"),
            Self.process(10, user: 1, in: "/system.slice/a.service2"),
        ])
        guard case .known(let members) = found else {
            Issue.record("not known: \(found)")
            return
        }
        #expect(members.map { $0.place?.pid } == [7, 3])
        #expect(members.map(\.credentials.user.fileSystem) == [5, 0])
        #expect(members.map(\.alike) == [[8], [9]])
    }

    /// Below another root directory a path has another meaning.
    @Test func `A unit has a member for each root directory`() async throws {
        var other = Self.process(8, user: 5)
        other.root = try FileCalls.status(
            of: try FileCalls.openPlace("/tmp", follow: true),
            at: "/tmp"
        )
        let found = try await Self.members([Self.process(7, user: 5), other])
        guard case .known(let members) = found else {
            Issue.record("not known: \(found)")
            return
        }
        #expect(members.map { $0.place?.pid } == [7, 8])
    }

    @Test(arguments: [[], [process(7, user: 5, startTime: 2)], [process(8, user: 5)]])
    func `A unit with another main process has unknown members`(
        processes: [ProcessFacts]
    ) async throws {
        guard case .unknown(let reason) = try await Self.members(processes) else {
            Issue.record("known")
            return
        }
        #expect(reason.code == "subject-changed")
        #expect(reason.message == "has another main process by now while it was looked at")
    }

    @Test func `This process has the calling thread as first member`() async throws {
        let live = try await Host.live.members(of: .current, nil)
        guard case .known(let members) = live, let own = members.first else {
            Issue.record("not known: \(live)")
            return
        }
        #expect(members.count == 1 && own.place == nil)
        #expect(own.credentials.secureBits != nil)
        #expect(own.threads >= 2)
    }
}
