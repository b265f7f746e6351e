import Procedures
import Testing
import WarrantTesting

@Suite struct `A procedure with conditions` {
    @Test func `A procedure evaluates every condition in order, despite a refusal (C9)`() async {
        let journal = Journal()
        let conditions = [
            Scripted("first", .satisfied, journal: journal),
            Scripted("second", .refused([]), journal: journal),
            Scripted("third", .satisfied, journal: journal),
            Scripted("fourth", .undetermined([]), journal: journal),
        ]

        let refusal = await Guarded.outcome(of: conditions).refusal

        #expect(journal.entries == ["first", "second", "third", "fourth"])
        #expect(refusal?.phase == .conditions)
        #expect(refusal?.findings == conditions.map { Refusal.Finding($0.name, $0.result) })
    }

    @Test func `Conditions are evaluated after all dependencies have finished`() async {
        let journal = Journal()
        let first = Procedure("first") { journal.note("first") }
        let second = Procedure("second") {
            journal.note("second")
            throw Broken()
        }
        let last = Procedure("last", input: first) { journal.note("last") }
            .condition(Scripted("condition", .satisfied, journal: journal))
            .after(second, requiring: .completion)

        let outcome = await ProcedureQueue(width: 1).run(last)

        #expect(outcome.word == "succeeded")
        #expect(journal.entries == ["first", "second", "condition", "last"])
    }

    @Test func `A condition is given the name of the procedure that it guards`() async {
        struct Asking: Condition {
            let name = "asking"
            let journal: Journal
            func evaluate(in context: ConditionContext) async -> ConditionResult {
                journal.note(context.procedure)
                return .satisfied
            }
        }
        let journal = Journal()

        _ = await Guarded.outcome(of: [
            Guarded.all(Asking(journal: journal)), !Asking(journal: journal),
        ])

        #expect(journal.entries == ["work", "work"])
    }
}
