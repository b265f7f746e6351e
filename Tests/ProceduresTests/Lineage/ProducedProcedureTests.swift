import Procedures
import Synchronization
import Testing
import WarrantTesting

/// Lineage G and A: the procedures that run before a condition is evaluated.
@Suite struct `Procedures that a condition produces` {
    let queue = ProcedureQueue(width: 2)
    let journal = Journal()

    func noting(_ name: String) -> Procedure<Void> {
        Procedure(name) { [journal] in journal.note(name) }
    }

    @Test func `A condition produces nothing and requires nothing by default (G1)`() {
        #expect(TrueCondition().produces.isEmpty)
        #expect(TrueCondition().producedRequirements == .none)
        #expect(ProducedRequirements.none == [])
    }

    struct Ended: Sendable, CustomTestStringConvertible {
        let requirements: ProducedRequirements
        let setup: Procedure<Void>
        /// The result without an evaluation of the condition; nil if it is evaluated.
        let result: ConditionResult?

        init(
            _ requirements: ProducedRequirements,
            _ setup: Procedure<Void>,
            _ result: ConditionResult? = nil
        ) {
            self.requirements = requirements
            self.setup = setup
            self.result = result
        }

        var testDescription: String { "\(setup.name), \(requirements.rawValue)" }
    }

    static let failing = Procedure("failing") { throw Broken() }
    static let cancelled = Procedure("cancelled") { throw CancellationError() }
    /// The ancestors called this "cancelled with an error".
    static let late = Procedure("late") {}.deadlines { $0.execution = .zero }
    static let skipped = Procedure("skipped") {}.condition(BlockCondition("night") { false })
    static let hasFailed = ConditionResult.refused(
        [Reason("dependency-failed", "failing", "failed: broken")]
    )

    static func wasCancelled(_ name: String) -> ConditionResult {
        .refused([Reason("dependency-cancelled", name, "was cancelled")])
    }

    static let endings = [
        Ended(.none, failing), Ended(.none, cancelled), Ended(.none, late),
        Ended(.noFailed, failing, hasFailed), Ended(.noFailed, cancelled),
        Ended(.noFailed, late, wasCancelled("late")), Ended(.noFailed, skipped),
        Ended(.noCancelled, cancelled, wasCancelled("cancelled")), Ended(.noCancelled, failing),
        Ended(.noCancelled, late, wasCancelled("late")),
        Ended([.noFailed, .ignoreFailedIfCancelled], late),
        Ended([.noFailed, .ignoreFailedIfCancelled], failing, hasFailed),
        Ended(.allSucceeded, cancelled, wasCancelled("cancelled")),
        Ended(.allSucceeded, failing, hasFailed),
    ]

    @Test(arguments: endings)
    func `A produced procedure must end as required (G2 G3 G4 G5 G6 G7 G8)`(ended: Ended) async {
        let condition = Producing(ended.setup, requiring: ended.requirements, journal: journal)

        let outcome = await queue.run(noting("work").condition(condition))

        #expect(outcome.word == (ended.result == nil ? "succeeded" : "refused"))
        #expect(outcome.refusal?.findings.map(\.result) == ended.result.map { [$0] })
        #expect(outcome.refusal?.phase == ended.result.map { _ in .remedies })
        #expect(journal.entries == (ended.result == nil ? ["producing", "work"] : []))
    }

    @Test func `A produced procedure starts after all dependencies (G9)`() async {
        let early = Atomic(0)
        var top = Procedure("top") {}
        for _ in 0..<1_000 {
            let ended = Journal()
            let first = Procedure("first") {
                await Task.yield()
                ended.note("first")
            }
            let second = Procedure("second") { ended.note("second") }
            let setup = Procedure("setup") {
                if ended.entries.count < 2 { early.wrappingAdd(1, ordering: .relaxed) }
            }
            top = top.after(
                Procedure("work") {}.after(first).after(second).condition(Producing(setup))
            )
        }

        #expect(await queue.run(top).word == "succeeded")
        #expect(early.load(ordering: .relaxed) == 0)
    }

    @Test func `A produced procedure is not among the dependencies (A1 G10)`() async {
        struct Asking: Condition {
            let name = "asking"
            let produces: [any ProcedureConvertible]
            let journal: Journal

            func evaluate(in context: ConditionContext) async -> ConditionResult {
                for dependency in context.dependencies { journal.note(dependency.procedure.name) }
                return .satisfied
            }
        }
        let setup = Procedure("setup") {}
        let asking = Asking(produces: [setup], journal: journal)
        let work = Procedure("work") {}.condition(asking)
            .after(Procedure("first") {}).after(Procedure("second") {})

        #expect(await queue.run(work).word == "succeeded")
        #expect(asking.produces.map(\.procedureIdentity) == [setup.identity])
        #expect(journal.entries == ["first", "second"])
    }

    @Test func `A produced procedure that is also a dependency runs once (G11)`() async {
        let setup = noting("setup")
        let work = noting("work").after(setup).condition(Producing(setup, journal: journal))

        #expect(await queue.run(work).word == "succeeded")
        #expect(journal.entries == ["setup", "producing", "work"])
    }

    @Test(arguments: [1, 2])
    func `A chain of procedures may share a produced procedure (G12)`(width: Int) async {
        let setup = noting("setup")
        let first = noting("first").condition(Producing(setup))
        let second = noting("second").after(first).after(setup).condition(Producing(setup))

        #expect(await ProcedureQueue(width: width).run(second).word == "succeeded")
        #expect(journal.entries == ["setup", "first", "second"])
    }

    @Test func `A procedure that several conditions produce runs once`() async {
        let setup = noting("setup")
        let work = noting("work").condition(Producing(setup)).condition(Producing(setup, setup))

        #expect(await queue.run(work).word == "succeeded")
        #expect(journal.entries == ["setup", "work"])
    }

    @Test func `A produced procedure runs before its exclusive condition (G16)`() async {
        let scope = ProcessExclusion()
        func exclusive(_ name: String) -> Procedure<Void> {
            var condition = Producing(
                noting("\(name) setup"),
                as: "\(name) asked",
                journal: journal
            )
            condition.exclusions = [Exclusion("disk", in: scope)]
            return noting(name).condition(condition)
        }

        let first = queue.enqueue(exclusive("first"))
        let second = queue.enqueue(exclusive("second"))

        #expect(await (try? first.outcome())?.word == "succeeded")
        #expect(await (try? second.outcome())?.word == "succeeded")
        for name in ["first", "second"] {
            let own = journal.entries.filter { $0.hasPrefix(name) }
            #expect(own == ["\(name) setup", "\(name) asked", name])
        }
    }
}
