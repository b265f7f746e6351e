import Kernel
import LinuxSystem
import Synchronization

/// Reads the status of every thread repeatedly.
final class Sampler: Sendable {
    struct Found {
        var samples = 0
        /// The number of samples of a thread that rightly has the raised capability.
        var raised = 0
        var leaks: [String] = []
    }

    private let capability: KernelCapability
    private let found = Mutex(Found())
    private let isOver = Mutex(false)
    private let hasEnded = Semaphore()

    init(_ capability: KernelCapability) { self.capability = capability }

    func start() throws {
        try startThread(named: "sampler") {
            while !self.isOver.withLock({ $0 }) { self.sample() }
            self.hasEnded.signal()
        }
    }

    var hasSeenRaised: Bool { found.withLock { $0.raised > 0 || !$0.leaks.isEmpty } }

    func end() -> Found {
        isOver.withLock { $0 = true }
        hasEnded.wait()
        return found.withLock { $0 }
    }

    private func sample() {
        let folder = "/proc/self/task"
        for thread in (try? Directory.names(at: folder)) ?? [] {
            // The thread may have ended meanwhile.
            guard let bytes = try? SmallFile.bytes(at: "\(folder)/\(thread)/status") else {
                continue
            }
            guard let status = ThreadCredentials(status: bytes),
                status.capabilities.effective.contains(capability)
            else { continue }
            // The status gives the name first, perhaps before the thread got it, so the name is read again. A thread
            // that has ended was not one of Swift's pool, whose threads live for seconds.
            let name = try? SmallFile.bytes(at: "\(folder)/\(thread)/comm")
            let isOurs = name == nil || name == Array("warrant-raised\n".utf8)
            found.withLock { found in
                guard !isOurs else { return found.raised += 1 }
                found.leaks.append(String(decoding: bytes, as: UTF8.self))
            }
        }
        found.withLock { $0.samples += 1 }
    }
}
