import AccessModel
import Capabilities
import Kernel
import LinuxSystem
import Procedures
import ServiceModel
import Testing
import WarrantTesting

@testable import LinuxCapabilities

@Suite struct `Files of a service that does not run` {
    private static let unit = "/etc/systemd/system/x.service"

    private func placed<Value>(_ value: Value, _ text: String) -> Placed<Value> {
        Placed(value, text, at: SettingPlace(file: Self.unit, line: 5))
    }

    private func judge(
        _ action: FileAccess.Action,
        _ path: String,
        _ change: (inout FileSandbox) -> Void
    ) async throws -> FileJudgement {
        let host = Host.whole { facts in
            for path in ["/srv/data", "/home/web", "/etc"] {
                let folder = Place(.directory, mode: 0o777, uid: 0, gid: 0)
                facts.describe(HostFacts.File(folder), at: path)
            }
            facts.describe(
                HostFacts.File(Place(.directory, mode: 0o777, uid: 0, gid: 0)),
                at: "/run"
            )
            let own = Place(.directory, mode: 0o777, uid: 7, gid: 7)
            facts.describe(HostFacts.File(own), at: "/run/web")
            let file = Place(.regular, mode: 0o755, uid: 7, gid: 7)
            facts.describe(HostFacts.File(file), at: "/run/web/file")
            facts.describe(HostFacts.File(file), at: "/srv/data/file")
            facts.describe(HostFacts.File(file), at: "/home/web/file")
            let key = Place(.regular, mode: 0o644, uid: 0, gid: 0)
            facts.describe(HostFacts.File(key), at: "/srv/data/key")
            let hidden = Place(.regular, mode: 0o600, uid: 0, gid: 0)
            facts.describe(HostFacts.File(hidden), at: "/srv/data/hidden")
            facts.describe(HostFacts.File(hidden), at: "/home/web/hidden")
        }
        let none = SubjectCredentials.KnownSets(effective: .none, permitted: .none)
        let web = SubjectCredentials(user: 7, group: 7, groups: [7], sets: none)
        var subject = SubjectIdentity(credentials: web)
        var sandbox = FileSandbox()
        change(&sandbox)
        subject.sandbox = sandbox
        let inquiry = FileInquiry(action, path, follow: nil)
        #expect(try await host.files.ask(inquiry, .read, as: subject) == nil)
        return try await host.files.judge(inquiry, for: subject)[0]
    }

