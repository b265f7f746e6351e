import CoreMetrics
import MetricsTestKit
import Procedures
import TestSupport
import Testing
import WarrantObservability
import WarrantTesting

@Suite struct `A metrics observer` {
    let metrics = TestMetrics()
    let clock = ManualClock()
    let queue: ProcedureQueue

    init() {
        queue = ProcedureQueue(
            width: 1,
            observers: [MetricsObserver(factory: metrics, clock: clock)]
        )
    }

    @Test func `The observer counts procedures by outcome`() async {
        _ = await queue.run(Procedure("work") {})
        _ = await queue.run(Procedure("work") {})
        _ = await queue.run(Procedure("work") { throw Broken() })
        _ = await queue.run(Procedure("work") { throw CancellationError() })
        _ = await queue.run(Procedure("work") {}.condition(FalseCondition()))
        _ = await queue.run(Procedure("work") {}.condition(BlockCondition("never") { false }))

        let counts = ["succeeded": 2, "failed": 1, "cancelled": 1, "refused": 1, "skipped": 1]
        for (outcome, count) in counts {
            let dimensions = [("procedure", "work"), ("outcome", outcome)]
            #expect(metrics.total("procedures_total", dimensions) == Int64(count), "\(outcome)")
        }
    }

    @Test func `The observer measures the wait and the duration apart`() async throws {
        let latch = Latch()
        let first = queue.enqueue(Procedure("first") { await latch.wait() })
        let second = queue.enqueue(
            Procedure("second") { [clock] in clock.advance(by: .seconds(2)) }
        )
        clock.advance(by: .seconds(5))
        latch.open()
        _ = try await first.outcome()
        _ = try await second.outcome()

        let waits = metrics.times("procedure_waiting_seconds", [("procedure", "second")])
        #expect(waits == [5_000_000_000])
        let durations = metrics.times(
            "procedure_duration_seconds",
            [("procedure", "second"), ("outcome", "succeeded")]
        )
        #expect(durations == [2_000_000_000])
        let timers = metrics.timers(label: "procedure_duration_seconds")
        #expect(timers.allSatisfy { $0.displayUnit == .seconds })
    }

    @Test func `The duration includes all attempts, and the wait only the first`() async {
        let work = Procedure("work") { [clock] in
            clock.advance(by: .seconds(1))
            throw Broken()
        }

        _ = await queue.run(work.retried(upTo: 3))

        #expect(metrics.times("procedure_waiting_seconds", [("procedure", "work")]) == [0])
        let durations = metrics.times(
            "procedure_duration_seconds",
            [("procedure", "work"), ("outcome", "failed")]
        )
        #expect(durations == [3_000_000_000])
    }

    @Test func `The meters return to zero, also for procedures without a turn`() async throws {
        let dump = Procedure("dump") { throw Broken() }
        _ = await queue.run(Procedure("upload") {}.after(dump))

        #expect(metrics.values("procedures_waiting", "dump") == [1, 0])
        #expect(metrics.values("procedures_running", "dump") == [1, 0])
        #expect(metrics.values("procedures_waiting", "upload") == [1, 0])
        #expect(metrics.values("procedures_running", "upload") == [])
        #expect(metrics.times("procedure_waiting_seconds", [("procedure", "upload")]) == [])
        let refused = [("procedure", "upload"), ("outcome", "refused")]
        #expect(metrics.total("procedures_total", refused) == 1)
        #expect(metrics.times("procedure_duration_seconds", refused) == [])
    }

    @Test(
        arguments: [
            ("satisfied", .satisfied), ("skipped", .skipped([])), ("refused", .refused([])),
            ("undetermined", .undetermined([])),
        ] as [(String, ConditionResult)]
    )
    func `The observer counts the verdicts of each condition`(
        verdict: String,
        result: ConditionResult
    ) async {
        let conditions = Procedure("work") {}
            .condition(Answer(name: "first", result: .satisfied))
            .condition(Answer(name: "second", result: result))

        _ = await queue.run(conditions)

        let second = [("procedure", "work"), ("condition", "second"), ("verdict", verdict)]
        let first = [("procedure", "work"), ("condition", "first"), ("verdict", "satisfied")]
        #expect(metrics.total("procedure_condition_verdicts_total", second) == 1)
        #expect(metrics.total("procedure_condition_verdicts_total", first) == 1)
    }

    @Test func `Two runs of one procedure at once are measured apart`() async throws {
        let wide = ProcedureQueue(observers: [MetricsObserver(factory: metrics, clock: clock)])
        let (begun, latch) = (Latch(), Latch())
        let work = Procedure("work") {
            begun.open()
            await latch.wait()
        }
        let first = wide.enqueue(work)
        await begun.wait()
        clock.advance(by: .seconds(3))
        let second = wide.enqueue(work)
        latch.open()
        _ = try await first.outcome()
        _ = try await second.outcome()

        let durations = metrics.times(
            "procedure_duration_seconds",
            [("procedure", "work"), ("outcome", "succeeded")]
        )
        #expect(durations.sorted() == [0, 3_000_000_000])
    }

    @Test func `Names beyond the limits are reported as other`() async {
        for number in 0..<1_005 { _ = await queue.run(Procedure("job \(number)") {}) }
        var work = Procedure("job 1") {}
        for number in 0..<105 {
            work = work.condition(Answer(name: "condition \(number)", result: .satisfied))
        }
        _ = await queue.run(work)

        // Each name has five outcomes, and each condition four verdicts.
        #expect(metrics.counters(label: "procedures_total").count == 1_001 * 5)
        let other = [("procedure", "other"), ("outcome", "succeeded")]
        #expect(metrics.total("procedures_total", other) == 5)
        let verdicts = metrics.counters(label: "procedure_condition_verdicts_total")
        #expect(verdicts.count == 101 * 4)
        #expect(verdicts.map(\.totalValue).reduce(0, +) == 105)
    }

    @Test func `Procedures of a batch have the name of the batch, and delays have one name`() async
    {
        let batch = Batch("check", over: Array(0..<20), width: 4) { _ in }
        #expect(await queue.run(batch).isSuccess)
        for wait in [1, 2] { _ = await queue.run(Delay(.zero * wait)) }

        let names = metrics.counters(label: "procedures_total").flatMap(\.dimensions)
            .filter { $0.0 == "procedure" }.map(\.1)
        #expect(Set(names) == ["check", "delay"])
        #expect(
            metrics.total("procedures_total", [("procedure", "check"), ("outcome", "succeeded")])
                == 21
        )
    }

    @Test func `A series begins with zero`() async {
        _ = await queue.run(Procedure("work") {})

        let failed = [("procedure", "work"), ("outcome", "failed")]
        #expect(metrics.counters(label: "procedures_total").count == 5)
        #expect(metrics.total("procedures_total", failed) == 0)
    }

    @Test func `A system without a backend measures nothing, until it has one`() async {
        let observer = MetricsObserver()
        let procedure = Procedure("work") {}
        #expect(observer.observer(of: procedure.identity).map { _ in } == nil)
        #expect(await ProcedureQueue(observers: [observer]).run(procedure).isSuccess)

        // As `bootstrap` does it, but for this task only.
        await withMetricsFactory(metrics) {
            _ = await ProcedureQueue(observers: [observer]).run(procedure)
        }

        let succeeded = [("procedure", "work"), ("outcome", "succeeded")]
        #expect(metrics.total("procedures_total", succeeded) == 1)
    }
}
