import Procedures
import Testing
import WarrantTesting

@Suite struct `A procedure of a block` {
    let queue = ProcedureQueue(width: 2)
    let journal = Journal()

    /// The same work, without and with a wait.
    enum Kind: CaseIterable {
        case synchronous, asynchronous

        func pass() async { if self == .asynchronous { await Task.yield() } }
    }

    @Test(arguments: Kind.allCases)
    func `A block runs, and its observers see that it executed (S1 S5 S6)`(kind: Kind) async {
        let procedure = Procedure("work") { [journal] in
            await kind.pass()
            journal.note("work")
        }
        .observer(BlockObserver(didExecute: { [journal] _ in journal.note("executed") }))

        #expect(await queue.run(procedure).isSuccess)
        #expect(journal.entries == ["work", "executed"])
    }

    @Test(arguments: Kind.allCases)
    func `A block knows its procedure and finishes by returning (S2 S7)`(kind: Kind) async throws {
        let procedure = Procedure("work") { context in
            await kind.pass()
            return context.procedure
        }

        #expect(try await queue.run(procedure).get() == procedure.identity)
    }

    @Test(arguments: Kind.allCases)
    func `A block cancelled before its start does not run (S3 S8)`(kind: Kind) async throws {
        queue.suspend()
        let procedure = Procedure("work") { [journal] in
            await kind.pass()
            journal.note("work")
        }
        let handle = queue.enqueue(procedure)
        handle.cancel()
        queue.resume()

        #expect(try await handle.outcome().cancellation?.cause == .requested)
        #expect(journal.entries == [])
    }

    @Test(arguments: Kind.allCases)
    func `A procedure fails with the error that its block throws (S4 S9)`(kind: Kind) async {
        let procedure = Procedure("work") {
            await kind.pass()
            throw Broken()
        }

        #expect(await queue.run(procedure).failure is Broken)
    }

    @Test func `A main-actor block runs on the main actor after its dependency (S10)`() async {
        let first = Procedure("first") { [journal] in journal.note("first") }
        let show = Procedure("show") { @MainActor [journal] in
            MainActor.assertIsolated()
            journal.note("show")
        }
        .after(first)
        .observer(BlockObserver(willFinish: { [journal] in journal.note("\($0.name) \($1)") }))

        #expect(await queue.run(show).isSuccess)
        #expect(journal.entries == ["first", "show", "show succeeded"])
    }
}

@Suite struct `A procedure with an output` {
    let queue = ProcedureQueue(width: 2)

    @Test func `A procedure outputs the value that its block returns (S11)`() async throws {
        #expect(try await queue.run(Procedure("greet") { "Hello World" }).get() == "Hello World")
    }

    @Test func `A procedure computes its output from its input (S12 S14)`() async throws {
        let two = Procedure("two") { 2 }
        let doubled = Procedure("double", input: two) { $0 * 2 }
        let waiting = Procedure("double later", input: two) { number in
            await Task.yield()
            return number * 2
        }

        #expect(try await queue.run(doubled).get() == 4)
        #expect(try await queue.run(waiting).get() == 4)
    }
}

@Suite struct `A function of a collection` {
    typealias Function = @Sendable ([Int], @Sendable (Int) throws -> Void) throws -> [Int]

    struct Case: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let function: Function
        let result: [Int]
    }

    static let cases = [
        Case(
            testDescription: "map",
            function: { numbers, look in
                try numbers.map { number in
                    try look(number)
                    return number * 2
                }
            },
            result: [0, 2, 4, 6, 8, 10, 12, 14, 16, 18]
        ),
        Case(
            testDescription: "compactMap",
            function: { numbers, look in
                try numbers.compactMap { number in
                    try look(number)
                    return number.isMultiple(of: 2) ? number : nil
                }
            },
            result: [0, 2, 4, 6, 8]
        ),
        Case(
            testDescription: "filter",
            function: { numbers, look in
                try numbers.filter { number in
                    try look(number)
                    return number > 6
                }
            },
            result: [7, 8, 9]
        ),
        Case(
            testDescription: "reduce",
            function: { numbers, look in
                try [
                    numbers.reduce(0) { sum, number in
                        try look(number)
                        return sum + number
                    }
                ]
            },
            result: [45]
        ),
    ]

    let queue = ProcedureQueue(width: 2)

    @Test(arguments: cases)
    func `A function takes the output of a dependency (S16 S18 S20 S22 S24 S26 S28 S30)`(one: Case)
        async throws
    {
        let numbers = Procedure("numbers") { Array(0...9) }

        #expect(
            try await queue.run(numbers.map { try one.function($0) { _ in } }).get() == one.result
        )
    }

    @Test(arguments: cases)
    func `A procedure fails with the error of the function (S17 S21 S25 S29)`(one: Case) async {
        let numbers = Procedure("numbers") { Array(0...9) }
        let failing = numbers.map { try one.function($0) { if $0 == 5 { throw Broken() } } }

        #expect(await queue.run(failing).failure is Broken)
    }

    @Test(arguments: cases)
    func `A function is refused if its dependency failed (S19 S23 S27 S31)`(one: Case) async {
        let numbers = Procedure("numbers") { () throws -> [Int] in throw Broken() }
        let applied = numbers.map { try one.function($0) { _ in } }

        #expect(
            await queue.run(applied).refusal?.description
                == "`a value of numbers` did not run: `numbers` failed: broken"
        )
    }
}
