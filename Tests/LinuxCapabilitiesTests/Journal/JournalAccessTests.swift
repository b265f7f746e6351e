import AccessModel
import Capabilities
import Kernel
import LinuxCapabilities
import LinuxSystem
import Procedures
import Testing
import WarrantTesting

@Suite struct `Access to the journal` {
    static let id = "0123456789abcdef0123456789abcdef"
    private static let volatile = "/run/log/journal"
    private static let persistent = "/var/log/journal"
    private static let journal: UInt32 = 999
    private static let administrators: UInt32 = 4

    private static let users = [
        "root": SubjectAccount(user: 0, groups: [0]),
        "alice": SubjectAccount(user: 1000, groups: [1000]),
        "ada": SubjectAccount(user: 1001, groups: [1001, administrators]),
        "jo": SubjectAccount(user: 1002, groups: [1002, journal]),
    ]
    private static let groups = [
        "root": 0, "adm": administrators, "systemd-journal": journal,
    ]

    /// Returns a journal directory as systemd's own tmpfiles.d(5) creates it.
    private static func store(
        _ folder: String,
        mode: UInt16 = 0o755,
        file: UInt16 = 0o640,
        listing group: UInt32? = administrators
    ) -> [(path: String, file: HostFacts.File)] {
        func list(_ mode: UInt16, _ permissions: Permissions) -> [ListEntry]? {
            group.map { group in
                [
                    ListEntry(.owner, Permissions(rawValue: UInt8(mode >> 6 & 7))),
                    ListEntry(.owningGroup, Permissions(rawValue: UInt8(mode >> 3 & 7))),
                    ListEntry(.group(group), permissions),
                    ListEntry(.mask, Permissions(rawValue: UInt8(mode >> 3 & 7))),
                    ListEntry(.other, Permissions(rawValue: UInt8(mode & 7))),
                ]
            }
        }
        func place(_ kind: FileKind, _ mode: UInt16) -> Place {
            Place(kind, mode: mode, uid: 0, gid: journal)
        }
        return [
            (folder, .init(place(.directory, 0o755))),
            (
                "\(folder)/\(id)",
                .init(place(.directory, mode), list: list(mode, [.read, .execute]))
            ),
            (
                "\(folder)/\(id)/system.journal",
                .init(place(.regular, file), list: list(file, .read))
            ),
        ]
    }

    private static func host(_ files: [(path: String, file: HostFacts.File)], machine: String = id)
        -> Host
    {
        .whole { facts in
            facts.own?.capabilities.bounding = .all
            facts.users = users.mapValues { $0 }
            facts.groups = groups
            facts.machineID = MachineID(Array(machine.utf8))
            facts.kernelAnswer = .none
            for (path, file) in files { facts.describe(file, at: path) }
        }
    }

    private static func verdict(_ subject: Subject, _ files: [(path: String, file: HostFacts.File)])
        async -> Verdict
    {
        await JournalAccess(.system, as: subject, on: host(files)).verdict()
    }

    @Test(arguments: [volatile, persistent], [0o755, 0o750] as [UInt16])
    func `The journal is readable for its groups or with a capability`(
        folder: String,
        mode: UInt16
    ) async {
        let files = Self.store(folder, mode: mode)
        for (subject, isPermitted) in [
            (Subject.user("alice"), false), (.user("ada"), true), (.user("jo"), true),
            (.user("alice", capabilities: [.dacReadSearch]), true),
            (.user("alice", capabilities: [.dacOverride]), true),
        ] {
            let verdict = await Self.verdict(subject, files)
            #expect(verdict.isAuthorized == isPermitted, "\(subject)")
            if case .undetermined = verdict { Issue.record("\(verdict)") }
        }
        let powerful = await Self.verdict(.user("alice", capabilities: [.sysAdmin]), files)
        #expect(powerful.reasons.map(\.code) == ["power-within-reach"])
    }

