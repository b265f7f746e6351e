import CoreMetrics
import Dispatch
import InMemoryTracing
import MetricsTestKit
import Procedures
import TestSupport
import Testing
import WarrantObservability

@Suite struct `Observers that measure` {
    /// Blocks the thread that runs a procedure until it is let go.
    private final class Blocking: Observer {
        let isCalled = Latch()
        private let isFree = DispatchSemaphore(value: 0)

        func didAttach(to procedure: ProcedureIdentity) {
            isCalled.open()
            isFree.wait()
        }

        func release() { isFree.signal() }
    }

    @Test func `An observer that blocks holds up its own procedure only`() async throws {
        let (metrics, tracer, profile) = (TestMetrics(), InMemoryTracer(), ProfilingObserver())
        let queue = ProcedureQueue(observers: [
            MetricsObserver(factory: metrics), TracingObserver(tracer: tracer), profile,
        ])
        let blocking = Blocking()
        // On a thread of its own, since the tests share those of the pool.
        async let held = onOwnThread {
            queue.enqueue(Procedure("held") {}.observer(blocking))
        }
        await blocking.isCalled.wait()

        #expect(await queue.run(Procedure("free") {}).isSuccess)

        #expect(tracer.finishedSpans.map(\.operationName) == ["free"])
        #expect(profile.trace.contains("\"free\""))
        blocking.release()
        #expect(try await held.outcome().isSuccess)
        #expect(tracer.finishedSpans.map(\.operationName) == ["free", "held"])
    }

    @Test func `All events of many procedures at once are kept`() async {
        let (metrics, tracer) = (TestMetrics(), InMemoryTracer())
        let queue = ProcedureQueue(observers: [
            MetricsObserver(factory: metrics), TracingObserver(tracer: tracer),
            ProfilingObserver(limit: 10),
        ])
        let parts = (0..<500).map { _ in
            Procedure("part") {}.condition(Answer(name: "yes", result: .satisfied))
        }

        #expect(await queue.run(Procedure("whole") {}.after(parts)).isSuccess)

        let succeeded = [("procedure", "part"), ("outcome", "succeeded")]
        let verdicts = [("procedure", "part"), ("condition", "yes"), ("verdict", "satisfied")]
        #expect(metrics.total("procedures_total", succeeded) == 500)
        #expect(metrics.total("procedure_condition_verdicts_total", verdicts) == 500)
        #expect(metrics.values("procedures_running", "part").last == 0)
        #expect(tracer.finishedSpans.count == 501)
        #expect(tracer.activeSpans.isEmpty)
    }
}