    @Test func `A refusal by a read-only mount names the setting, and a line of the unit helps`()
        async throws
    {
        let found = try await judge(.write, "/srv/data/file") {
            $0.readOnlyPaths = [
                placed(FileSandbox.Path("/srv"), "ReadOnlyPaths=/srv")
            ]
        }
        #expect(found.answer == .no(.EROFS))
        #expect(
            found.message
                == "is on a mount that ReadOnlyPaths=/srv makes read-only (\(Self.unit):5)"
        )
        #expect(found.remedies.map(\.change) == ["ReadWritePaths=/srv/data/file"])
    }

    @Test func `A mount and a mode that both refuse have one remedy`() async throws {
        let found = try await judge(.write, "/srv/data/key") {
            $0.readOnlyPaths = [placed(FileSandbox.Path("/srv"), "ReadOnlyPaths=/srv")]
        }
        #expect(found.answer == .no(.EACCES))
        #expect(
            found.remedies.map(\.change) == [
                "ReadWritePaths=/srv/data/key and setfacl --modify user:7:rw /srv/data/key",
                "ReadWritePaths=/srv/data/key and chmod o+w /srv/data/key",
                "ReadWritePaths=/srv/data/key and AmbientCapabilities=CAP_DAC_OVERRIDE",
            ]
        )
        #expect(found.remedies[1].note == "in the unit; restart it; every user")
    }

    @Test func `A read that only the mode refuses needs no line`() async throws {
        let found = try await judge(.read, "/srv/data/hidden") {
            $0.readOnlyPaths = [placed(FileSandbox.Path("/srv"), "ReadOnlyPaths=/srv")]
        }
        #expect(found.answer == .no(.EACCES))
        #expect(
            found.remedies.map(\.change) == [
                "setfacl --modify user:7:r /srv/data/hidden", "chmod o+r /srv/data/hidden",
                "AmbientCapabilities=CAP_DAC_READ_SEARCH",
            ]
        )
    }

    @Test func `A hidden home directory and a mode have one remedy`() async throws {
        let found = try await judge(.read, "/home/web/hidden") {
            $0.protectHome = placed(.yes, "ProtectHome=yes")
        }
        #expect(
            found.remedies.first?.change
                == "ProtectHome=read-only and setfacl --modify user:7:r /home/web/hidden"
        )
    }

    @Test func `No line helps if the same path is also read-only`() async throws {
        let found = try await judge(.write, "/srv/data/file") {
            $0.readOnlyPaths = [
                placed(FileSandbox.Path("/srv/data/file"), "ReadOnlyPaths=/srv/data/file")
            ]
        }
        #expect(found.answer == .no(.EROFS))
        #expect(found.remedies.isEmpty)
    }

    @Test func `ExecPaths= helps where a setting forbids execution`() async throws {
        let found = try await judge(.execute, "/srv/data/file") {
            $0.noExecPaths = [placed(FileSandbox.Path("/srv"), "NoExecPaths=/srv")]
        }
        #expect(found.answer == .no(.EACCES))
        #expect(
            found.message
                == "is on a mount on which NoExecPaths=/srv forbids execution (\(Self.unit):5)"
        )
    }

    @Test func `A hidden home directory names the setting`() async throws {
        let found = try await judge(.read, "/home/web/file") {
            $0.protectHome = placed(.yes, "ProtectHome=yes")
        }
        #expect(found.answer == .no(.EACCES))
        #expect(
            found.message.hasSuffix("; ProtectHome=yes hides the host's files (\(Self.unit):5)")
        )
        #expect(found.remedies.map(\.change) == ["ProtectHome=read-only"])
    }

    @Test(arguments: [false, true])
    func `A stop removes the contents of a runtime directory`(isStopped: Bool) async throws {
        func answer(_ action: FileAccess.Action, _ path: String) async throws
            -> FileJudgement.Answer
        {
            let found = try await judge(action, path) {
                let directory = FileSandbox.Directory(.runtime, "web")
                $0.directories = [placed(directory, "RuntimeDirectory=web")]
                $0.directoryModes = [.runtime: placed(0o777, "RuntimeDirectoryMode=777")]
                $0.directoryOwner = .init(user: 7, group: 7)
                $0.losesRuntimeDirectories = isStopped
            }
            return found.answer
        }
        #expect(try await answer(.read, "/run/web/file") == (isStopped ? .unknown : .yes))
        #expect(
            try await answer(.delete(.directory), "/run/web")
                == (isStopped ? .unknown : .no(.ENOTEMPTY))
        )
    }

    /// systemd creates `/srv/data/new` through the bind at `/home/web`.
    @Test func `A file that is created for a mount is at all paths of its directory`() async throws
    {
        func bind(_ source: String, to path: String) -> Placed<FileSandbox.Bind> {
            let bind = FileSandbox.Bind(source, to: path, isReadOnly: false)
            return placed(bind, "BindPaths=\(source):\(path)")
        }
        func answer(
            _ action: FileAccess.Action = .search,
            to path: String
        ) async throws -> FileJudgement.Answer {
            let found = try await judge(action, path) {
                $0.binds = [bind("/srv/data", to: "/home/web"), bind("/etc", to: "/home/web/new")]
            }
            return found.answer
        }
        #expect(try await answer(to: "/home/web/new") == .yes)
        #expect(try await answer(to: "/srv/data/new") == .yes)
        #expect(try await answer(to: "/etc/new") == .no(.ENOENT))
        #expect(try await answer(to: "/srv/data/other") == .no(.ENOENT))
        // The mount is on the same file.
        #expect(try await answer(.delete(.directory), to: "/srv/data/new") == .no(.EBUSY))
    }

    @Test func `A missing source of a bind is skipped, whatever is created elsewhere`() async throws
    {
        let found = try await judge(.read, "/srv/data/file") {
            let home = FileSandbox.Temporary("/home", options: "")
            $0.temporaryFileSystems = [placed(home, "TemporaryFileSystem=/home")]
            let log = FileSandbox.Bind("/etc", to: "/home/log", isReadOnly: true)
            let missing = FileSandbox.Bind(
                "/srv/log",
                to: "/home/web",
                isReadOnly: true,
                isOptional: true
            )
            $0.binds = [placed(log, "BindPaths="), placed(missing, "BindPaths=")]
        }
        #expect(found.answer == .yes)
    }

    @Test func `A required path that is missing makes the start fail`() async throws {
        let found = try await judge(.read, "/srv/data/file") {
            $0.readOnlyPaths = [placed(FileSandbox.Path("/no"), "ReadOnlyPaths=/no")]
        }
        #expect(found.answer == .unknown)
        #expect(
            found.message
                == "cannot be asked about: the service fails to start (226/NAMESPACE): "
                + "`/no` does not exist; ReadOnlyPaths=/no in \(Self.unit):5"
        )
    }
}
