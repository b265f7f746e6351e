import Capabilities
import LinuxCapabilities
import LinuxSystem
import ServiceModel
import Synchronization
import TestSupport
import Testing

@Suite struct `A host that keeps services` {
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
        let kept = counted.keepingServices()
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
        of unit: String,
        on host: Host
    ) async throws -> Verdict {
        let access = FileAccess(action, path, as: .unitFile(unit), on: host)
        return try await access.authorizationStatus().verdict
    }

    @Test(arguments: [
        "", "ProtectSystem=strict\nPrivateTmp=yes", "PrivateDevices=yes\nProtectHome=tmpfs",
        "RuntimeDirectory=kept\nProtectProc=invisible\nTemporaryFileSystem=/srv",
    ])
    func `Shared files give the same answers as files that are read anew`(
        lines: String
    ) async throws {
        let folder = try TemporaryFolder()
        let unit = try folder.file(
            "web.service",
            "[Service]\nExecStart=/bin/true\nUser=nobody\n\(lines)\n"
        )
        let kept = Host.live.keepingServices()
        for path in ["/etc/passwd", "/etc/shadow", "/dev/null", "/root", "/srv/a", "/run/kept"] {
            for action in [FileAccess.Action.read, .write, .create(.file), .search] {
                let shared = try await verdict(action, path, of: unit, on: kept)
                let fresh = try await verdict(action, path, of: unit, on: .live)
                #expect(shared == fresh, "\(action) \(path)")
            }
        }
    }

    @Test func `A file that changed since it was read is not judged by what it was`() async throws {
        let folder = try TemporaryFolder()
        try folder.change("", mode: 0o755)
        let file = try folder.file("open")
        let unit = try folder.file(
            "web.service",
            "[Service]\nExecStart=/bin/true\nUser=nobody\n"
        )
        let kept = Host.live.keepingServices()
        #expect(try await verdict(.read, file, of: unit, on: kept).isAuthorized)
        try folder.change("open", mode: 0)
        #expect(try await !verdict(.read, file, of: unit, on: kept).isAuthorized)
    }
}
