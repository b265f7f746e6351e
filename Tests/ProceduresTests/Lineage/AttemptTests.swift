import Procedures
import Synchronization
import Testing
import WarrantTesting

/// The strategies to wait between attempts.
private let waits: [WaitStrategy] = [
    .none, .constant(.seconds(1)), .fibonacci(), .exponential(from: .seconds(1)),
    WaitStrategy { .milliseconds($0) },
]

/// Counts its calls, and fails a given number of times.
private final class Attempted: Sendable {
    private let count = Atomic(0)
    private let failures: Int

    var made: Int { count.load(ordering: .relaxed) }

    init(failing failures: Int) { self.failures = failures }

    func attempt() throws -> Int {
        let number = count.wrappingAdd(1, ordering: .relaxed).newValue
        if number <= failures { throw Broken() }
        return number
    }
}

@Suite struct `A repeated procedure` {
    let clock = ManualClock()
    let queue: ProcedureQueue

    init() { queue = ProcedureQueue(width: 1, deadlines: .endless, clock: clock) }

    @Test(arguments: waits)
    func `A repeated procedure gives its last output (V1)`(waiting: WaitStrategy)
        async throws
    {
        let attempted = Attempted(failing: 0)
        let procedure = Procedure("work") { try attempted.attempt() }
            .repeated(2, waiting: waiting)
        let outcome = await clock.passing { [queue] in await queue.run(procedure) }

        #expect(try outcome.get() == 2)
        #expect(attempted.made == 2)
    }

    @Test func `A procedure repeats as long as its output meets the predicate (V2)`() async throws {
        let attempted = Attempted(failing: 0)
        let procedure = Procedure("work") { try attempted.attempt() }.repeated(while: { $0 < 7 })

        #expect(try await queue.run(procedure).get() == 7)
    }

    @Test func `A repeated procedure fails at the first failure`() async throws {
        let attempted = Attempted(failing: 0)
        let procedure = Procedure("work") {
            if try attempted.attempt() == 3 { throw Broken() }
        }

        #expect(await queue.run(procedure.repeated(10)).failure is Broken)
        #expect(attempted.made == 3)
    }

    @Test func `Each attempt receives the input (V4 V8)`() async throws {
        let word = Procedure("word") { "Hello Warrant" }
        let journal = Journal()
        let greet = Procedure("greet", input: word) { journal.note($0) }
        let failing = Procedure("fail", input: word) { word in
            journal.note(word)
            throw Broken()
        }

        #expect(await queue.run(greet.repeated(3)).isSuccess)
        #expect(await queue.run(failing.retried(upTo: 3)).failure is Broken)
        #expect(journal.entries == Array(repeating: "Hello Warrant", count: 6))
    }
}

@Suite struct `A retried procedure` {
    let clock = ManualClock()
    let queue: ProcedureQueue

    init() { queue = ProcedureQueue(width: 1, deadlines: .endless, clock: clock) }

    @Test(arguments: waits)
    func `A retried procedure succeeds after failures (V5)`(waiting: WaitStrategy) async throws {
        let attempted = Attempted(failing: 2)
        let procedure = Procedure("work") { try attempted.attempt() }
            .retried(upTo: 5, waiting: waiting)
        let outcome = await clock.passing { [queue] in await queue.run(procedure) }

        #expect(try outcome.get() == 3)
        #expect(attempted.made == 3)
    }

    @Test(arguments: [(2, 2), (3, 3), (1, 1), (0, 1), (-1, 1)])
    func `A retried procedure fails after the maximum of attempts (V6 V7)`(
        maximum: Int,
        made: Int
    ) async {
        let attempted = Attempted(failing: .max)
        let procedure = Procedure("work") { try attempted.attempt() }.retried(upTo: maximum)

        #expect(await queue.run(procedure).failure is Broken)
        #expect(attempted.made == made)
    }

    @Test(.timeLimit(.minutes(20)))
    func `A retried procedure releases its work when it has ended (V9)`() async {
        weak var held: Attempted?
        do {
            let attempted = Attempted(failing: 2)
            held = attempted
            let procedure = Procedure("work") { try attempted.attempt() }.retried(upTo: 3)
            #expect(await queue.run(procedure).isSuccess)
        }
        // The task that ran the procedure may end slightly later.
        while held != nil { await Task.yield() }
    }

    @Test func `A retry starts a procedure that a condition refused before (V18)`() async {
        let attempted = Attempted(failing: 2)
        let ready = BlockCondition("ready") { try attempted.attempt() > 0 }

        #expect(await queue.run(Procedure("work") {}.condition(ready)).refusal != nil)
        #expect(await queue.run(Procedure("work") {}.condition(ready).retried(upTo: 2)).isSuccess)
        #expect(attempted.made == 3)
    }

    @Test func `A retried procedure makes its input once and asks for each wait once (Y3)`()
        async
    {
        let journal = Journal()
        let input = Procedure("input") { journal.note("input") }
        let waiting = WaitStrategy { attempt in
            journal.note("failure \(attempt)")
            return .zero
        }
        let procedure = Procedure("work", input: input) { throw Broken() }
            .retried(upTo: 3, waiting: waiting)
            .observer(BlockObserver(didFinish: { _, outcome in journal.note("\(outcome)") }))

        _ = await queue.run(procedure)

        #expect(journal.entries == ["input", "failure 1", "failure 2", "failed: broken"])
    }
}
