import TestSupport
import Testing
import WarrantTesting

@testable import Procedures

/// An output that is counted during its lifetime.
private final class Token: Sendable {
    private let alive: Locked<Int>.Shared

    init(_ alive: Locked<Int>.Shared) {
        self.alive = alive
        alive.change(1)
    }

    deinit { alive.change(-1) }
}

extension Locked<Int> {
    /// A count with several owners.
    fileprivate final class Shared: Sendable {
        private let count = Locked(0)

        var value: Int { count.withLock { $0 } }

        func change(_ by: Int) { count.withLock { $0 += by } }
    }
}

@Suite struct `An output` {
    @Test(arguments: [false, true])
    func `An output is released when its last consumer has ended`(
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

@Suite struct `Values that work holds` {
    @Test(.timeLimit(.minutes(20)), arguments: [nil, Deaf()])
    func `Work releases its values when it has ended`(
        deaf: Deaf?
    ) async throws {
        let (alive, clock) = (Locked<Int>.Shared(), ManualClock())
        let queue = ProcedureQueue(width: 1, clock: clock)

        let handle = queue.enqueue(Self.last(after: deaf, alive))
        if let deaf {
            await deaf.started.wait()
            clock.advance(by: Deadlines().condition)
        }

        #expect(try await handle.outcome().ending == .succeeded)
    }

    /// Returns a procedure that ends when the token of the procedure before it is released.
    private static func last(after deaf: Deaf?, _ alive: Locked<Int>.Shared) -> Procedure<Void> {
        let token = Token(alive)
        var first = Procedure("first") { withExtendedLifetime(token) {} }
        if let deaf { first = first.condition(deaf) }
        return Procedure("last") {
            deaf?.latch.open()
            while alive.value > 0 { await Task.yield() }
        }
        .after(first, requiring: .completion)
    }
}
