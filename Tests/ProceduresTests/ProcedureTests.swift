import Procedures
import Synchronization
import Testing
import WarrantTesting

@Suite struct `A procedure` {
    let queue = ProcedureQueue(width: 2)

    @Test func `A procedure runs and gives its output (L1)`() async throws {
        #expect(try await queue.run(Procedure("answer") { 42 }).get() == 42)
    }

    @Test func `An output may be nil, a nested nil or nothing`()
        async throws
    {
        #expect(try await queue.run(Procedure("none") { Int?.none }).get() == nil)
        #expect(try await queue.run(Procedure("nested") { Int??.some(nil) }).get() == .some(nil))
        let input = Procedure("none") { Int?.none }
        #expect(try await queue.run(Procedure("is nil", input: input) { $0 == nil }).get())
        try await queue.run(Procedure("nothing") {}).get()
    }

    @Test func `A procedure fails with the error that its work throws`() async {
        let outcome = await queue.run(Procedure("broken") { throw Broken() })

        #expect(outcome.word == "failed")
        #expect(throws: Broken.self) { try outcome.get() }
    }

    @Test func `A procedure does nothing when it is made or modified`() {
        let journal = Journal()
        let first = Procedure("first") { journal.note("ran") }
        let second = Procedure("second", input: first) { journal.note("ran") }
            .condition(Scripted("condition", .satisfied, journal: journal))
            .observer(Recorder(journal))
            .after(first)

        #expect(second.name == "second")
        #expect(journal.entries == [])
    }

    @Test func `A modified procedure keeps its identity, which no other has (L10)`() {
        let first = Procedure("work") {}
        let modified = first.condition(TrueCondition()).after(Procedure("other") {})

        #expect(modified.identity == first.identity)
        #expect(Procedure("work") {}.identity != first.identity)
        #expect("\(first.identity)".hasPrefix("work #"))
    }

    @Test func `A procedure runs again in every run`() async throws {
        let count = Atomic(0)
        let procedure = Procedure("count") { count.wrappingAdd(1, ordering: .relaxed).newValue }

        #expect(try await queue.run(procedure).get() == 1)
        #expect(try await queue.run(procedure).get() == 2)
    }

    @Test func `A modification leaves the original procedure as it was`() async throws {
        let procedure = Procedure("work") {}
        _ = procedure.condition(FalseCondition())

        #expect(await queue.run(procedure).word == "succeeded")
    }

    @Test func `A procedure sees the task-local values of the task that runs it`() async throws {
        let procedure = Procedure("look") { Self.value }
            .condition(BlockCondition("value") { Self.value == 7 })

        #expect(try await Self.$value.withValue(7) { try await queue.run(procedure).get() } == 7)
    }

    @Test func `An enqueued procedure sees no task-local values`() async throws {
        let look = Procedure("look") { Self.value }
        let produce = Procedure("produce") { context in
            try await context.produce(look).outcome().get()
        }
        let handle = Self.$value.withValue(7) { queue.enqueue(produce) }

        #expect(try await handle.outcome().get() == 0)
    }

    @TaskLocal static var value = 0

    @Test func `A procedure releases its values with its last description`() async {
        weak var held: Journal?
        do {
            let journal = Journal()
            held = journal
            let first = Procedure("first") { journal.note("first") }
            let second = Procedure("second", input: first) { journal.note("second") }
                .observer(Recorder(journal))
            _ = await queue.run(second)
            #expect(journal.entries.count == 7)
        }
        #expect(held == nil)
    }
}

@Suite struct `An outcome` {
    static let cancellation = Cancellation(procedure: "work", .requested)
    static let refusal = Refusal(
        procedure: "work",
        phase: .conditions,
        findings: [.init("c", .refused([]))]
    )

    @Test func `An outcome gives the output or throws the failure`() throws {
        #expect(try Outcome.succeeded(1).get() == 1)
        #expect(throws: Broken.self) { try Outcome<Int>.failed(Broken()).get() }
        #expect(throws: Self.refusal) { try Outcome<Int>.refused(Self.refusal).get() }
        #expect(throws: Self.refusal) { try Outcome<Int>.skipped(Self.refusal).get() }
        #expect(throws: CancellationError.self) {
            try Outcome<Int>.cancelled(Self.cancellation).get()
        }
    }

    @Test(
        arguments: [
            .succeeded(1), .failed(Broken()), .refused(refusal), .skipped(refusal),
            .cancelled(cancellation),
        ] as [Outcome<Int>]
    )
    func `An outcome without its output keeps its kind`(outcome: Outcome<Int>) {
        #expect(outcome.summary.word == outcome.word)
    }
}
