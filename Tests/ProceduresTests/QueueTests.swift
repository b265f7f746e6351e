import Procedures
import Testing

@Suite struct `A procedure queue` {
    /// Counts the procedures inside, and their highest number at any time.
    final class Gauge: Sendable {
        private let state = Locked((inside: 0, most: 0))

        var most: Int { state.withLock { $0.most } }

        func enter() {
            state.withLock { state in
                state.inside += 1
                state.most = max(state.most, state.inside)
            }
        }

        func leave() { state.withLock { $0.inside -= 1 } }
    }

    @Test(arguments: [-1, 0, 1, 2, 3])
    func `A queue executes no more than its width at once, and at least one`(width: Int) async {
        let gauge = Gauge()
        let queue = ProcedureQueue(width: width)
        await withTaskGroup { group in
            for _ in 0..<20 {
                group.addTask {
                    var top = Procedure("top") {}
                    for _ in 0..<10 {
                        let part = Procedure("part") {
                            gauge.enter()
                            await Task.yield()
                            gauge.leave()
                        }
                        top = top.after(part)
                    }
                    #expect(await queue.run(top).word == "succeeded")
                }
            }
        }

        #expect(gauge.most <= max(1, width))
        #expect(gauge.most >= 1)
    }

    @Test func `A procedure that waits for dependencies takes no slot`() async {
        let queue = ProcedureQueue(width: 1)
        var last = Procedure("first") {}
        for _ in 0..<100 { last = Procedure("next") {}.after(last) }

        #expect(await queue.run(last).word == "succeeded")
    }

    @Test func `A procedure lends its slot to one that it runs on the same queue`() async throws {
        let queue = ProcedureQueue(width: 1)
        let other = ProcedureQueue(width: 1)
        let inner = Procedure("inner") { 1 }
        let middle = Procedure("middle") { try await queue.run(inner).get() + 1 }
        let outer = Procedure("outer") {
            async let first = queue.run(middle).get()
            async let second = other.run(middle).get()
            return try await first + second
        }
        .condition(BlockCondition("nested") { try await queue.run(inner).get() == 1 })

        #expect(try await queue.run(outer).get() == 4)
        #expect(try await queue.run(inner).get() == 1)
    }
}
