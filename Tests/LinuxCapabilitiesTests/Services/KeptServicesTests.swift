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
}
