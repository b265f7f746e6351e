import Procedures
import Testing
import WarrantTesting

/// Lineage I, for edges that require only completion.
@Suite struct `The condition that no dependency failed` {
    static let fine = Procedure("fine") {}
    static let broken = Procedure("broken") { throw Broken() }
    static let gone = Procedure("gone") { throw CancellationError() }
    static let group = Group("group") { broken }

    static let failed = Reason("dependency-failed", "broken", "failed: broken")
    static let cancelled = Reason("dependency-cancelled", "gone", "was cancelled")
    static let groupFailed = Reason(
        "dependency-failed",
        "group",
        "failed: 1 of 1 in `group` did not succeed: `broken` failed: broken"
    )

    let queue = ProcedureQueue(width: 1)

    private func outcome(
        after dependencies: [any ProcedureConvertible],
        by condition: some Condition = NoFailedDependencies()
    ) async -> Outcome<Void> {
        let work = Procedure("work") {}.after(dependencies, requiring: .completion)
        return await queue.run(work.condition(condition))
    }

    @Test(arguments: [[], [fine], [fine, Procedure("other") {}]])
    func `The condition holds if no dependency failed, or there is none (I1 I2)`(
        dependencies: [Procedure<Void>]
    ) async {
        #expect(await outcome(after: dependencies).word == "succeeded")
    }

    struct Wrong: Sendable {
        let dependencies: [any ProcedureConvertible]
        let reasons: [Reason]
    }

    static let wrongs = [
        Wrong(dependencies: [gone], reasons: [cancelled]),
        Wrong(dependencies: [fine, gone], reasons: [cancelled]),
        Wrong(dependencies: [broken], reasons: [failed]),
        Wrong(dependencies: [fine, group], reasons: [groupFailed]),
        Wrong(dependencies: [gone, fine, broken], reasons: [failed, cancelled]),
    ]

    @Test(arguments: wrongs)
    func `The condition names failed dependencies before cancelled ones (I3 I4 I5 I6 I9)`(
        wrong: Wrong
    ) async {
        let outcome = await outcome(after: wrong.dependencies)

        #expect(outcome.word == "refused")
        #expect(outcome.refusal?.phase == .conditions)
        #expect(
            outcome.refusal?.findings == [.init("no failed dependencies", .refused(wrong.reasons))]
        )
    }

    @Test func `A procedure runs after ignored cancellations`() async {
        let ignoring = NoFailedDependencies(ignoringCancellations: true)
        let skipped = Procedure("skipped") {}.condition(BlockCondition("never") { false })

        #expect(await outcome(after: [Self.gone, skipped], by: ignoring).word == "succeeded")
        #expect(await outcome(after: [Self.gone, skipped]).word == "refused")
    }

    @Test func `A failure beside an ignored cancellation refuses (I8)`() async {
        let ignoring = NoFailedDependencies(ignoringCancellations: true)

        let refusal = await outcome(after: [Self.gone, Self.broken, Self.fine], by: ignoring)
            .refusal

        #expect(refusal?.findings.map(\.result) == [.refused([Self.failed])])
    }

    @Test func `The condition does not judge produced procedures`() async {
        struct Producing: Condition {
            let name = "producing"
            var produces: [any ProcedureConvertible] { [Procedure("remedy") { throw Broken() }] }
            func evaluate(in context: ConditionContext) async -> ConditionResult { .satisfied }
        }

        let both = AllOf {
            Producing()
            NoFailedDependencies()
        }

        #expect(await outcome(after: [Self.fine], by: both).word == "succeeded")
    }

    @Test func `The condition refuses a child, and its group ends (I12)`() async throws {
        let work = Procedure("work") { Issue.record("ran") }
            .after(Self.gone, requiring: .completion)
            .condition(NoFailedDependencies())
        let group = Group("group", onFailure: .ignore) {
            Self.gone
            work
        }

        let outcomes = try await queue.run(group).get()

        #expect(outcomes.map(\.outcome.word) == ["cancelled", "refused"])
        #expect(queue.activity.phases.isEmpty)
    }
}
