import Procedures
import TestSupport
import Testing
import WarrantTesting

/// The message of a refusal in each phase, in full.
@Suite struct `A refusal's message` {
    let clock = ManualClock()
    let queue: ProcedureQueue
    let journal = Journal()
    /// Delays the procedures that wait for it.
    let latch = Latch()

    init() { queue = ProcedureQueue(width: 2, exclusion: ProcessExclusion(), clock: clock) }

    /// Advances the clock until the procedure has ended. Another procedure must run that long.
    private func refusal(of procedure: Procedure<Void>) async -> Refusal? {
        let handle = queue.enqueue(procedure)
        let outcome = Task { [journal] in
            defer { journal.note("ended") }
            return try await handle.outcome()
        }
        while journal.entries.isEmpty {
            await clock.sleepers(1)
            clock.advance(by: .milliseconds(500))
            await Task.yield()
        }
        latch.open()
        return try? await outcome.value.refusal
    }

    private func stuck(_ name: String) -> Procedure<Void> {
        Procedure(name) { [latch] in await latch.wait() }
    }

    @Test func `A refusal says that the queue shuts down`() async {
        await queue.shutdown(within: .zero)

        let refusal = await queue.run(Procedure("upload") {}).refusal

        #expect(refusal?.phase == .enqueueing)
        #expect(
            refusal?.description
                == "`upload` did not run: `the queue` shuts down and takes nothing more"
        )
    }

    @Test func `A refusal names the dependency that has not ended in time`() async {
        let upload = Procedure("upload") {}.after(stuck("dump"))
            .deadlines { $0.dependencies = .seconds(5) }

        let refusal = await refusal(of: upload)

        #expect(refusal?.phase == .dependencies)
        #expect(refusal?.description == "`upload` did not run: `dump` has not ended within 5 s")
    }

    @Test func `A refusal says that no slot was free`() async {
        let holders = (0..<2).map { _ in queue.enqueue(stuck("dump")) }
        let upload = Procedure("upload") {}.deadlines { $0.overall = .seconds(5) }

        let refusal = await refusal(of: upload)

        #expect(refusal?.phase == .dependencies)
        #expect(
            refusal?.description == "`upload` did not run: `the queue` had no slot free within 5 s"
        )
        for holder in holders { _ = try? await holder.outcome() }
    }

    @Test func `A refusal names a produced procedure that has not ended in time`() async {
        let upload = Procedure("upload") {}
            .condition(Producing(stuck("connect"), as: "connected"))
            .deadlines { $0.remedies = .seconds(5) }

        let refusal = await refusal(of: upload)

        #expect(refusal?.phase == .remedies)
        #expect(
            refusal?.description
                == "`upload` did not run: `connected` is undetermined: `connect` has not ended within 5 s"
        )
    }

    @Test func `A refusal gives the overall deadline if a produced procedure is late`() async {
        let upload = Procedure("upload") {}
            .condition(Producing(stuck("connect"), as: "connected"))
            .deadlines { $0.overall = .seconds(5) }

        let refusal = await refusal(of: upload)

        #expect(refusal?.phase == .remedies)
        #expect(
            refusal?.description == """
                `upload` did not run: `upload` did not start its work within its overall deadline of 5 s
                """
        )
    }

    /// If the code is wrong, this test does not end by itself: the clock stops after the second condition is evaluated.
    @Test(.timeLimit(.minutes(20)))
    func `A refusal waits for a produced procedure only once`() async {
        let upload = Procedure("upload") {}
            .condition(Producing(stuck("connect"), as: "connected"))
            .condition(Scripted("second", .satisfied, journal: journal))
            .condition(Scripted("third", .satisfied, journal: journal))
            .deadlines { $0.remedies = .seconds(5) }
        let handle = queue.enqueue(upload)
        while journal.entries.isEmpty {
            await clock.sleepers(1)
            clock.advance(by: .milliseconds(500))
            await Task.yield()
        }

        #expect(await (try? handle.outcome())?.word == "refused")
        #expect(journal.entries == ["second", "third"])
        latch.open()
    }

    @Test func `A refusal names the condition that gave no answer in time`() async {
        let holder = queue.enqueue(stuck("dump"))
        let upload = Procedure("upload") {}.condition(Stuck(), within: .seconds(5))

        let refusal = await refusal(of: upload)

        #expect(refusal?.phase == .conditions)
        #expect(refusal?.description == "`upload` did not run: `stuck` gave no answer within 5 s")
        _ = try? await holder.outcome()
    }

    @Test func `A refusal names the condition that missed the overall deadline`() async {
        let holder = queue.enqueue(stuck("dump"))
        let upload = Procedure("upload") {}.condition(Stuck())
            .deadlines { $0.overall = .seconds(5) }

        let refusal = await refusal(of: upload)

        #expect(refusal?.phase == .conditions)
        #expect(
            refusal?.description == """
                `upload` did not run: \
                `stuck` gave no answer within the overall deadline of the procedure, and \
                `upload` did not start its work within its overall deadline of 5 s
                """
        )
        _ = try? await holder.outcome()
    }

    static let exclusions: [@Sendable (inout Deadlines) -> Void] = [
        { $0.exclusion = .seconds(5) }, { $0.overall = .seconds(5) },
    ]

    @Test(arguments: exclusions)
    func `A refusal names the procedure that holds the exclusion`(
        change: @escaping @Sendable (inout Deadlines) -> Void
    ) async {
        let (started, latch) = (Latch(), latch)
        let dump = Procedure("dump") {
            started.open()
            await latch.wait()
        }
        let holder = queue.enqueue(dump.condition(MutuallyExclusive("backup")))
        await started.wait()
        let upload = Procedure("upload") {}.condition(MutuallyExclusive("backup", "disk"))

        let refusal = await refusal(of: upload.deadlines(change))

        #expect(refusal?.phase == .exclusion)
        #expect(
            refusal?.description == """
                `upload` did not run: `alone in backup, disk` is undetermined: \
                `this process` did not admit the procedure within 5 s, `backup` is held by `dump`
                """
        )
        _ = try? await holder.outcome()
    }
}
