import Capabilities
import LinuxCapabilities
import LinuxSystem
import ServiceModel
import Synchronization
import TestSupport
import Testing

@Suite struct `A host that keeps subjects` {
    /// Counts how often a unit file is read.
    private final class Reads: UnitFileProbe {
        let count = Mutex(0)

        func unit(at path: String, root: String?) async throws -> FoundUnit {
            count.withLock { $0 += 1 }
            return try await Host.live.unitFiles.unit(at: path, root: root)
        }

        func unit(
            loadedAs unit: UnitFacts,
            after time: UInt64,
            root: String?
        ) async throws -> FoundUnit {
            try await Host.live.unitFiles.unit(loadedAs: unit, after: time, root: root)
        }
    }

    /// Counts how often an account is looked up.
    private final class Lookups: AccountProbe {
        let count = Mutex(0)

        func account(of user: String, groups: [String]?) async throws -> FoundAccount {
            count.withLock { $0 += 1 }
            return try await Host.live.accounts.account(of: user, groups: groups)
        }

        func names(users: Set<UInt32>, groups: Set<UInt32>) async throws -> IDNames {
            try await Host.live.accounts.names(users: users, groups: groups)
        }

        func likelyName(for name: String, _ kind: AccountKind) async throws -> String? { nil }
    }

    @Test(arguments: [
        Subject.user("nobody"), .user("nobody", groups: ["nogroup"]),
        .user("nobdy"),
    ])
    func `A user is looked up once for all questions`(subject: Subject) async throws {
        let lookups = Lookups()
        let kept = Host.live.asking(Host.accountFamily, by: lookups).keepingSubjects()
        let fresh = try await Host.live.asking(Host.accountFamily, by: Lookups())
            .identity(of: subject)
        for path in ["/etc/passwd", "/etc/shadow", "/none"] {
            _ = try await FileAccess(.read, path, as: subject, on: kept).authorizationStatus()
            #expect(try await kept.identity(of: subject) == fresh)
        }
        #expect(lookups.count.withLock(\.self) == 1)
        _ = try await kept.identity(of: .user("root"))
        #expect(lookups.count.withLock(\.self) == 2)
    }

    @Test func `A unit file is read once for all questions, settings and ignored lines`()
        async throws
    {
        let folder = try TemporaryFolder()
        let path = try folder.file(
            "web.service",
            "[Service]\nExecStart=/bin/true\nProtectSystem=stict\n"
        )
        let reads = Reads()
        let counted = Host.live.asking(Host.unitFileFamily, by: reads)
        let kept = counted.keepingSubjects()
        let subject = Subject.unitFile(path)
        let changed = Subject.unitFile(path, UnitStart(settings: ["User=root"]))
        for _ in 1...2 {
            let ignored = try await kept.ignoredLines(of: subject)
            #expect(ignored.map(\.place.line) == [3])
            #expect(try await kept.identity(of: subject) == counted.identity(of: subject))
            _ = try await kept.identity(of: changed)
        }
        #expect(reads.count.withLock(\.self) == 3)
        #expect(try await kept.ignoredLines(of: .current) == [])
    }

    private func verdict(
        _ action: FileAccess.Action,
        _ path: String,
        of subject: Subject,
        on host: Host
    ) async throws -> Verdict {
        let access = FileAccess(action, path, as: subject, on: host)
        return try await access.authorizationStatus().verdict
    }

    /// - Parameter lines: Settings of a service of user `nobody`; nil for the user itself.
    private func subject(_ lines: String?, in folder: TemporaryFolder) throws -> Subject {
        guard let lines else { return .user("nobody") }
        let unit = "[Service]\nExecStart=/bin/true\nUser=nobody\n\(lines)\n"
        return .unitFile(try folder.file("web.service", unit))
    }

    @Test(arguments: [
        nil, "", "ProtectSystem=strict\nPrivateTmp=yes", "PrivateDevices=yes\nProtectHome=tmpfs",
        "RuntimeDirectory=kept\nProtectProc=invisible\nTemporaryFileSystem=/srv",
    ])
    func `Shared files give the same answers as files that are read anew`(
        lines: String?
    ) async throws {
        let folder = try TemporaryFolder()
        let subject = try subject(lines, in: folder)
        let kept = Host.live.keepingSubjects()
        for path in ["/etc/passwd", "/etc/shadow", "/dev/null", "/root", "/srv/a", "/run/kept"] {
            for action in [FileAccess.Action.read, .write, .create(.file), .search] {
                let shared = try await verdict(action, path, of: subject, on: kept)
                let fresh = try await verdict(action, path, of: subject, on: .live)
                #expect(shared == fresh, "\(action) \(path)")
            }
        }
    }

    @Test(arguments: [nil, ""])
    func `A file that changed since it was read is not judged by what it was`(
        lines: String?
    ) async throws {
        let folder = try TemporaryFolder()
        try folder.change("", mode: 0o755)
        let file = try folder.file("open")
        let subject = try subject(lines, in: folder)
        let kept = Host.live.keepingSubjects()
        #expect(try await verdict(.read, file, of: subject, on: kept).isAuthorized)
        try folder.change("open", mode: 0)
        #expect(try await !verdict(.read, file, of: subject, on: kept).isAuthorized)
    }
}
