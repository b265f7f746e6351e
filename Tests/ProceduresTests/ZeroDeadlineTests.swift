import Procedures
import TestSupport
import Testing
import WarrantTesting

@Suite struct `Deadline of zero or less` {
    let clock = ManualClock()
    let queue: ProcedureQueue
    let journal = Journal()

    init() { queue = ProcedureQueue(width: 1, exclusion: ProcessExclusion(), clock: clock) }

    static let nothing: [Duration] = [.zero, .seconds(-1), .seconds(Int64.min)]

    var work: Procedure<Void> { Procedure("work") { [journal] in journal.note("work") } }

    func text(_ procedure: Procedure<Void>) async -> String {
        await queue.run(procedure).description
    }

    @Test(arguments: nothing)
    func `A zero execution deadline cancels work before it begins`(limit: Duration) async {
        #expect(await queue.run(work.deadlines { $0.execution = limit }).word == "cancelled")
        #expect(await queue.run(work.observer(Timeout(limit))).word == "cancelled")
        #expect(journal.entries == [])
    }

    @Test(arguments: nothing)
    func `A zero condition deadline leaves a condition undetermined`(limit: Duration) async {
        let looked = Scripted("looked at", .satisfied, journal: journal)

        for procedure in [
            work.condition(looked, within: limit),
            work.condition(looked).deadlines { $0.condition = limit },
        ] {
            #expect(
                await text(procedure) == """
                    refused: `work` did not run: `looked at` gave no answer within \(limit.words)
                    """
            )
        }
        #expect(journal.entries == [])
    }

    @Test(arguments: nothing)
    func `A zero deadline for the start or overall refuses at once`(
        limit: Duration
    ) async {
        let refused =
            "refused: `work` did not run: `the queue` had no slot free within \(limit.words)"

        #expect(await text(work.deadlines { $0.dependencies = limit }) == refused)
        #expect(await text(work.deadlines { $0.overall = limit }) == refused)
        #expect(
            await text(Procedure("last") {}.after(work.deadlines { $0.overall = limit }))
                == "refused: `last` did not run: `work` is undetermined: `the queue` had no slot free within \(limit.words)"
        )
        #expect(journal.entries == [])
    }

    @Test(arguments: nothing)
    func `A zero deadline for produced procedures refuses at once`(limit: Duration) async {
        let never = Procedure("remedy") { await untilCancelled() }
        let procedure = work.condition(Prepared(remedy: never)).deadlines { $0.remedies = limit }

        #expect(
            await text(procedure) == """
                refused: `work` did not run: `prepared` is undetermined: \
                `remedy` has not ended within \(limit.words)
                """
        )
    }

    @Test(arguments: nothing)
    func `A zero exclusion deadline refuses if another is inside`(limit: Duration) async throws {
        let (inside, mayReturn) = (Latch(), Latch())
        let holder = Procedure("holder") {
            inside.open()
            await mayReturn.wait()
        }
        let queue = ProcedureQueue(width: 2, exclusion: ProcessExclusion(), clock: clock)
        let handle = queue.enqueue(holder.condition(MutuallyExclusive("backup")))
        await inside.wait()
        let outcome = await queue.run(
            work.condition(MutuallyExclusive("backup")).deadlines { $0.exclusion = limit }
        )
        mayReturn.open()

        #expect(
            outcome.description == """
                refused: `work` did not run: `alone in backup` is undetermined: `this process` did \
                not admit the procedure within \(limit.words), `backup` is held by `holder`
                """
        )
        #expect(try await handle.outcome().isSuccess)
    }

    @Test(arguments: nothing)
    func `A zero deadline does not apply if nothing must wait`(limit: Duration) async {
        let procedure = work.condition(MutuallyExclusive("free")).deadlines {
            $0.exclusion = limit
            $0.remedies = limit
        }

        #expect(await text(procedure) == "succeeded")
    }

    @Test func `An endless deadline never passes`() async {
        let longest = Duration.seconds(Int64.max)
        let procedure = work.condition(TrueCondition(), within: longest)
            .condition(MutuallyExclusive("free")).observer(Timeout(longest))
            .deadlines { limits in
                limits.dependencies = longest
                limits.remedies = longest
                limits.condition = longest
                limits.exclusion = longest
                limits.execution = longest
                limits.overall = longest
            }

        #expect(await text(procedure) == "succeeded")
    }
}

extension Duration {
    /// The duration as messages write whole seconds.
    fileprivate var words: String { "\(components.seconds) s" }
}
