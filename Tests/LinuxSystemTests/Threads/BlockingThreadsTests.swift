import Glibc
import LinuxSystem
import TestSupport
import Testing

@Suite struct `Blocking threads` {
    /// A call that blocks until the gate opens, like a read from a dead file system.
    private final class Gate: Sendable {
        private let ends: (read: Int32, write: Int32)

        init() throws {
            var ends: [Int32] = [0, 0]
            // A child of another test that inherited an end would keep it open.
            let kind = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue)
            try #require(unsafe socketpair(AF_UNIX, kind, 0, &ends) == 0)
            self.ends = (ends[0], ends[1])
        }

        deinit { close(ends.read) }

        func block() {
            var byte: UInt8 = 0
            while unsafe read(ends.read, &byte, 1) < 0 && errno == EINTR {}
        }

        func open() { close(ends.write) }
    }

    /// Starts a call that blocks, and returns after it has begun.
    private static func stuck(
        on threads: BlockingThreads,
        until gate: Gate
    ) async -> Task<Void, any Error> {
        let started = Latch()
        let caller = Task {
            try await threads.run("stuck") {
                started.open()
                gate.block()
            }
        }
        await started.wait()
        return caller
    }

    @Test func `A blocking call returns its value`() async throws {
        let threads = BlockingThreads(width: 2, limit: 4)
        #expect(try await threads.run("sum") { 1 + 1 } == 2)
    }

    @Test func `A blocking call passes on its error`() async {
        let threads = BlockingThreads(width: 2, limit: 4)
        await #expect(throws: SystemError("statx(2)", "/x", code: EIO)) {
            try await threads.run("/x") { throw SystemError("statx(2)", "/x", code: EIO) }
        }
    }

    @Test func `Many callers each get their own answer`() async throws {
        let threads = BlockingThreads(width: 3, limit: 6)
        let answers = try await withThrowingTaskGroup(of: Int.self) { group in
            for number in 0..<1000 {
                group.addTask { try await threads.run("\(number)") { number } }
            }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        #expect(answers.sorted() == Array(0..<1000))
    }

    @Test func `A quick call does not wait behind stuck ones`() async throws {
        let threads = BlockingThreads(width: 2, limit: 8)
        let gate = try Gate()
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 0..<5 { group.addTask { try await threads.run("stuck") { gate.block() } } }
            #expect(try await threads.run("quick") { true })
            gate.open()
            try await group.waitForAll()
        }
    }

    @Test func `A cancelled caller returns at once, and its call is counted`()
        async throws
    {
        let threads = BlockingThreads(width: 1, limit: 2)
        let gate = try Gate()
        let caller = await Self.stuck(on: threads, until: gate)
        caller.cancel()
        await #expect(throws: CancellationError.self) { try await caller.value }
        #expect(threads.abandonedCount == 1)

        gate.open()
        // The same thread takes the next call only after it has subtracted this one from the count.
        while threads.abandonedCount > 0 { await Task.yield() }
        #expect(try await threads.run("next") { true })
    }

    @Test func `No call starts if every thread is stuck`() async throws {
        let threads = BlockingThreads(width: 1, limit: 2)
        let gate = try Gate()
        for _ in 0..<2 {
            let caller = await Self.stuck(on: threads, until: gate)
            caller.cancel()
            _ = await caller.result
        }
        let refusal = SystemError("2 calls that never returned", "next", code: EBUSY)
        await #expect(throws: refusal) { try await threads.run("next") { true } }
        gate.open()
    }

    @Test func `A call that is cancelled before its turn does not run`() async throws {
        let threads = BlockingThreads(width: 1, limit: 1)
        let gate = try Gate()
        let first = await Self.stuck(on: threads, until: gate)
        let second = Task {
            try await threads.run("late") { Issue.record("a cancelled call ran") }
        }
        second.cancel()
        await #expect(throws: CancellationError.self) { try await second.value }
        gate.open()
        try await first.value
        #expect(try await threads.run("after") { true })
        #expect(threads.abandonedCount == 0)
    }
}
