import Capabilities
import Glibc
import LinuxCapabilities
import LinuxSystem
import Procedures
import TestSupport
import Testing

/// Opens files while another thread continuously swaps the file and the directories on its path.
@Suite(.timeLimit(.minutes(20))) struct `Swapped file` {
    private static let permits = 10_000

    @Test func `A permit always opens the same file`() async throws {
        let folder = try TemporaryFolder()
        let swapper = try Swapper(in: folder, seed: .random(in: 0..<1 << 32))
        try swapper.start()
        var (last, changes, count) = (ino_t(0), 0, 0)
        // With fewer changes, the test would show nothing.
        while count < Self.permits || changes < 1_000 {
            guard let opened = try await Self.openedTwice(swapper.path) else { continue }
            guard opened.first == opened.second else {
                swapper.stop()
                Issue.record("\(opened), permit \(count), seed \(swapper.seed)")
                return
            }
            changes += opened.first == last ? 0 : 1
            last = opened.first
            count += 1
        }
        swapper.stop()
    }

    /// Returns the inode numbers of two opens through one permit, with time for a swap in between. Returns nil if the
    /// permit was refused.
    private static func openedTwice(_ path: String) async throws -> (first: ino_t, second: ino_t)? {
        do {
            let access = FileAccess(.read, path, asking: .kernel)
            return try await withPermit(for: access, options: GateOptions(asking: .never)) {
                permit in
                let first = try permit.open().withFileDescriptor(inode)
                await Task.yield()
                return (first, try permit.open().withFileDescriptor(inode))
            }
        } catch is Refusal {
            return nil
        }
    }
}

/// A thread that renames, relinks and replaces a file and its directories until it is stopped.
private final class Swapper: Sendable {
    let path: String
    let seed: UInt64
    private let root: String
    private let isOver = Locked(false)
    private let hasEnded = Semaphore()

    init(in folder: TemporaryFolder, seed: UInt64) throws {
        root = folder.path
        self.seed = seed
        for name in ["one", "two"] {
            try folder.folder(name)
            for file in ["key", "other"] { try folder.file("\(name)/\(file)") }
        }
        path = folder.path(of: "one/key")
    }

    func start() throws {
        try startThread(named: "swapper") {
            // The thread never pauses, and other tests run at the same time.
            _ = nice(19)
            var random = SplitMix(seed: self.seed)
            while !self.isOver.withLock({ $0 }) { self.swap(by: &random) }
            self.hasEnded.signal()
        }
    }

    func stop() {
        isOver.withLock { $0 = true }
        hasEnded.wait()
    }

    private func swap(by random: inout SplitMix) {
        let key = "\(root)/\(random.pick(["one", "two"]))/key"
        let other = "\(root)/\(random.pick(["one", "two"]))/other"
        let new = "\(root)/new"
        switch random.below(5) {
        case 0:  // a new file over it
            close(unsafe open(new, O_CREAT | O_WRONLY | O_CLOEXEC, 0o644))
            unsafe rename(new, key)
        case 1:  // a symbolic link over it
            unsafe symlink(other, new)
            unsafe rename(new, key)
        case 2:  // a further name of another file over it
            unsafe link(other, new)
            unsafe rename(new, key)
        case 3:  // nothing there
            unsafe unlink(key)
        default:  // its directory and another one change places
            unsafe rename("\(root)/one", "\(root)/away")
            unsafe rename("\(root)/two", "\(root)/one")
            unsafe rename("\(root)/away", "\(root)/two")
        }
    }
}
