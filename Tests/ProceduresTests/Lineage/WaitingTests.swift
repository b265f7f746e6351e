import Procedures
import Testing
import WarrantTesting

@Suite struct `A wait strategy` {
    struct Case: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let strategy: WaitStrategy
        let seconds: [Double]
    }

    static let cases = [
        Case(
            testDescription: "constant",
            strategy: .constant(.seconds(1)),
            seconds: [1, 1, 1, 1, 1]
        ),
        Case(
            testDescription: "incrementing",
            strategy: .incrementing(by: .seconds(3)),
            seconds: [0, 3, 6, 9, 12]
        ),
        Case(
            testDescription: "fibonacci",
            strategy: .fibonacci().atMost(.seconds(30)),
            seconds: [0, 1, 1, 2, 3, 5, 8, 13, 21, 30, 30]
        ),
        Case(
            testDescription: "exponential",
            strategy: .exponential(from: .seconds(1)).atMost(.seconds(20)),
            seconds: [1, 2, 4, 8, 16, 20, 20]
        ),
        Case(
            testDescription: "random, low",
            strategy: .random(in: .seconds(2)...(.seconds(4))) { 0 },
            seconds: [2, 2]
        ),
        Case(
            testDescription: "random, in the middle",
            strategy: .random(in: .seconds(2)...(.seconds(4))) { 0.5 },
            seconds: [3, 3]
        ),
        Case(
            testDescription: "jittered, low",
            strategy: .constant(.seconds(2)).jittered(by: 0.5) { 0 },
            seconds: [1, 1]
        ),
    ]

    @Test(arguments: cases)
    func `A wait strategy gives its delay before each attempt (V10)`(one: Case) {
        let delays = one.seconds.indices.map { one.strategy.delay(beforeAttempt: $0 + 1) }

        #expect(delays == one.seconds.map { .seconds($0) })
    }

    @Test(arguments: cases)
    func `A retried procedure waits by the clock of its queue (V10)`(one: Case) async {
        let clock = ManualClock()
        let queue = ProcedureQueue(width: 1, deadlines: .endless, clock: clock)
        let start = clock.now
        let failing = Procedure("work") { throw Broken() }
            .retried(upTo: one.seconds.count + 1, waiting: one.strategy)

        let outcome = await clock.passing { await queue.run(failing) }

        #expect(outcome.failure is Broken)
        #expect(start.duration(to: clock.now) >= .seconds(one.seconds.reduce(0, +)))
    }

    @Test func `A random delay stays in its range (V10)`() {
        let range: ClosedRange<Duration> = .seconds(2)...(.seconds(4))
        let strategy = WaitStrategy.random(in: range)
        let delays = (1...1_000).map { strategy.delay(beforeAttempt: $0) }

        #expect(delays.allSatisfy(range.contains))
        #expect(Set(delays).count > 500)
    }

    @Test(arguments: [
        WaitStrategy.constant(.seconds(-1)), .incrementing(by: .seconds(-3)),
        .exponential(from: .seconds(-1)), .fibonacci(unit: .seconds(-1)),
        .exponential(from: .zero, factor: .infinity),
        .exponential(from: .seconds(1), factor: .nan),
    ])
    func `A delay is never negative`(strategy: WaitStrategy) {
        #expect((1...50).allSatisfy { strategy.delay(beforeAttempt: $0) == .zero || $0 == 1 })
        #expect(strategy.delay(beforeAttempt: 1) >= .zero)
    }

    @Test(arguments: [
        WaitStrategy.constant(.seconds(Int64.max)), .incrementing(by: .seconds(Int64.max / 4)),
        .exponential(from: .seconds(1), factor: 1e300), .fibonacci(unit: .seconds(Int64.max / 4)),
    ])
    func `A delay is at most a hundred years`(strategy: WaitStrategy) {
        #expect(strategy.delay(beforeAttempt: 1_000_000) == .seconds(3_153_600_000))
    }
}

@Suite struct `A delay` {
    let clock = ManualClock()
    let queue: ProcedureQueue

    init() { queue = ProcedureQueue(width: 1, deadlines: .endless, clock: clock) }

    @Test func `The name of a delay has its duration`() {
        #expect(Delay(.seconds(1)).procedure.name == "delay for 1 s")
        #expect(Delay(.milliseconds(2_500)).procedure.name == "delay for 2.5 s")
    }

    @Test func `A delay ends after its time or when it is cancelled (V11)`() async throws {
        let start = clock.now
        let outcome = await clock.passing { [queue] in await queue.run(Delay(.milliseconds(500))) }
        #expect(outcome.isSuccess)
        #expect(start.duration(to: clock.now) >= .milliseconds(500))

        let other = queue.enqueue(Delay(.milliseconds(500)))
        while queue.activity.phases[.execution] != 1 { await Task.yield() }
        other.cancel()
        #expect(try await other.outcome().word == "cancelled")
    }

    @Test(arguments: [Duration.zero, .seconds(-1), .seconds(Int64.min)])
    func `A delay of zero or less ends at once (V11)`(duration: Duration) async {
        #expect(await queue.run(Delay(duration)).isSuccess)
    }

    @Test func `A delay may take its duration from an input (V11)`() async {
        let pause = Procedure("pause") { Duration.milliseconds(500) }
        let waiting = Procedure("wait", input: pause) { try await $1.sleep(for: $0) }
        let start = clock.now
        let outcome = await clock.passing { [queue] in await queue.run(waiting) }

        #expect(outcome.isSuccess)
        #expect(start.duration(to: clock.now) >= .milliseconds(500))
    }
}
