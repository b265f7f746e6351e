import TestSupport
import Testing

@testable import Procedures

/// An output that is counted while it is alive.
private final class Token: Sendable {
    private let alive: Locked<Int>.Shared

    init(_ alive: Locked<Int>.Shared) {
        self.alive = alive
        alive.change(1)
    }

    deinit { alive.change(-1) }
}

extension Locked<Int> {
    /// A count that several hold.
    fileprivate final class Shared: Sendable {
        private let count = Locked(0)

        var value: Int { count.withLock { $0 } }

        func change(_ by: Int) { count.withLock { $0 += by } }
    }
}

@Suite struct `An output` {
    @Test(arguments: [false, true])
    func `is let go when the last that takes it has ended, and not with the run`(
        isFirst: Bool
    ) async throws {
        let alive = Locked<Int>.Shared()
        let making = Procedure("making") { Token(alive) }
        let made = isFirst ? making : making.after(Procedure("before") {})
        let taking = Procedure("taking", input: made) { _ in alive.value }
        let after = Procedure("after", input: taking) { [$0, alive.value] }
        let last = Procedure("last", input: after) { $0 + [alive.value] }

        let counts = try await ProcedureQueue(width: 1).run(last).get()

        #expect(counts == [1, 0, 0])
    }
}
