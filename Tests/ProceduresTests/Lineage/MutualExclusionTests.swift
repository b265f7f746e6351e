import Procedures
import TestSupport
import Testing
import WarrantTesting

/// Lineage J, without a wait in line.
@Suite struct `Mutual exclusion` {
    let journal = Journal()
    let occupancy = Occupancy()

    @Test func `Mutual exclusion has the names of its categories, and always holds (J1)`() async {
        let condition = MutuallyExclusive("backup", "upload", "backup")

        #expect(condition.name == "alone in backup, upload, backup")
        #expect(condition.exclusions == [Exclusion("backup"), Exclusion("upload")])
        let context = ConditionContext(procedure: "test")
        #expect(await condition.evaluate(in: context) == .satisfied)
    }

    private func visiting(_ scope: JournalingScope) -> Procedure<Void> {
        Procedure("visit") { [occupancy] in await occupancy.visit() }
            .condition(MutuallyExclusive("room", in: scope))
    }

    @Test(arguments: [2, 3, 30])
    func `Mutual exclusion admits one at a time, and all finish (J2 J3)`(count: Int) async throws {
        let queue = ProcedureQueue(width: 3)
        let scope = JournalingScope()

        let handles = (0..<count).map { _ in queue.enqueue(visiting(scope)) }

        for handle in handles { #expect(try await handle.outcome().word == "succeeded") }
        #expect(occupancy.most == 1)
        #expect(occupancy.visits == count)
    }

    @Test func `Mutual exclusion admits one of many concurrent runs at a time (J4)`() async {
        let queue = ProcedureQueue(width: 3)
        let scope = JournalingScope()

        await withTaskGroup { group in
            for _ in 0..<30 {
                group.addTask { _ = await queue.run(visiting(scope)) }
            }
        }

        #expect(occupancy.most == 1)
        #expect(occupancy.visits == 30)
    }

    @Test func `A procedure may depend on one that shares its exclusion (J5)`()
        async throws
    {
        let scope = JournalingScope()
        let first = noting("first").condition(MutuallyExclusive("room", in: scope))
        let second = noting("second").condition(MutuallyExclusive("room", in: scope)).after(first)

        try await ProcedureQueue(width: 2).run(second).get()

        #expect(journal.entries == ["first", "second"])
    }

    private func noting(_ name: String) -> Procedure<Void> {
        Procedure(name) { [journal] in journal.note(name) }
    }

    @Test func `An exclusion is entered before the work and left after the end (J6)`() async {
        let scope = JournalingScope(journal)
        let work = noting("works")
            .conditions {
                MutuallyExclusive("b", "a", in: scope)
                AllOf { MutuallyExclusive("a", "c", in: scope) }
            }
            .observer(Recorder(journal))

        _ = await ProcedureQueue(width: 1).run(work)

        #expect(
            journal.entries == [
                "works didAttach", "asks: works in a, b, c", "enters: works in a, b, c",
                "works willExecute", "works", "works didExecute",
                "works willFinish succeeded", "works didFinish succeeded",
                "leaves: works in a, b, c",
            ]
        )
    }

    @Test func `A retried procedure leaves its exclusion between two attempts`() async {
        let scope = JournalingScope(journal)
        let work = Procedure("work") { throw Broken() }
            .condition(MutuallyExclusive("a", in: scope))
            .retried(upTo: 2)

        _ = await ProcedureQueue(width: 1).run(work)

        let once = ["asks: work in a", "enters: work in a", "leaves: work in a"]
        #expect(journal.entries == once + once)
    }

    @Test func `A group and its children share an exclusion, one child at a time (J12)`()
        async throws
    {
        let scope = JournalingScope()
        let group = Group("group", (0..<5).map { _ in visiting(scope) })
            .condition(MutuallyExclusive("room", in: scope))

        let outcomes = try await ProcedureQueue(width: 3).run(group).get()

        #expect(outcomes.map(\.outcome.isSuccess) == [true, true, true, true, true])
        #expect(occupancy.most == 1)
    }

    @Test func `Overlapping exclusions in any order cause no deadlock (J13)`() async {
        let queue = ProcedureQueue(width: 4)
        let scope = JournalingScope()
        var random = SplitMix(seed: 13)
        let works = (0..<500).map { number in
            let names = ["a", "b", "c", "d"].shuffled(using: &random)
                .prefix(.random(in: 1...3, using: &random))
            return names.reduce(Procedure("\(number)") { [occupancy] in await occupancy.visit() }) {
                $0.condition(MutuallyExclusive($1, in: scope))
            }
        }

        await withTaskGroup { group in
            for work in works { group.addTask { _ = await queue.run(work) } }
        }

        #expect(occupancy.visits == 500)
    }
}
