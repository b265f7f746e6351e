import Procedures
import TestSupport
import Testing
import WarrantTesting

@Suite struct `An event recorder` {
    let recorder = EventRecorder()
    let queue: ProcedureQueue

    init() { queue = ProcedureQueue(width: 1, observers: [recorder]) }

    @Test func `A recorder lists the events in the order of their arrival`() async {
        let dump = Procedure("dump") {}
        _ = await queue.run(Procedure("upload", input: dump) { throw Broken() })

        #expect(
            recorder.lines == [
                "upload didAttach", "dump didAttach", "dump willAttempt", "dump willExecute",
                "dump didExecute", "dump willFinish succeeded", "dump didFinish succeeded",
                "upload willAttempt", "upload willExecute", "upload didExecute",
                "upload willFinish failed", "upload didFinish failed",
            ]
        )
        #expect(recorder.names == ["upload", "dump"])
        #expect(recorder.executed == ["dump", "upload"])
    }

    @Test func `A recorder notes additions, refusals, skips and cancellations`() async throws {
        let part = Procedure("part") {}
        let whole = Procedure("whole") { context in
            _ = try await context.produce(part).outcome()
        }
        _ = await queue.run(whole)
        #expect(recorder.events(of: "whole").contains(.willAdd(part.identity)))
        #expect(recorder.events(of: whole.identity).contains(.didAdd(part.identity)))

        let refused = await queue.run(Procedure("closed") {}.condition(FalseCondition()))
        #expect(
            recorder.events(of: "closed") == [
                .didAttach, .willAttempt,
                .didEvaluate(
                    condition: "false",
                    try #require(refused.refusal?.findings.first?.result)
                ),
                .didRefuse(try #require(refused.refusal)), .willFinish(.refused),
                .didFinish(.refused),
            ]
        )
        _ = await queue.run(Procedure("idle") {}.condition(BlockCondition("never") { false }))
        #expect(recorder.lines.last == "idle didFinish skipped")

        let work = Procedure("work") {
            unsafe withUnsafeCurrentTask { unsafe $0?.cancel() }; try Task.checkCancellation()
        }
        let cancelled = await queue.run(work)
        let cancellation = try #require(cancelled.cancellation)
        #expect(recorder.events(of: "work").contains(.didCancel(cancellation)))
        #expect(recorder.executed == ["whole", "part", "work"])
    }

    @Test func `A recorder waits for a future event and finds a past one`() async throws {
        let latch = Latch()
        let handle = queue.enqueue(Procedure("work") { await latch.wait() })

        let begun = try await recorder.waitFor(.willExecute, of: "work")
        #expect(begun.procedure == handle.identity)
        #expect(begun.description == "work willExecute")
        let waiting = Task { try await recorder.waitFor { $0.kind == .didFinish(.succeeded) } }
        latch.open()

        #expect(try await waiting.value.procedure == handle.identity)
        try await recorder.waitFor(.willExecute, of: "work")
    }

    @Test(arguments: [true, false])
    func `A cancelled task stops waiting for an event`(isEarly: Bool) async {
        let begun = Latch()
        let waiting = Task {
            if isEarly { await begun.wait() }
            try await recorder.waitFor { _ in
                begun.open()
                return false
            }
        }
        recorder.didAttach(to: Procedure("work") {}.identity)
        if !isEarly { await begun.wait() }
        waiting.cancel()
        begun.open()
        await #expect(throws: CancellationError.self) { try await waiting.value }
    }
}

@Suite struct `An outcome in a test` {
    private static let no = [Reason("no", "a", "says no")]

    @Test func `An outcome has one ending, and the value of that ending`() async {
        let queue = ProcedureQueue(width: 1)
        let done = await queue.run(Procedure("done") { 42 })
        #expect(done.ending == .succeeded)
        #expect(done.output == 42)
        #expect(done.failure == nil && done.refusal == nil && done.cancellation == nil)

        let failed = await queue.run(Procedure("failed") { throw Broken() })
        #expect(failed.ending == .failed)
        #expect(failed.failure is Broken)

        let late = await queue.run(Procedure("late") {}.observer(Timeout(.zero)))
        #expect(late.ending == .cancelled)
        #expect(late.cancellation?.cause == .executionDeadline(.zero))
    }

    @Test func `A refused outcome names the conditions that closed the gate`() async {
        let refused = await ProcedureQueue(width: 1).run(
            Procedure("work") {}
                .condition(Scripted("open", .satisfied))
                .condition(Scripted("idle", .skipped([])))
                .condition(Scripted("shut", .refused(Self.no)))
                .condition(Scripted("fog", .undetermined(Self.no)))
        )
        #expect(
            ["open", "idle", "shut", "fog"].map(refused.isRefused) == [false, false, true, true]
        )
        #expect(!refused.isSkipped(by: "idle"))
        #expect(refused.refusal?.finding(of: "fog") == .undetermined(Self.no))
        #expect(refused.refusal?.finding(of: "none") == nil)
        #expect(refused.refusal?.closing.map(\.condition) == ["idle", "shut", "fog"])
        #expect(refused.refusal?.codes == ["no", "no"])
    }

    @Test func `A skipped outcome is not refused`() async {
        let skipped = await ProcedureQueue(width: 1).run(
            Procedure("work") {}.condition(Scripted("idle", .skipped([])))
        )
        #expect(skipped.ending == .skipped)
        #expect(skipped.isSkipped(by: "idle"))
        #expect(!skipped.isRefused(by: "idle"))
        #expect(skipped.refusal != nil)
    }
}
