import Synchronization
import Testing
import Warrant
import WarrantTesting

/// Tests of the example, which show how to test guarded work.
@Suite struct `A round` {
    let scene: Scene
    let recorder = EventRecorder()
    let queue: ProcedureQueue

    init() async throws {
        scene = try await Scene()
        queue = ProcedureQueue(width: 1, observers: [recorder])
    }

    @Test func `rotates the key, and sends what it read`() async throws {
        let sent = Mutex<[UInt8]>([])
        let outcome = await queue.run(
            try scene.round { copy in sent.withLock { $0 = copy } }
        )

        #expect(outcome.ending == .succeeded)
        #expect(recorder.executed == ["round", "rotate", "dump", "upload"])
        #expect(sent.withLock { $0 } == Array("orders".utf8))
        #expect(try scene.bytes(of: "signing.key").count == 32)
    }

    @Test func `does not start if the operator's policy does not hold`() async throws {
        try scene.remove("orders.db")
        let outcome = await queue.run(try scene.round())

        #expect(outcome.isRefused(by: "policy keeper"))
        #expect(outcome.refusal?.codes == ["missing"])
        #expect(recorder.executed == [])
    }

    @Test func `rotates the key even if the archive is unreachable`() async throws {
        try await scene.closeArchive()
        let outcome = await queue.run(try scene.round { _ in Issue.record("sent") })

        let failure = try #require(outcome.failure as? GroupFailure)
        let upload = try #require(failure.failures.first)
        #expect(failure.failures.count == 1)
        #expect(upload.outcome.isRefused(by: "connect \(scene.archive)"))
        #expect(recorder.events(of: "upload").last == .didFinish(.refused))
        #expect(recorder.events(of: "rotate").last == .didFinish(.succeeded))
    }

    private struct ArchiveIsFull: Error {}

    @Test func `sends the copy again if the archive refuses it once`() async throws {
        let attempts = Mutex(0)
        let outcome = await queue.run(
            try scene.round { _ in
                try attempts.withLock { count in
                    count += 1
                    if count == 1 { throw ArchiveIsFull() }
                }
            }
        )

        #expect(outcome.ending == .succeeded)
        #expect(recorder.events(of: "upload").filter { $0 == .willExecute }.count == 2)
    }
}
