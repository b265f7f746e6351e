import Procedures
import TestSupport
import Testing
import WarrantTesting

/// Lineage F: a stop as soon as the answer is known.
@Suite struct `A procedure that stops at the first refusal` {
    let queue = ProcedureQueue(width: 2)
    let journal = Journal()
    static let full = Reason("full", "/var", "is full")

    @Test func `The first refusal ends a procedure and cancels produced ones (F1 F2)`() async {
        let started = Latch()
        let long = Procedure("long") {
            started.open()
            await untilCancelled()
            try Task.checkCancellation()
        }
        .observer(Recorder(journal))
        let failing = BlockCondition("disk") {
            await started.wait()
            throw Refusal(
                procedure: "disk",
                phase: .conditions,
                findings: [.init("disk", .refused([Self.full]))]
            )
        }
        let procedure = Procedure("work") { [journal] in journal.note("work") }
            .condition(failing)
            .condition(Producing(long, as: "never asked", journal: journal))
            .stoppingAtFirstRefusal()

        let refusal = await queue.run(procedure).refusal

        #expect(refusal?.findings == [.init("disk", .refused([Self.full]))])
        #expect(
            journal.entries == [
                "long didAttach", "long willExecute", "long didExecute", "long didCancel",
                "long willFinish cancelled", "long didFinish cancelled",
            ]
        )
    }

    @Test func `No condition is evaluated after the first refusal`() async {
        let procedure = Procedure("work") {}
            .condition(Scripted("first", .satisfied, journal: journal))
            .condition(Scripted("second", .undetermined([]), journal: journal))
            .condition(Scripted("third", .satisfied, journal: journal))
            .stoppingAtFirstRefusal()

        let refusal = await queue.run(procedure).refusal

        #expect(journal.entries == ["first", "second"])
        #expect(
            refusal?.findings == [.init("first", .satisfied), .init("second", .undetermined([]))]
        )
    }
}
