import Procedures
import Synchronization
import Testing
import WarrantTesting

/// Lineage C and D: a procedure with one or several conditions.
@Suite struct `A guarded procedure` {
    static let (yes, no, ignored) = (Guarded.yes, Guarded.no, Guarded.ignored)

    let queue = ProcedureQueue(width: 2)
    let journal = Journal()

    @Test(arguments: [
        Guarded(yes, ends: "succeeded"), Guarded(no, ends: "refused"),
        Guarded(yes, yes, yes, ends: "succeeded"),
    ])
    func `A procedure runs only if all its conditions hold (C1 C2 C3)`(guarded: Guarded) async {
        #expect(await guarded.outcome().word == guarded.expected)
    }

    @Test(arguments: [[no, no, no], [yes, no, no], [yes, yes, no]] as [[any Condition]])
    func `A refusal has the result of each condition (C4 C5 C6)`(
        conditions: [any Condition]
    ) async {
        let refusal = await Guarded.outcome(of: conditions).refusal

        let never = ConditionResult.refused([Reason("never-holds", "false", "never holds")])
        #expect(
            refusal
                == Refusal(
                    procedure: "work",
                    phase: .conditions,
                    findings: conditions.map {
                        .init($0.name, $0 is TrueCondition ? .satisfied : never)
                    }
                )
        )
    }

    @Test(.timeLimit(.minutes(20)), arguments: [false, true])
    func `A procedure may have 10,000 conditions that each produce one (C11)`(
        produces: Bool
    ) async throws {
        let ran = Atomic(0)
        var procedure = Procedure("work") { ran.load(ordering: .relaxed) }
        for _ in 0..<10_000 {
            let setup = Procedure("setup") { _ = ran.wrappingAdd(1, ordering: .relaxed) }
            procedure =
                produces
                ? procedure.condition(Producing(setup)) : procedure.condition(TrueCondition())
        }

        #expect(try await queue.run(procedure).get() == (produces ? 10_000 : 0))
    }

    @Test(arguments: [ConditionResult.satisfied, .refused([Reason("full", "/var", "is full")])])
    func `A procedure obeys a condition within a condition (C12)`(nested: ConditionResult) async {
        let condition = AllOf {
            AllOf { Scripted("nested", nested) }
            Scripted("outer", nested)
        }

        let outcome = await Guarded.outcome(of: [condition])

        #expect(outcome.word == (nested == .satisfied ? "succeeded" : "refused"))
        #expect(
            outcome.refusal?.findings.first?.result.reasons ?? [] == nested.reasons + nested.reasons
        )
    }

    @Test func `A refused procedure does no work, and ends once with the refusal (C13)`() async {
        let observer = BlockObserver(didFinish: { [journal] in
            journal.note("\($0.name) \($1)")
        })
        let procedure = Procedure("work") { [journal] in journal.note("worked") }
            .condition(FalseCondition()).observer(observer)

        #expect(await queue.run(procedure).word == "refused")
        #expect(
            journal.entries == ["work refused: `work` did not run: `false` never holds"]
        )
    }

    @Test func `A procedure starts after those that its condition produces (C14)`() async {
        let setup = Procedure("setup") { [journal] in journal.note("setup") }
        let procedure = Procedure("work") { [journal] in journal.note("work") }
            .condition(Producing(setup, journal: journal))

        #expect(await queue.run(procedure).word == "succeeded")
        #expect(journal.entries == ["setup", "producing", "work"])
    }

    @Test func `A refusal names its phase, condition and reason (C15)`() async {
        let reason = Reason("full", "/var", "is full")
        let procedure = Procedure("work") { [journal] in journal.note("worked") }
            .condition(Scripted("1 GiB free on /var", .refused([reason])))

        let outcome = await queue.run(procedure)

        let error = #expect(throws: Refusal.self) { try outcome.get() }
        #expect(error?.phase == .conditions)
        #expect(error?.findings == [.init("1 GiB free on /var", .refused([reason]))])
        #expect(journal.entries == [])
    }

    @Test(arguments: [
        Guarded(ignored, ends: "skipped"), Guarded(ignored, no, ends: "refused"),
        Guarded(IgnoredCondition(yes), ends: "succeeded"),
        Guarded(IgnoredCondition(ignored), ends: "skipped"),
    ])
    func `A procedure is skipped if its one refusal is ignored (D1 D2 D3)`(guarded: Guarded) async {
        #expect(await guarded.outcome().word == guarded.expected)
    }

    @Test(arguments: [
        Guarded(ignored, yes, ends: "skipped"),
        Guarded(BlockCondition("never") { false }, NoFailedDependencies(), ends: "skipped"),
    ])
    func `A procedure with a skipped condition does not run`(guarded: Guarded) async {
        #expect(await guarded.outcome().word == guarded.expected)
    }

    @Test func `A condition that is attached twice is evaluated twice`() async {
        let condition = Scripted("condition", .satisfied, journal: journal)

        #expect(await Guarded.outcome(of: [condition, condition]).word == "succeeded")
        #expect(await Guarded.outcome(of: [condition]).word == "succeeded")
        #expect(journal.entries == ["condition", "condition", "condition"])
    }
}
