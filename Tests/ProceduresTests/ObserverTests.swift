import Procedures
import Testing

/// Records every event.
struct Recorder: Observer {
    private let journal: Journal

    init(_ journal: Journal) { self.journal = journal }

    func didAttach(to procedure: ProcedureIdentity) {
        journal.note("\(procedure.name) didAttach")
    }

    func willAdd(_ produced: ProcedureIdentity, to procedure: ProcedureIdentity) {
        journal.note("\(procedure.name) willAdd \(produced.name)")
    }

    func didAdd(_ produced: ProcedureIdentity, to procedure: ProcedureIdentity) {
        journal.note("\(procedure.name) didAdd \(produced.name)")
    }

    func willExecute(_ procedure: ProcedureIdentity) {
        journal.note("\(procedure.name) willExecute")
    }

    func didExecute(_ procedure: ProcedureIdentity) { journal.note("\(procedure.name) didExecute") }

    func didCancel(_ procedure: ProcedureIdentity, _ cancellation: Cancellation) {
        journal.note("\(procedure.name) didCancel")
    }

    func didRefuse(_ procedure: ProcedureIdentity, _ refusal: Refusal) {
        journal.note("\(procedure.name) didRefuse \(refusal.phase)")
    }

    func willFinish(_ procedure: ProcedureIdentity, _ outcome: Outcome<Void>) {
        journal.note("\(procedure.name) willFinish \(outcome.word)")
    }

    func didFinish(_ procedure: ProcedureIdentity, _ outcome: Outcome<Void>) {
        journal.note("\(procedure.name) didFinish \(outcome.word)")
    }
}

@Suite struct `An observer` {
    let queue = ProcedureQueue(width: 2)
    let journal = Journal()

    @Test func `An observer sees a success before dependent work starts`() async {
        let first = Procedure("first") { [journal] in journal.note("first works") }
            .observer(Recorder(journal))
        let second = Procedure("second", input: first) { [journal] _ in
            journal.note("second works")
        }

        _ = await queue.run(second)

        #expect(
            journal.entries == [
                "first didAttach", "first willExecute", "first works", "first didExecute",
                "first willFinish succeeded", "first didFinish succeeded",
                "second works",
            ]
        )
    }

    @Test func `An observer sees a failure`() async {
        _ = await queue.run(Procedure("work") { throw Broken() }.observer(Recorder(journal)))

        #expect(
            journal.entries == [
                "work didAttach", "work willExecute", "work didExecute", "work willFinish failed",
                "work didFinish failed",
            ]
        )
    }

    @Test func `An observer sees a refusal, and no execution (C7)`() async {
        _ = await queue.run(
            Procedure("work") {}.condition(FalseCondition()).observer(Recorder(journal))
        )

        #expect(
            journal.entries == [
                "work didAttach", "work didRefuse conditions", "work willFinish refused",
                "work didFinish refused",
            ]
        )
    }

    @Test func `An observer sees a refusal by a dependency`() async {
        let broken = Procedure("dump") { throw Broken() }

        _ = await queue.run(Procedure("work") {}.observer(Recorder(journal)).after(broken))

        #expect(
            journal.entries == [
                "work didAttach", "work didRefuse dependencies", "work willFinish refused",
                "work didFinish refused",
            ]
        )
    }

    @Test func `An observer sees a skip as an end only (C8)`() async {
        let never = BlockCondition("never") { false }

        _ = await queue.run(Procedure("work") {}.condition(never).observer(Recorder(journal)))

        #expect(
            journal.entries == [
                "work didAttach", "work willFinish skipped", "work didFinish skipped",
            ]
        )
    }

    @Test func `An observer sees a cancellation after the work has ended`() async {
        let cancelling = Procedure("work") {
            unsafe withUnsafeCurrentTask { unsafe $0?.cancel() }
            try Task.checkCancellation()
        }

        _ = await queue.run(cancelling.observer(Recorder(journal)))

        #expect(
            journal.entries == [
                "work didAttach", "work willExecute", "work didExecute", "work didCancel",
                "work willFinish cancelled", "work didFinish cancelled",
            ]
        )
    }

    @Test func `Observers are notified in the order in which they were added`() async {
        struct Named: Observer {
            let name: String
            let journal: Journal
            func didFinish(_ procedure: ProcedureIdentity, _ outcome: Outcome<Void>) {
                journal.note(name)
            }
        }

        _ = await queue.run(
            Procedure("work") {}
                .observer(Named(name: "first", journal: journal))
                .observer(Named(name: "second", journal: journal))
        )

        #expect(journal.entries == ["first", "second"])
    }
}
