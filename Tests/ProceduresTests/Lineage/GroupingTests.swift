import Procedures
import TestSupport
import Testing
import WarrantTesting

@Suite struct `A group` {
    let queue = ProcedureQueue(width: 4)
    let journal = Journal()

    func noting(_ name: String) -> Procedure<Void> {
        Procedure(name) { [journal] in journal.note(name) }
    }

    func failing(_ count: Int) -> [Procedure<Void>] {
        (0..<count).map { Procedure("child \($0)") { throw Broken() } }
    }

    @Test func `A group executes all its procedures, and ends after them (U1 U6)`() async throws {
        let group = Group("group", (0..<5).map { noting("child \($0)") })
            .observer(BlockObserver(willFinish: { [journal] _, _ in journal.note("end") }))

        #expect(await queue.run(group).isSuccess)
        #expect(journal.entries.dropLast().sorted() == (0..<5).map { "child \($0)" })
        #expect(journal.entries.last == "end")
    }

    @Test func `A group lists each procedure once, in the order written (U3)`() async throws {
        let first = noting("first")
        let second = noting("second").after(first)
        let outcomes = try await queue.run(
            Group("group") {
                second; first
            }
        ).get()

        #expect(outcomes.map(\.procedure.name) == ["second", "first"])
        #expect(journal.entries == ["first", "second"])
    }

    @Test func `A group notifies its observers of each procedure it adds (U4 U5)`() async {
        let observer = BlockObserver(
            willAdd: { [journal] in journal.note("\($1.name) adds \($0.name)") },
            didAdd: { [journal] in journal.note("\($1.name) added \($0.name)") }
        )
        let group = Group("group") {
            Procedure("a") {}; Procedure("b") {}
        }

        _ = await queue.run(group.observer(observer))

        #expect(
            journal.entries == ["group adds a", "group adds b", "group added a", "group added b"]
        )
    }

    @Test func `A suspended queue starts no procedure of a group (U7 U8)`() async {
        let (executing, mayReturn) = (Latch(), Latch())
        let first = Procedure("first") { [queue, journal] in
            queue.suspend()
            executing.open()
            await mayReturn.wait()
            journal.note("first")
        }
        let group = Group("group", width: 1) {
            first; noting("second")
        }
        async let outcome = queue.run(group)
        await executing.wait()
        mayReturn.open()
        while queue.activity.phases[.execution] != 1 { await Task.yield() }
        #expect(journal.entries == ["first"])
        queue.resume()

        #expect(await outcome.isSuccess)
        #expect(journal.entries == ["first", "second"])
    }

    @Test func `A group fails with all failures, in the order written (U9 U11 U13)`() async throws {
        let failure = try #require(
            await queue.run(Group("group", failing(5) + [noting("fine")])).failure as? GroupFailure
        )

        #expect(failure.failures.map(\.procedure.name) == (0..<5).map { "child \($0)" })
        #expect(failure.failures.allSatisfy { $0.outcome.failure is Broken })
        #expect(failure.outcomes.count == 6)
    }

    @Test func `A failed inner group is one failure of the outer group (U10)`() async throws {
        let outer = Group("outer") {
            Group("inner", failing(5)); noting("fine")
        }
        let failure = try #require(await queue.run(outer).failure as? GroupFailure)
        let inner = try #require(failure.failures.first?.outcome.failure as? GroupFailure)

        #expect(failure.failures.map(\.procedure.name) == ["inner"])
        #expect(inner.failures.count == 5)
    }

    @Test func `A group fails, and is not cancelled, if one is refused (U12)`() async throws {
        let group = Group("group") { noting("child").condition(FalseCondition()) }
        let outcome = await queue.run(group)

        #expect(
            outcome.description == """
                failed: 1 of 1 in `group` did not succeed: `child` refused: `child` did not run: \
                `false` never holds
                """
        )
    }

    @Test func `A group that ignores failures passes on all outcomes (U14 U15 U16)`()
        async throws
    {
        let group = Group("group", onFailure: .ignore, failing(2))
        let judged = group.then("judge") { outcomes in
            if outcomes.contains(where: { !$0.outcome.isSuccess }) { throw Judged() }
        }
        let forgiving = Group("group") { failing(1)[0].ignoringErrors() }

        #expect(await queue.run(group).isSuccess)
        #expect(await queue.run(judged).failure is Judged)
        #expect(await queue.run(forgiving).isSuccess)
    }

    struct Judged: Error {}

    @Test(arguments: [FailurePolicy.collect, .failFast])
    func `A group judges each outcome once, and keeps what it made of it (U13 U14 U15 U16)`(
        policy: FailurePolicy
    ) async throws {
        let children = ["fine", "forgiven", "replaced"].map { name in
            Procedure(name) { [journal] in
                journal.note(name)
                if name != "fine" { throw Broken() }
            }
        }
        let group = Group("group", onFailure: policy, width: 1, children) { [journal] child in
            journal.note("judged \(child.procedure.name)")
            guard child.outcome.failure is Broken else { return child.outcome }
            return child.procedure.name == "forgiven" ? .succeeded(()) : .failed(Judged())
        }
        let failure = try #require(await queue.run(group).failure as? GroupFailure)

        #expect(
            journal.entries == [
                "fine", "judged fine", "forgiven", "judged forgiven", "replaced", "judged replaced",
            ]
        )
        #expect(failure.failures.map(\.procedure.name) == ["replaced"])
        #expect(failure.failures.first?.outcome.failure is Judged)
    }

    @Test func `A judged group that fails fast cancels the others, and no forgiven failure does`()
        async throws
    {
        let children: [any ProcedureConvertible] = [
            Procedure("forgiven") { throw Broken() },
            Procedure("fatal") { throw Judged() },
            noting("never"),
        ]
        let group = Group("group", onFailure: .failFast, width: 1, children) { child in
            child.outcome.failure is Broken ? .succeeded(()) : child.outcome
        }
        let failure = try #require(await queue.run(group).failure as? GroupFailure)

        #expect(failure.outcomes[0].outcome.isSuccess)
        #expect(failure.failures.map(\.procedure.name) == ["fatal", "never"])
        #expect(
            failure.failures[1].outcome.description
                == "cancelled: `never` was cancelled; `fatal` of its group did not succeed"
        )
        #expect(journal.entries == [])
    }

    @Test func `A group executes produced procedures before it ends (U22)`() async {
        let producing = Procedure("child") { [self] in
            try $0.produce(noting("produced"))
            _ = await queue.run(noting("run inside"))
            journal.note("child")
        }
        let group = Group("group") { producing }
            .observer(BlockObserver(willFinish: { [journal] _, _ in journal.note("end") }))

        #expect(await queue.run(group).isSuccess)
        #expect(Set(journal.entries) == ["produced", "run inside", "child", "end"])
        #expect(journal.entries.last == "end")
    }

    @Test(arguments: [(1, 1), (2, 2), (0, 1), (-1, 1)])
    func `A group executes no more at once than its width (U25)`(width: Int, most: Int) async {
        let overlap = Overlap()
        let children = (0..<10).map { Procedure("child \($0)") { await overlap.visit() } }

        #expect(await queue.run(Group("group", width: width, children)).isSuccess)
        #expect(overlap.most <= most)
        #expect(overlap.entries == 10)
    }
}
