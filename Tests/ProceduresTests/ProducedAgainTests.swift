import Testing

@testable import Procedures

@Suite struct `A procedure that is produced again` {
    let queue = ProcedureQueue(width: 2)
    let journal = Journal()

    @Test func `A second attempt does not repeat a produced procedure`() async {
        let child = numbered("child")
        let parent = Procedure("parent") { [journal] context in
            journal.note("\(try await context.produce(child).outcome().get())")
            throw Broken()
        }

        let outcome = await queue.run(parent.retried(upTo: 2))

        #expect(outcome.description == "failed: broken")
        #expect(journal.entries == ["child", "1", "1"])
    }

    @Test func `A procedure produced again after its end has lost its output`() async {
        let child = numbered("child")
        let first = Procedure("first") { context in
            _ = try await context.produce(child).outcome()
        }
        let second = Procedure("second", input: first) { _, context in
            try await context.produce(child).outcome().get()
        }

        let outcome = await queue.run(second)

        #expect(outcome.description == "failed: \(OutputIsGone(procedure: "child"))")
        #expect(journal.entries == ["child"])
    }

    private func numbered(_ name: String) -> Procedure<Int> {
        Procedure(name) { [journal] in
            journal.note(name)
            return 1
        }
    }

    @Test func `A procedure without an output is not executed again`() async {
        let child = Procedure("child") { [journal] in journal.note("child") }
        let parent = Procedure("parent") { [journal] context in
            journal.note(try await context.produce(child).outcome().word)
            throw Broken()
        }

        _ = await queue.run(parent.retried(upTo: 2))

        #expect(journal.entries == ["child", "succeeded", "succeeded"])
    }
}
