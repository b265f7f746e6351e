import Capabilities
import Foundation
import Glibc
import Kernel
import LinuxCapabilities
import LinuxSystem
import Procedures
import TestSupport
import Testing

/// The resources of subscriptions, counted before, during and after them. Other tests hold such resources at the same
/// time. Only our own are counted, by the number of our own file or process.
@Suite(.timeLimit(.minutes(20))) struct `Resources of updates` {
    let folder: TemporaryFolder
    let path: String
    private let inode: String

    init() throws {
        folder = try TemporaryFolder()
        path = try folder.file("key")
        inode = try Self.inode(of: path)
    }

    /// Returns the inode as proc_pid_fdinfo(5) shows it in the line of a watch.
    private static func inode(of path: String) throws -> String {
        let facts = try FileCalls.facts(of: try FileCalls.openPlace(path, follow: false), at: path)
        let device = facts.device.major << 20 | facts.device.minor
        let (inode, file) = (String(facts.inode, radix: 16), String(device, radix: 16))
        return " ino:\(inode) sdev:\(file) "
    }

    /// Returns the number of inotify descriptors of this process that watch the file.
    private func watches() throws -> Int {
        try Self.descriptors { $0.contains("inotify wd:") && $0.contains(inode) }
    }

    private static func descriptors(with isOurs: (String) -> Bool) throws -> Int {
        let folder = "/proc/self/fdinfo"
        return try FileManager.default.contentsOfDirectory(atPath: folder).count { name in
            // Another test may have closed the descriptor meanwhile.
            (try? String(contentsOfFile: "\(folder)/\(name)", encoding: .utf8)).map(isOurs) ?? false
        }
    }

    private static func threads() throws -> Int {
        let folder = "/proc/self/task"
        return try FileManager.default.contentsOfDirectory(atPath: folder).count { name in
            let comm = try? String(contentsOfFile: "\(folder)/\(name)/comm", encoding: .utf8)
            return comm == "warrant-events\n"
        }
    }

    @Test func `Updates watch nothing before the first and after the last`() async throws {
        do {
            var updates = FileAccess(.read, path).updates.patient.makeAsyncIterator()
            #expect(try watches() == 0)
            _ = try await updates.next()
            #expect(try watches() == 1)
            #expect(try Self.threads() == 1)
        }
        #expect(try watches() == 0)
    }

    @Test func `Cancelled updates watch nothing`() async throws {
        let audiences = (1...20).map { _ in Audience(FileAccess(.read, path).updates) }
        for audience in audiences { await audience.isTold { count, _ in count >= 1 } }
        #expect(try watches() == 20)
        for audience in audiences { #expect(await audience.leave() == nil) }
        // Another test's mount may have begun a look, which watches until it returns. A leak waits for the time limit.
        while try watches() > 0 { await Task.yield() }
        #expect(try Self.threads() == 1)
    }

    @Test func `Updates do not collect watches with each change`() async throws {
        let key = FileAccess(.read, path)
        let audience = Audience(key.updates)
        await audience.isTold { count, _ in count >= 1 }
        let first = try await Self.watchCount(inode)
        for _ in 1...100 {
            let other = try folder.file("other")
            try #require(unsafe rename(other, path) == 0)
            try folder.change("key", mode: 0o600)
            let known = audience.told.count
            try folder.change("key", mode: 0o644)
            await audience.isTold { count, _ in count > known }
        }
        #expect(try await Self.watchCount(Self.inode(of: path)) <= first)
        #expect(await audience.leave() == nil)
    }

    /// Returns the number of files that the one inotify instance for a file watches. A check in progress may be about
    /// to watch them anew.
    private static func watchCount(_ inode: String) async throws -> Int {
        let folder = "/proc/self/fdinfo"
        while true {
            let names = try FileManager.default.contentsOfDirectory(atPath: folder)
            let ours = names.compactMap { name in
                try? String(contentsOfFile: "\(folder)/\(name)", encoding: .utf8)
            }.filter { $0.contains("inotify wd:") && $0.contains(inode) }
            guard ours.count == 1 else {
                await Task.yield()
                continue
            }
            return ours[0].split(separator: "\n").count { $0.hasPrefix("inotify wd:") }
        }
    }

    @Test func `Ended updates hold no descriptor of their process`() async throws {
        try await withChild(["cat"]) { child async throws in
            let handle = "Pid:\t\(child.pid)\n"
            let isOurs = { (info: String) in info.contains(handle) }
            let subject = Subject.process(pid: child.pid)
            let capability = Audience(ProcessCapability(.chown, as: subject).updates)
            let file = Audience(FileAccess(.read, path, as: subject).updates)
            await capability.isTold { count, _ in count >= 1 }
            await file.isTold { count, _ in count >= 1 }
            #expect(try Self.descriptors(with: isOurs) == 2)
            #expect(await capability.leave() == nil)
            #expect(await file.leave() == nil)
            #expect(try Self.descriptors(with: isOurs) == 0)
            #expect(try watches() == 0)
        }
    }

    @Test func `A cancelled procedure leaves no watch behind`() async throws {
        let key = FileAccess(.read, path, as: .user("nobody"))
        let outcome = try await outcome(ofServingWhile: key) {
            try folder.change("key", mode: 0o600)
        }
        #expect(
            "\(outcome)" == "cancelled: `serve` was cancelled; "
                + "`\(path)` 0600 `root:root`, and user `nobody` is not its owner"
        )
        #expect(try watches() == 0)
    }
}
