import Dispatch
import LinuxCapabilities
import TestSupport
import Testing

@Suite struct `A call on a blocking thread` {
    private struct Failure: Error {}

    @Test func `Its result and its error reach the caller`() async throws {
        #expect(try await onBlockingThread { 42 } == 42)
        await #expect(throws: Failure.self) { try await onBlockingThread { throw Failure() } }
    }

    @Test func `More calls than processors can block, and tasks still run`() async throws {
        let gate = DispatchSemaphore(value: 0)
        let hasBegun = DispatchSemaphore(value: 0)
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 0..<8 {
                group.addTask {
                    try await onBlockingThread {
                        hasBegun.signal()
                        gate.wait()
                    }
                }
            }
            // Reached only if no task of Swift's is held up.
            try await onBlockingThread { for _ in 0..<8 { hasBegun.wait() } }
            for _ in 0..<8 { gate.signal() }
            try await group.waitForAll()
        }
    }

    @Test func `Cancellation ends the wait, and the call goes on`() async throws {
        let (begun, gate, ended) = (Latch(), DispatchSemaphore(value: 0), Latch())
        let task = Task {
            try await onBlockingThread {
                begun.open()
                gate.wait()
                ended.open()
            }
        }
        await begun.wait()
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
        gate.signal()
        await ended.wait()
    }
}
