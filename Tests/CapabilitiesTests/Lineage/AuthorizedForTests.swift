import Capabilities
import Procedures
import TestSupport
import Testing
import WarrantTesting

/// Lineage K: the condition.
@Suite struct `A procedure authorized for a capability` {
    let queue = ProcedureQueue(width: 2)

    private func outcome(by condition: some Condition) async -> Outcome<Void> {
        await queue.run(Procedure("work") {}.condition(condition))
    }

    @Test func `An authorization excludes no other procedure by default (K6)`() {
        let condition = AuthorizedFor(Graded(Graded.Account()), asking: .once)

        #expect(condition.exclusions == [])
        let both = AllOf {
            condition
            MutuallyExclusive("testing")
        }
        #expect(both.exclusions == [Exclusion("testing")])
    }

    @Test(arguments: [false, true])
    func `An unavailable capability refuses a procedure, with the reason (K8)`(
        isSlow: Bool
    ) async {
        let reason = Reason("no-accounts", "use the account", "no accounts here")
        let account = Graded.Account(.maximum, .unavailable(reason))

        let outcome = await outcome(
            by: AuthorizedFor(Graded(account, isSlow: isSlow), asking: .once)
        )

        #expect(
            outcome.description
                == "refused: `work` did not run: `use the account` no accounts here"
        )
        #expect(account.calls == [])
    }

    @Test(arguments: [false, true])
    func `A procedure is refused if the answer is not enough (K9)`(isSlow: Bool) async {
        let account = Graded.Account(answer: .minimum)

        let outcome = await outcome(
            by: AuthorizedFor(Graded(account, .maximum, isSlow: isSlow), asking: .once)
        )

        #expect(
            outcome.description == "refused: `work` did not run: `use the account` is refused: "
                + "`account` is unknown, where maximum is needed, "
                + "`account` is minimum, where maximum is needed"
        )
        #expect(account.calls == ["looked", "asked", "looked"])
    }

    @Test(arguments: [false, true])
    func `A procedure runs if the answer is enough (K10)`(isSlow: Bool) async {
        let account = Graded.Account()

        #expect(
            await outcome(
                by: AuthorizedFor(Graded(account, .maximum, isSlow: isSlow), asking: .once)
            ).isSuccess
        )
        #expect(account.calls == ["looked", "asked", "looked"])
    }

    @Test func `A higher grade suffices, and a denial names both grades (K12)`() async {
        let more = Graded.Account(.maximum)
        #expect(await outcome(by: AuthorizedFor(Graded(more, .minimum), asking: .once)).isSuccess)
        #expect(more.calls == ["looked"])

        let less = Graded(Graded.Account(.minimum), .maximum)
        #expect(
            await less.verdict().reasons.map(\.message) == ["is minimum, where maximum is needed"]
        )
    }

    @Test func `A negated authorization and NoFailedDependencies combine (I10 K11)`() async {
        let account = Graded.Account(answer: .unknown)
        let work = Procedure("work") {}.after(Procedure("fine") {}, requiring: .completion)
            .condition(!AuthorizedFor(Graded(account), asking: .once))
            .condition(NoFailedDependencies())

        #expect(await queue.run(work).isSuccess)
        #expect(account.calls == ["looked"])
    }

    @Test func `A silent authorization only looks (K15)`() async {
        let account = Graded.Account()

        let outcome = await outcome(
            by: SilentCondition(AuthorizedFor(Graded(account), asking: .once))
        )

        #expect(
            outcome.description == "refused: `work` did not run: `use the account` is refused: "
                + "`account` is unknown, where minimum is needed"
        )
        #expect(account.calls == ["looked"])
    }

    /// If the works excluded each other, the test would end with its time limit.
    @Test(.timeLimit(.minutes(20)))
    func `Two procedures share one request and run concurrently (K16)`() async {
        let account = Graded.Account()
        let inside = [Latch(), Latch()]
        let works = [(0, 1), (1, 0)].map { own, other in
            Procedure("\(own)") {
                inside[own].open()
                await inside[other].wait()
            }
            .condition(AuthorizedFor(Graded(account, isSlow: true), asking: .once))
        }

        await withTaskGroup { group in
            for work in works { group.addTask { _ = await queue.run(work) } }
        }

        #expect(account.calls.filter { $0 == "asked" }.count == 1)
    }

    @Test func `A capability is asked for only after the one before it is given (K19)`() async {
        for (answer, calls) in [
            (Graded.Grade.unknown, []), (.maximum, ["looked", "asked", "looked"]),
        ] {
            let account = Graded.Account(answer: answer)
            let permissions = Graded.Account()
            let work = Procedure("work") {}
                .condition(AuthorizedFor(Graded(account), asking: .once))
                .condition(AuthorizedFor(Graded(permissions), asking: .once))
                .stoppingAtFirstRefusal()

            _ = await queue.run(work)

            #expect(account.calls == ["looked", "asked", "looked"])
            #expect(permissions.calls == calls)
        }
    }
}
