import InMemoryTracing
import Procedures
import TestSupport
import Testing
import Tracing
import WarrantObservability

@Suite struct `A tracing observer` {
    let tracer = InMemoryTracer()
    let queue: ProcedureQueue

    init() { queue = ProcedureQueue(width: 2, observers: [TracingObserver(tracer: tracer)]) }

    private func span(_ name: String) throws -> FinishedInMemorySpan {
        let spans = tracer.finishedSpans.filter { $0.operationName == name }
        try #require(spans.count == 1, "\(name)")
        return spans[0]
    }

    @Test func `A span has the name, the outcome and the phases of its procedure`() async throws {
        let work = Procedure("work") {}.condition(Answer(name: "room", result: .satisfied))

        _ = await queue.run(work)

        let span = try span("work")
        #expect(span.events.map(\.name) == ["attempt", "condition", "execute", "executed"])
        #expect(span.attributes["procedure.name"]?.toSpanAttribute() == "work")
        #expect(span.attributes["procedure.outcome"]?.toSpanAttribute() == "succeeded")
        let condition = try #require(span.events.first { $0.name == "condition" })
        #expect(condition.attributes["condition.name"]?.toSpanAttribute() == "room")
        #expect(condition.attributes["condition.verdict"]?.toSpanAttribute() == "satisfied")
        #expect(span.status == nil)
        #expect(span.errors.isEmpty)
        #expect(tracer.activeSpans.isEmpty)
    }

    @Test func `The span of a failure has the status and the error`() async throws {
        _ = await queue.run(Procedure("work") { throw Broken() })

        let span = try span("work")
        #expect(span.status == SpanStatus(code: .error, message: "failed: broken"))
        #expect(span.errors.count == 1)
        #expect(span.errors.first?.error is Broken)
    }

    @Test func `The span of a refusal has the status and the refusal`() async throws {
        _ = await queue.run(Procedure("work") {}.condition(FalseCondition()))

        let span = try span("work")
        #expect(span.events.map(\.name) == ["attempt", "condition"])
        #expect(span.status?.code == .error)
        #expect(span.errors.first?.error is Refusal)
    }

    @Test func `The span of a skip or of a requested cancellation has no error`() async throws {
        _ = await queue.run(Procedure("idle") {}.condition(BlockCondition("never") { false }))
        _ = await queue.run(Procedure("stopped") { throw CancellationError() })

        for name in ["idle", "stopped"] {
            let span = try span(name)
            #expect(span.status == nil)
            #expect(span.errors.isEmpty)
        }
    }

    @Test func `The span of what a deadline has cancelled has an error`() async throws {
        _ = await queue.run(
            Procedure("work") {
                await untilCancelled()
                try Task.checkCancellation()
            }
            .observer(Timeout(.milliseconds(1)))
        )

        let span = try span("work")
        #expect(span.attributes["procedure.outcome"]?.toSpanAttribute() == "cancelled")
        #expect(span.status?.code == .error)
        #expect(span.errors.first?.error is Cancellation)
    }

    @Test(arguments: [true, false])
    func `A span has its parent in the context of the caller`(isEnqueued: Bool) async throws {
        let work = Procedure("upload") {}.after(Procedure("dump") {})
        try await tracer.withSpan("request") { [queue] _ in
            if isEnqueued {
                _ = try await queue.enqueue(work).outcome()
            } else {
                _ = await queue.run(work)
            }
        }

        let request = try span("request")
        for name in ["upload", "dump"] {
            #expect(try span(name).parentSpanID == request.spanID)
            #expect(try span(name).traceID == request.traceID)
        }
    }

    @Test(arguments: [true, false])
    func `Conditions and work make spans below that of the procedure`(
        isEnqueued: Bool
    ) async throws {
        let child = Procedure("child") {}
        let inner = Procedure("inner") {}
        let work = Procedure("work") { [queue, tracer] context in
            tracer.withSpan("call") { _ in }
            try context.produce(child)
            _ = await queue.run(inner)
        }
        .condition(
            BlockCondition("look") { [tracer] in
                tracer.withSpan("look") { _ in true }
            }
        )

        if isEnqueued {
            _ = try await queue.enqueue(work).outcome()
        } else {
            _ = await queue.run(work)
        }

        let parent = try span("work").spanID
        for name in ["call", "look", "child", "inner"] {
            #expect(try span(name).parentSpanID == parent, "\(name)")
        }
    }

    @Test func `A procedure that waited to be alone goes on in its span`() async throws {
        let (begun, latch) = (Latch(), Latch())
        let exclusion = MutuallyExclusive("backup", in: ProcessExclusion())
        let first = queue.enqueue(
            Procedure("first") {
                begun.open()
                await latch.wait()
            }
            .condition(exclusion)
        )
        await begun.wait()
        let waits = Latch()
        let second = queue.enqueue(
            Procedure("second") { [tracer] in tracer.withSpan("call") { _ in } }
                .condition(exclusion)
                .observer(BlockObserver(didEvaluate: { _, _, _ in waits.open() }))
        )
        await waits.wait()
        latch.open()
        _ = try await first.outcome()
        _ = try await second.outcome()

        #expect(try span("call").parentSpanID == span("second").spanID)
    }

    @Test func `Two runs of one procedure at once have a span each`() async throws {
        let latch = Latch()
        let work = Procedure("work") { await latch.wait() }
        let handles = [queue.enqueue(work), queue.enqueue(work)]
        latch.open()
        for handle in handles { _ = try await handle.outcome() }

        #expect(Set(tracer.finishedSpans.map(\.spanID)).count == 2)
        #expect(tracer.activeSpans.isEmpty)
    }

    @Test func `A procedure that is cancelled before its turn ends its span`() async throws {
        let latch = Latch()
        let narrow = ProcedureQueue(width: 1, observers: [TracingObserver(tracer: tracer)])
        let first = narrow.enqueue(Procedure("first") { await latch.wait() })
        let second = narrow.enqueue(Procedure("second") {})
        second.cancel()
        _ = try await second.outcome()
        latch.open()
        _ = try await first.outcome()

        let outcome = try span("second").attributes["procedure.outcome"]?.toSpanAttribute()
        #expect(outcome == "cancelled")
        #expect(tracer.activeSpans.isEmpty)
    }

    @Test func `A system without a tracer makes no spans, and nothing fails`() async {
        let observer = TracingObserver()
        let procedure = Procedure("work") {}

        #expect(observer.observer(of: procedure.identity).map { _ in } == nil)
        #expect(await ProcedureQueue(observers: [observer]).run(procedure).isSuccess)
    }
}
