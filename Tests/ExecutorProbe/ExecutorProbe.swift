import LinuxSystem

/// Random tasks on the executor of the program, which a test process cannot have: its tasks have another.
///
///   ExecutorProbe storm SEED TASKS   tasks that yield, sleep, are cancelled and start others
///   ExecutorProbe blocked            a task that blocks its thread until another task has slept
///
/// It prints the numbers of steps and of threads.
@main struct ExecutorProbe {
    static func main() {
        ProgramExecutor.run { await run(Array(CommandLine.arguments.dropFirst())) }
    }

    private static func run(_ arguments: [String]) async -> Never {
        let count = Count()
        do {
            if arguments.first == "storm", let seed = UInt64(arguments[1]),
                let tasks = Int(arguments[2])
            {
                try await storm(seed, tasks, count)
            } else {
                try await blockThread(count)
            }
            let threads = try Directory.names(at: "/proc/self/task").count
            try Output.standard.write("\(await count.steps) steps, \(threads) threads\n")
            ProcessCalls.exit(0)
        } catch {
            fatalError("\(error)")
        }
    }

    private static func storm(_ seed: UInt64, _ tasks: Int, _ count: Count) async throws {
        try await withThrowingTaskGroup { group in
            for task in 0..<UInt64(tasks) {
                group.addTask {
                    var state = seed &+ task
                    for _ in 0..<20 {
                        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
                        try await step(Int(state >> 40))
                        await count.add()
                    }
                }
            }
            try await group.waitForAll()
        }
    }

    private static func step(_ choice: Int) async throws {
        let nanoseconds = choice / 8 % 2_000_000
        switch choice % 8 {
        case 0:
            try await checkSleep(nanoseconds) {
                try await Task.sleep(for: .nanoseconds(nanoseconds))
            }
        case 1:
            try await checkSleep(nanoseconds) {
                try await Task.sleep(nanoseconds: UInt64(nanoseconds))
            }
        case 2:
            let sleeping = Task { try await Task.sleep(for: .seconds(3600)) }
            sleeping.cancel()
            _ = await sleeping.result
        case 3:
            await Task.detached { await Task.yield() }.value
        case 4:
            async let one: Void = Task.yield()
            async let other: Void = Task.yield()
            _ = await (one, other)
        default:
            await Task.yield()
        }
    }

    private static func checkSleep(_ nanoseconds: Int, _ sleep: () async throws -> Void)
        async throws
    {
        let start = ContinuousClock.now
        try await sleep()
        let slept = ContinuousClock.now - start
        guard slept >= .nanoseconds(nanoseconds) else {
            throw ShortSleep(nanoseconds: nanoseconds, slept: slept)
        }
    }

    private struct ShortSleep: Error {
        let nanoseconds: Int
        let slept: Duration
    }

    private static func blockThread(_ count: Count) async throws {
        let gate = LinuxSystem.Semaphore()
        let sleeping = Task {
            try await Task.sleep(for: .milliseconds(1))
            await count.add()
            gate.signal()
        }
        wait(gate)
        try await sleeping.value
    }

    private static func wait(_ gate: LinuxSystem.Semaphore) { gate.wait() }
}

private actor Count {
    private(set) var steps = 0

    func add() { steps += 1 }
}
