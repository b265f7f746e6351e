import Procedures
import Testing
import WarrantTesting

@Suite(.timeLimit(.minutes(20))) struct `An activity gauge` {
    let clock = ManualClock()
    let journal = Journal()
    let gauge: ActivityGauge
    let queue: ProcedureQueue

    init() {
        let journal = journal
        gauge = ActivityGauge(lingering: .milliseconds(300), clock: clock) {
            journal.note($0 ? "on" : "off")
        }
        queue = ProcedureQueue(width: 4)
    }

    /// Waits until the alarm of the gauge is set, and then advances the clock.
    func pass(_ duration: Duration) async {
        await clock.sleepers(1)
        clock.advance(by: duration)
    }

    func untilOff() async {
        while journal.entries.last != "off" {
            clock.advance(by: .milliseconds(50))
            await Task.yield()
        }
    }

    @Test func `A gauge is on during execution and switches off some time later (R8)`() async {
        #expect(!gauge.isOn)
        let gauge = gauge
        let outcome = await queue.run(
            Procedure("work") { gauge.isOn }.observer(gauge)
        )

        #expect((try? outcome.get()) == true)
        #expect(journal.entries == ["on"])
        await pass(.milliseconds(299))
        #expect(gauge.isOn)
        await untilOff()
        #expect(journal.entries == ["on", "off"])
    }

    @Test func `A gauge reports overlapping executions once (R8)`() async {
        let parts = (0..<10).map { _ in Procedure("part") { await Task.yield() }.observer(gauge) }

        #expect(await queue.run(Group("all", parts)).isSuccess)
        await untilOff()

        #expect(journal.entries == ["on", "off"])
    }

    @Test func `A gauge stays on if the next execution starts in time (R8)`() async {
        let procedure = Procedure("work") {}.observer(gauge)

        for _ in 0..<3 {
            _ = await queue.run(procedure)
            await pass(.milliseconds(200))
        }
        #expect(journal.entries == ["on"])
        await untilOff()
        _ = await queue.run(procedure)
        await untilOff()

        #expect(journal.entries == ["on", "off", "on", "off"])
    }

    @Test(arguments: [Duration.zero, .seconds(-1)])
    func `A gauge with no time to linger switches off at once`(lingering: Duration) async {
        let gauge = ActivityGauge(lingering: lingering) { [journal] in
            journal.note($0 ? "on" : "off")
        }
        let procedure = Procedure("work") { [journal] in journal.note("work") }.observer(gauge)

        _ = await queue.run(procedure.repeated(2))

        #expect(journal.entries == ["on", "work", "off", "on", "work", "off"])
    }

    @Test func `A gauge stays off for a procedure that does not execute`() async {
        let refused = Procedure("refused") {}.condition(FalseCondition()).observer(gauge)
        let failing = Procedure("failing") { throw Broken() }.observer(gauge)

        #expect(await queue.run(refused).refusal != nil)
        #expect(journal.entries == [])
        _ = await queue.run(failing)
        await untilOff()

        #expect(journal.entries == ["on", "off"])
    }

    @Test func `A gauge switches off after its last holder releases it`() async {
        var gauge: ActivityGauge? = ActivityGauge(lingering: .seconds(2), clock: clock) {
            [journal] in journal.note($0 ? "on" : "off")
        }
        weak let held = gauge
        if let gauge { _ = await queue.run(Procedure("work") {}.observer(gauge)) }
        gauge = nil
        while held != nil {
            clock.advance(by: .seconds(1))
            await Task.yield()
        }

        #expect(journal.entries == ["on", "off"])
    }
}

@Suite struct `A profile made by an observer` {
    struct Profiler: Observer {
        let journal: Journal
        func didAttach(to procedure: ProcedureIdentity) { journal.note("\(procedure.name) 1") }
        func willExecute(_ procedure: ProcedureIdentity) { journal.note("\(procedure.name) 2") }
        func didFinish(_ procedure: ProcedureIdentity, _ outcome: Outcome<Void>) {
            journal.note("\(procedure.name) 3")
        }
    }

    @Test func `A queue observer sees each procedure and child in order (R9)`() async throws {
        let journal = Journal()
        let queue = ProcedureQueue(width: 1, observers: [Profiler(journal: journal)])
        let grandchild = Procedure("grandchild") {}
        let group = Group("group") { Procedure("child") { try $0.produce(grandchild) } }
        queue.suspend()
        let cancelled = queue.enqueue(Procedure("cancelled") {})
        cancelled.cancel()
        _ = try await cancelled.outcome()
        queue.resume()
        _ = await queue.run(group)

        #expect(
            journal.entries == [
                "cancelled 1", "cancelled 3", "group 1", "group 2", "child 1", "child 2",
                "grandchild 1", "grandchild 2", "grandchild 3", "child 3", "group 3",
            ]
        )
    }
}
