import Procedures
import Testing
import WarrantTesting

@Suite struct `A dependency` {
    let queue = ProcedureQueue(width: 1)
    let journal = Journal()

    func noting(_ name: String) -> Procedure<Void> {
        Procedure(name) { [journal] in journal.note(name) }
    }

    @Test func `A dependency runs first and passes on its output`() async throws {
        let dump = Procedure("dump") { [journal] in
            journal.note("dump")
            return "file"
        }
        let upload = Procedure("upload", input: dump) { [journal] file in
            journal.note("upload \(file)")
        }

        try await queue.run(upload).get()

        #expect(journal.entries == ["dump", "upload file"])
    }

    @Test func `A dependency runs once for all procedures that depend on it`() async throws {
        let base = noting("base")
        let left = noting("left").after(base)
        let right = noting("right").after(base)

        try await queue.run(noting("top").after(left).after(right).after(base)).get()

        #expect(journal.entries == ["base", "left", "right", "top"])
    }

    @Test func `Dependencies run in the order written, one branch after another`() async throws {
        let a = noting("a").after(noting("a1").after(noting("a11"))).after(noting("a2"))
        let b = noting("b").after(noting("b1"))

        try await queue.run(noting("top").after(a).after(b).after(noting("c"))).get()

        #expect(journal.entries == ["a11", "a1", "a2", "a", "b1", "b", "c", "top"])
    }

    @Test(arguments: [RequiredOutcome.success, .completion])
    func `A failed dependency suffices only if completion is required`(
        required: RequiredOutcome
    ) async {
        let broken = Procedure("dump") { throw Broken() }

        let outcome = await queue.run(noting("upload").after(broken, requiring: required))

        #expect(outcome.word == (required == .success ? "refused" : "succeeded"))
        #expect(journal.entries == (required == .success ? [] : ["upload"]))
    }

    struct Ended: Sendable {
        let dependency: Procedure<Void>
        let result: ConditionResult
        let text: String
    }

    static let endings = [
        Ended(
            dependency: Procedure("dump") { throw Broken() },
            result: .refused([Reason("dependency-failed", "dump", "failed: broken")]),
            text: "`dump` failed: broken"
        ),
        Ended(
            dependency: Procedure("dump") { throw CancellationError() },
            result: .refused([Reason("dependency-cancelled", "dump", "was cancelled")]),
            text: "`dump` was cancelled"
        ),
        Ended(
            dependency: Procedure("dump") {}.condition(FalseCondition()),
            result: .refused([Reason("never-holds", "false", "never holds")]),
            text: "`dump` is refused: `false` never holds"
        ),
        Ended(
            dependency: Procedure("dump") {}.condition(BlockCondition("disk") { throw Broken() }),
            result: .undetermined([Reason("error", "disk", "could not be answered: broken")]),
            text: "`dump` is undetermined: `disk` could not be answered: broken"
        ),
        Ended(
            dependency: Procedure("dump") {}.condition(BlockCondition("night") { false }),
            result: .skipped([Reason("does-not-hold", "night", "does not hold")]),
            text: "`dump` is skipped: `night` does not hold"
        ),
    ]

    @Test(arguments: endings)
    func `A refusal names the dependency that did not succeed, and the cause`(ended: Ended) async {
        let outcome = await queue.run(noting("upload").after(ended.dependency))

        #expect(
            outcome.refusal
                == Refusal(
                    procedure: "upload",
                    phase: .dependencies,
                    findings: [.init("dump", ended.result)]
                )
        )
        #expect(outcome.refusal?.description == "`upload` did not run: \(ended.text)")
        #expect(outcome.word == (ended.result.answer == .skipped ? "skipped" : "refused"))
        #expect(journal.entries == [])
    }

    @Test func `A failed dependency that is listed twice is named once`() async {
        let dump = Procedure("dump") { throw Broken() }
        let upload = Procedure("upload", input: dump) { _ in }.after(dump)

        #expect(await queue.run(upload).refusal?.findings.map(\.condition) == ["dump"])
    }

    @Test func `Two descriptions of one dependency are refused, with both paths to them`() async {
        let dump = noting("dump")
        let guarded = dump.condition(TrueCondition())
        let check = noting("check").after(guarded)
        let upload = noting("upload").after(dump).after(check)

        let outcome = await queue.run(upload)

        let error = #expect(throws: ConflictingDescriptions.self) { try outcome.get() }
        #expect(
            error?.description == """
                `dump` has two descriptions in one run, `upload` → `dump` and \
                `upload` → `check` → `dump`; modify it first, and make all procedures depend on the result
                """
        )
        #expect(journal.entries == [])
    }

    @Test func `A dependency on an earlier description of the same procedure is refused`() async {
        let first = noting("p")
        var last = noting("1").after(first)
        for name in 2...9 { last = noting("\(name)").after(last) }

        let outcome = await queue.run(first.after(last))

        let error = #expect(throws: ConflictingDescriptions.self) { try outcome.get() }
        #expect(
            error?.description == """
                `p` has two descriptions in one run, `p` and \
                `p` → `9` → `8` → `7` → … → `3` → `2` → `1` → `p`; \
                modify it first, and make all procedures depend on the result
                """
        )
    }
}
