/// What there is without us: `withTaskGroup`, a child task a unit, all answers consumed.
struct FloorSubject: Subject {
    @concurrent func run(_ shape: String, _ count: Int, _ sample: inout Sample) async throws {
        switch shape {
        case "fan":
            try await sample.add {
            } running: {
                try check(await Self.fan(count), count)
            }
        case "fan-yield":
            try await sample.add {
            } running: {
                try check(await Self.fanOfYields(count), count)
            }
        case "single":
            try await sample.add {
            } running: {
                var sum = 0
                for number in 0..<count { sum += await Self.single(number) }
                try check(sum, count)
            }
        default:
            throw Unknown(shape)
        }
    }

    /// Child tasks that wait for a gate: what any `await` by so many callers holds.
    @concurrent func memory(_ shape: String, _ count: Int) async throws -> Memory {
        guard shape == "runs" else { throw Unknown(shape) }
        let gate = Gate()
        let before = bytesInUse()
        async let sum = withTaskGroup(of: Int.self) { group in
            for number in 0..<count {
                group.addTask {
                    await gate.wait()
                    return Bodies.answer(number)
                }
            }
            return await group.reduce(0, +)
        }
        await settle()
        let memory = Memory(described: 0, enqueued: bytesInUse() - before)
        gate.open()
        try check(await sum, count)
        return memory
    }

    private static func fan(_ count: Int) async -> Int {
        await withTaskGroup(of: Int.self) { group in
            for number in 0..<count { group.addTask { Bodies.answer(number) } }
            var sum = 0
            for await answer in group { sum += answer }
            return sum
        }
    }

    private static func fanOfYields(_ count: Int) async -> Int {
        await withTaskGroup(of: Int.self) { group in
            for number in 0..<count { group.addTask { await Bodies.answerAfterYield(number) } }
            var sum = 0
            for await answer in group { sum += answer }
            return sum
        }
    }

    private static func single(_ number: Int) async -> Int {
        await withTaskGroup(of: Int.self) { group in
            group.addTask { Bodies.answer(number) }
            return await group.reduce(0, +)
        }
    }

    private func check(_ sum: Int, _ count: Int) throws {
        guard sum == count * (count - 1) / 2 else { throw Failed(outcome: "\(sum)") }
    }
}
