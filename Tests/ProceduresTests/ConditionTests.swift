import Procedures
import Testing

/// Lineage B to E: what a procedure does by its conditions.
@Suite struct `A procedure with conditions` {
    struct Case: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let conditions: [any Condition]
        let expected: String
    }

    static let yes = TrueCondition()
    static let no = FalseCondition()
    static let ignored = IgnoredCondition(FalseCondition())

    static func all(_ parts: any Condition...) -> AllOf { AllOf(parts) }
    static func any(_ parts: any Condition...) -> AnyOf { AnyOf(parts) }

    static func outcome(of conditions: [any Condition]) async -> Outcome<Int> {
        var procedure = Procedure("work") { 42 }
        for condition in conditions { procedure = procedure.condition(condition) }
        return await ProcedureQueue(width: 1).run(procedure)
    }

    static let cases: [(String, [any Condition], String)] = [
        ("B3", [BlockCondition("block") { true }], "succeeded"),
        ("B4", [BlockCondition("block") { false }], "skipped"),
        ("B5", [BlockCondition("block") { throw Broken() }], "refused"),
        ("B6", [!yes], "refused"),
        ("B7", [!no], "succeeded"),
        ("B8", [!ignored], "succeeded"),
        ("C1", [yes], "succeeded"),
        ("C2", [no], "refused"),
        ("C3", [yes, yes, yes], "succeeded"),
        ("C4", [no, no, no], "refused"),
        ("C5", [yes, no, no], "refused"),
        ("C6", [yes, yes, no], "refused"),
        ("D1", [ignored], "skipped"),
        ("D1 with a sibling", [ignored, no], "refused"),
        ("D2", [IgnoredCondition(yes)], "succeeded"),
        ("D3", [IgnoredCondition(ignored)], "skipped"),
        ("D4", [ignored, yes], "skipped"),
        ("D5", [BlockCondition("block") { false }, yes], "skipped"),
        ("E4", [all()], "refused"),
        ("E5", [all(yes)], "succeeded"),
        ("E6", [all(no)], "refused"),
        ("E7", [all(ignored)], "skipped"),
        ("E8", [all(yes, yes)], "succeeded"),
        ("E9", [all(yes, no)], "refused"),
        ("E10", [all(no, yes)], "refused"),
        ("E11", [all(ignored, yes)], "skipped"),
        ("E12", [all(ignored, no)], "refused"),
        ("E13", [all(ignored, ignored)], "skipped"),
        ("E14", [all(all(yes, yes), all(yes, yes))], "succeeded"),
        ("E15", [all(all(no, no), all(no, no))], "refused"),
        ("E16", [IgnoredCondition(all(yes, no))], "skipped"),
        ("E17", [any()], "refused"),
        ("E18", [any(yes)], "succeeded"),
        ("E19", [any(no)], "refused"),
        ("E20", [any(ignored)], "skipped"),
        ("E21", [any(yes, yes)], "succeeded"),
        ("E22", [any(yes, no)], "succeeded"),
        ("E23", [any(no, yes)], "succeeded"),
        ("E24", [any(ignored, yes)], "succeeded"),
        ("E25", [any(ignored, no)], "skipped"),
        ("E26", [any(ignored, ignored)], "skipped"),
        ("E27", [any(any(yes, yes), any(yes, yes))], "succeeded"),
        ("E28", [any(any(no, no), any(no, no))], "refused"),
        ("E29", [IgnoredCondition(any(no))], "skipped"),
    ]

    @Test(arguments: cases.map { Case(testDescription: $0.0, conditions: $0.1, expected: $0.2) })
    func `ends as lineage part 3 and its decisions say`(example: Case) async {
        #expect(await Self.outcome(of: example.conditions).word == example.expected)
    }

    @Test func `asks each once, in the order written, and goes on after a refusal`() async {
        let journal = Journal()
        let conditions = [
            Scripted("first", .satisfied, journal: journal),
            Scripted("second", .refused([]), journal: journal),
            Scripted("third", .satisfied, journal: journal),
            Scripted("fourth", .undetermined([]), journal: journal),
        ]

        let refusal = await Self.outcome(of: conditions).refusal

        #expect(journal.entries == ["first", "second", "third", "fourth"])
        #expect(refusal?.phase == .conditions)
        #expect(refusal?.findings == conditions.map { Refusal.Finding($0.name, $0.result) })
    }

    @Test func `asks them when all it depends on has finished, of whatever kind the edge is`() async
    {
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

    @Test func `tells a condition whom it guards`() async {
        struct Asking: Condition {
            let name = "asking"
            let journal: Journal
            func evaluate(in context: ConditionContext) async -> ConditionResult {
                journal.note(context.procedure)
                return .satisfied
            }
        }
        let journal = Journal()

        _ = await Self.outcome(of: [all(Asking(journal: journal)), !Asking(journal: journal)])

        #expect(journal.entries == ["work", "work"])
    }

    private func all(_ parts: any Condition...) -> AllOf { AllOf(parts) }

    @Test func `may have 10,000 of them`() async {
        let conditions = [any Condition](repeating: TrueCondition(), count: 10_000)

        #expect(await Self.outcome(of: conditions).word == "succeeded")
    }
}
