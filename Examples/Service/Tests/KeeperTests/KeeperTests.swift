import Keeper
import ServiceLifecycleTestKit
import Testing
import Warrant
import WarrantTesting

@Suite(.timeLimit(.minutes(1))) struct `The keeper` {
    @Test func `lets a running round finish when it stops`() async throws {
        let scene = try await Scene()
        let recorder = EventRecorder()
        let queue = ProcedureQueue(width: 1, observers: [recorder])
        let keeper = Keeper(try scene.round(), on: queue, every: .seconds(3600))

        try await testGracefulShutdown { trigger in
            async let running: Void = keeper.run()
            try await recorder.waitFor(.willExecute, of: "round")
            trigger.triggerGracefulShutdown()
            try await running
        }

        #expect(recorder.events(of: "round").last == .didFinish(.succeeded))
        #expect(queue.activity.phases == [:])
    }
}