    @Test func `A denial lists the ways to access and the remedies`() async throws {
        let verdict = await Self.verdict(.user("alice"), Self.store(Self.persistent))
        let reason = try #require(verdict.reasons.first)
        #expect(verdict.reasons.count == 1)
        let file = "\(Self.persistent)/\(Self.id)/system.journal"
        #expect(reason.object == file)
        #expect(
            reason.message
                == "0640+ `root:systemd-journal`, and its access list has no entry for user `alice` "
                + "and gives others ---"
        )
        #expect(reason.cause == .permission)
        #expect(
            reason.evidence.suffix(4) == [
                Evidence("group systemd-journal", holds: false),
                Evidence("group adm", holds: false),
                Evidence("CAP_DAC_READ_SEARCH", holds: false),
                Evidence("CAP_DAC_OVERRIDE", holds: false),
            ]
        )
        #expect(
            reason.remedies.map(\.change) == [
                "setfacl --modify user:alice:r \(file)",
                "usermod --append --groups systemd-journal alice",
                "usermod --append --groups adm alice",
                "chmod o+r \(file)", "AmbientCapabilities=CAP_DAC_READ_SEARCH",
            ]
        )
    }

    /// If only the group may search a directory, journalctl(1) needs its file names too.
    @Test func `A remedy for a closed folder also allows its listing`() async throws {
        let files = Self.store(Self.volatile, mode: 0o750, listing: nil)
        let reason = try #require(await Self.verdict(.user("alice"), files).reasons.first)
        let folder = "\(Self.volatile)/\(Self.id)"
        #expect(reason.code == "search-refused")
        #expect(
            reason.remedies.map(\.change) == [
                "setfacl --modify user:alice:rx \(folder) && "
                    + "setfacl --modify user:alice:r \(folder)/system.journal",
                "usermod --append --groups systemd-journal alice",
                "chmod o+rx \(folder) && chmod o+r \(folder)/system.journal",
                "AmbientCapabilities=CAP_DAC_READ_SEARCH",
            ]
        )
    }

    @Test func `The journal is readable only if its folder can be listed`() async throws {
        let files = Self.store(Self.volatile, mode: 0o711, file: 0o644, listing: nil)
        let verdict = await Self.verdict(.user("alice"), files)
        let reason = try #require(verdict.reasons.first)
        #expect(reason.object == "\(Self.volatile)/\(Self.id)")
        #expect(reason.code == "permission-refused")
        #expect(await Self.verdict(.user("jo"), files).reasons.map(\.object) == [reason.object])
    }

    @Test func `A missing journal is denied for another cause than permission`() async throws {
        for subject in [Subject.user("alice"), .user("root"), .current] {
            let verdict = await Self.verdict(subject, [])
            guard subject != .user("root") else { continue }
            guard case .denied(let reasons) = verdict else {
                Issue.record("\(verdict)")
                continue
            }
            #expect(reasons.map(\.code) == ["journal-missing"])
            #expect(reasons.map(\.object) == ["this host"])
            #expect(
                reasons.map(\.message) == ["has no journal: neither file of it exists"]
            )
            #expect(reasons.map(\.cause) == [.other])
            #expect(reasons.flatMap(\.remedies) == [])
            #expect(
                reasons.flatMap(\.evidence).map(\.object)
                    == [Self.volatile, Self.persistent]
                    .map { "\($0)/\(Self.id)/system.journal" }
            )
        }
    }

    @Test func `A host without a machine id has no journal`() async {
        let host = Self.host(Self.store(Self.persistent), machine: "uninitialized")
        let verdict = await JournalAccess(.system, as: .user("jo"), on: host).verdict()
        #expect(
            verdict
                == .denied([
                    Reason(
                        "journal-missing",
                        "/etc/machine-id",
                        "contains no machine id, so this host has no journal"
                    )
                ])
        )
    }

    @Test func `A journal in two places is readable only if both parts are`() async throws {
        let readable = Self.store(Self.persistent, file: 0o644)
        let shut = Self.store(Self.volatile)
        #expect(await Self.verdict(.user("jo"), readable + shut).isAuthorized)
        let verdict = await Self.verdict(.user("alice"), readable + shut)
        guard case .undetermined(let reasons) = verdict else {
            Issue.record("\(verdict)")
            return
        }
        #expect(reasons.map(\.code) == ["journal-in-part"])
        #expect(
            reasons.map(\.message) == [
                "is permitted in part: \(Self.volatile)/\(Self.id)/system.journal is refused"
            ]
        )
    }

    @Test func `A remedy for a journal in two places opens both parts`() async {
        let both = Self.store(Self.volatile) + Self.store(Self.persistent, listing: nil)
        let verdict = await Self.verdict(.user("alice"), both)
        #expect(verdict.reasons.count == 2)
        for reason in verdict.reasons {
            #expect(
                reason.remedies.map(\.change).dropFirst().first
                    == "usermod --append --groups systemd-journal alice"
            )
            // That group may read one of the two.
            #expect(!reason.remedies.map(\.change).contains { $0.contains(" adm ") })
        }
    }

    @Test func `A missing user has no answer about the journal`() async {
        let verdict = await Self.verdict(.user("nosuchuser"), Self.store(Self.persistent))
        guard case .undetermined(let reasons) = verdict else {
            Issue.record("expected no answer, got \(verdict)")
            return
        }
        #expect(reasons.map(\.code) == ["subject-missing"])
    }
}
