import AccessModel
import Kernel
import LinuxSystem
import Procedures
import ServiceModel

/// The files of this machine that the questions of one report share.
///
/// Each question uses some of them alone, so that none waits for the look of another. They become stale like those of a
/// batch, and are dropped after a second.
final class KeptFiles: Sendable {
    private let idle = Locked<[Files]>([])

    /// - Throws: ``SystemError`` as ``LiveFileTree/init(root:ofProcess:forSelf:watching:)``; what `body` throws.
    func use<Found>(_ body: (Files) throws -> Found) throws -> Found {
        let found = idle.withLock { idle -> Files? in
            idle.removeAll(where: \.areOld)
            return idle.popLast()
        }
        let files = try found ?? Files()
        defer { idle.withLock { $0.append(files) } }
        return try body(files)
    }

    /// The files of this machine, and those that services see over them.
    ///
    /// INVARIANT: one thread at a time uses them. ``use(_:)`` takes them from the idle ones before `body` gets them, and
    /// each `body`, those of ``LiveFiles``, returns values and keeps nothing of them.
    final class Files: @unchecked Sendable {
        private static let patience = Duration.seconds(1)
        private static let mostFiles = 50_000
        private static let mostSandboxes = 16

        let namespace: UserNamespace
        private let host: LiveFileTree
        private let born = ContinuousClock.now
        private var seen: [FileSandbox: Result<any FileFactSource, MountStop>] = [:]
        private var known = KnownNames()

        fileprivate init() throws(SystemError) {
            host = try LiveFileTree()
            namespace = try UserNamespaces.own()
        }

        fileprivate var areOld: Bool {
            host.hasChanged || host.tree.details.count > Self.mostFiles
                || ContinuousClock.now - born >= Self.patience
        }

        /// - Parameter sandbox: nil for the files that this process sees.
        /// - Throws: ``MountStop`` as ``FileFactSource/seen(through:)``.
        func seen(through sandbox: FileSandbox?) throws(MountStop) -> any FileFactSource {
            guard let sandbox else { return host }
            if let known = seen[sandbox] { return try known.get() }
            let found: Result<any FileFactSource, MountStop>
            do throws(MountStop) {
                found = .success(try host.seen(through: sandbox))
            } catch {
                found = .failure(error)
            }
            if seen.count >= Self.mostSandboxes { seen.removeAll(keepingCapacity: true) }
            seen[sandbox] = found
            return try found.get()
        }

        /// Returns the names of those users and groups that have one.
        func names(users: Set<UInt32>, groups: Set<UInt32>) -> IDNames {
            for uid in users { known.learn(user: uid) }
            for gid in groups { known.learn(group: gid) }
            return known.names.only(users: users, groups: groups)
        }
    }
}
