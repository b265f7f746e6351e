import Procedures
import Testing

/// Every message of the engine except those of refusals, in full.
@Suite struct `Messages of the engine` {
    let queue = ProcedureQueue(width: 2)

    static let ended = Reason("lost", "tcp:backup:443", "refuses connections")
    static let cancellations: [(Cancellation.Cause, String)] = [
        (.requested, "`upload` was cancelled"),
        (
            .executionDeadline(.seconds(30)),
            "`upload` was cancelled; its work took longer than 30 s"
        ),
        (
            .overallDeadline(.milliseconds(1_500)),
            "`upload` was cancelled; it took longer than 1.5 s in all"
        ),
        (.ended(ended), "`upload` was cancelled; `tcp:backup:443` refuses connections"),
        (.sibling("dump"), "`upload` was cancelled; `dump` of its group did not succeed"),
        (
            .producer("backup"),
            """
            `upload` was cancelled; `backup`, which produced it, has ended or needs it no longer
            """
        ),
        (.shutdown, "`upload` was cancelled; the queue shut down"),
    ]

    @Test(arguments: cancellations)
    func `The message of a cancellation gives the cause`(cause: Cancellation.Cause, text: String) {
        let cancellation = Cancellation(procedure: "upload", cause)

        #expect(cancellation.description == text)
        #expect(Outcome<Int>.cancelled(cancellation).description == "cancelled: \(text)")
    }

    @Test func `The message of an outcome begins with its kind`() {
        let refusal = Refusal(
            procedure: "upload",
            phase: .conditions,
            findings: [.init("night", .skipped([Reason("no", "night", "does not hold")]))]
        )

        #expect(Outcome.succeeded(42).description == "succeeded")
        #expect(Outcome<Int>.failed(Broken()).description == "failed: broken")
        #expect(
            Outcome<Int>.refused(refusal).description
                == "refused: `upload` did not run: `night` does not hold"
        )
        #expect(
            Outcome<Int>.skipped(refusal).description
                == "skipped: `upload` did not run: `night` does not hold"
        )
    }

    @Test func `The message of a cycle shows the path of the cycle`() async {
        let later = Later<Procedure<Void>>()
        let backup = Procedure("backup") { context in
            if let check = later.value { try context.produce(check) }
        }
        let upload = Procedure("upload") {}.after(backup)
        later.value = Procedure("check") {}.after(upload)

        let error = await #expect(throws: ProcedureCycle.self) { try await queue.run(backup).get() }
        #expect(
            error?.description == """
                `backup` would wait for itself, `backup` → `check` → `upload` → `backup`; produce \
                only procedures that do not depend on their producer
                """
        )
    }

    @Test(arguments: [true, false])
    func `The message of two descriptions shows the path to each`(isIndirect: Bool) async {
        let dump = Procedure("dump") {}
        let other = dump.condition(TrueCondition())
        let check = isIndirect ? Procedure("check") {}.after(other) : other
        let backup = Procedure("backup") { context in try context.produce(check) }.after(dump)

        let error = await #expect(throws: ConflictingDescriptions.self) {
            try await queue.run(backup).get()
        }
        #expect(
            error?.description == """
                `dump` has two descriptions in one run, `backup` → `dump` and \
                `backup` → \(isIndirect ? "`check` → " : "")`dump`; modify it first, and make \
                all procedures depend on the result
                """
        )
    }

    @Test func `The message of a released output names its procedure`() async {
        let dump = Procedure("dump") { 1 }
        let upload = Procedure("upload", input: dump) { _ in }
        let check = Procedure("check", input: dump) { _ in }
        let backup = Procedure("backup") { context in try context.produce(check) }.after(upload)

        let error = await #expect(throws: OutputIsGone.self) { try await queue.run(backup).get() }
        #expect(
            error?.description == """
                the output of `dump` was released, because every procedure that depended on it \
                has ended; make the producer depend on it too
                """
        )
    }

    @Test func `The message of a failed group lists each failure and its ending`() async {
        let group = Group("backup") {
            Procedure("dump") { throw Broken() }
            Procedure("check") {}
            Procedure("upload") {}.condition(FalseCondition())
            Procedure("night") {}.condition(BlockCondition("night") { false })
            Procedure("tidy") { throw CancellationError() }
        }

        let error = await #expect(throws: GroupFailure.self) { try await queue.run(group).get() }
        #expect(
            error?.description == """
                3 of 5 in `backup` did not succeed: `dump` failed: broken, and \
                `upload` refused: `upload` did not run: `false` never holds, and \
                `tidy` cancelled: `tidy` was cancelled
                """
        )
    }

    @Test func `The message of work that is over names the procedure`() async {
        let later = Later<ProcedureContext>()
        _ = await queue.run(Procedure("upload") { context in later.value = context })

        let error = #expect(throws: WorkIsOver.self) {
            try later.value?.produce(Procedure("check") {})
        }
        #expect(
            error?.description
                == "the work of `upload` is over; produce and wait before it returns"
        )
    }

    @Test func `A message stays on one line, whatever the names are`() async {
        let name = "up\nload\u{2028}"
        let texts = [
            "\(Cancellation(procedure: name, .sibling(name)))",
            "\(await queue.run(Procedure(name) { throw Broken() }.after(failing(name))))",
            "\(await queue.run(Group("group\n") { failing(name) }))",
        ]

        for text in texts {
            #expect(text.contains(#"up\nload\u{2028}"#))
            #expect(!text.contains("\n") && !text.contains("\u{2028}"))
        }
    }

    private func failing(_ name: String) -> Procedure<Void> { Procedure(name) { throw Broken() } }
}

/// A value that is known only after the procedure that needs it was made.
private final class Later<Value: Sendable>: Sendable {
    private let state = Locked<Value?>(nil)

    var value: Value? {
        get { state.withLock { $0 } }
        set { state.withLock { $0 = newValue } }
    }
}
