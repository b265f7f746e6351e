import Testing

@testable import Procedures

@Suite struct `Exclusion in a process` {
    private let scope = ProcessExclusion()

    private func asking(
        _ categories: Set<String>,
        for procedure: String = "backup",
        inside parent: ExclusionRequest? = nil,
        priority: TaskPriority = .medium,
        escalate: @escaping @Sendable (TaskPriority) -> Void = { _ in }
    ) -> ExclusionRequest {
        let request = ExclusionRequest(
            categories,
            for: procedure,
            inside: parent,
            priority: priority,
            escalate: escalate
        )
        scope.acquire(request)
        return request
    }

    private func obstacles(_ request: ExclusionRequest) -> [String] {
        scope.obstacles(to: request).map { "\($0.object) \($0.message)" }
    }

    @Test func `Requests for several categories are served in the order of arrival`() {
        let first = asking(["a"], for: "first")
        let both = asking(["a", "b"], for: "both")
        let second = asking(["b"], for: "second")

        #expect(first.isGranted && !both.isGranted && !second.isGranted)
        #expect(obstacles(both) == ["a is held by `first`"])
        #expect(obstacles(second) == ["b is awaited by `both` before"])
        scope.release(first)
        #expect(both.isGranted && !second.isGranted)
        scope.release(both)
        #expect(second.isGranted)
        scope.release(second)
        #expect(scope.isEmpty)
    }

    @Test func `A withdrawn request lets the next one through`() {
        let held = asking(["a"])
        let waiting = asking(["a", "b"])
        let next = asking(["b"])
        scope.release(waiting)

        #expect(next.isGranted && !waiting.isGranted)
        scope.release(held)
        scope.release(next)
        #expect(scope.isEmpty)
    }

    @Test func `A granted request has no obstacle`() {
        let held = asking(["a"])
        let waiting = asking(["a"])

        #expect(obstacles(held) == [])
        scope.release(waiting)
        scope.release(held)
    }

    @Test func `A holder divides its categories among its children`() {
        let parent = asking(["a"], for: "parent")
        let child = asking(["a", "b"], for: "child", inside: parent)
        let sibling = asking(["a"], for: "sibling", inside: parent)
        let grandchild = asking(["a", "b"], for: "grandchild", inside: child)
        let stranger = asking(["b"], for: "stranger")

        #expect(child.isGranted && grandchild.isGranted)
        #expect(obstacles(sibling) == ["a is held by `child`"])
        #expect(obstacles(stranger) == ["b is held by `child`"])
        scope.release(grandchild)
        scope.release(child)
        #expect(sibling.isGranted && stranger.isGranted)
        for request in [sibling, stranger, parent] { scope.release(request) }
        #expect(scope.isEmpty)
    }

    @Test func `A scope reports the last departure, or a later one if it forgot`() {
        let start = scope.lastDeparture(from: ["a"])
        let (held, waiting) = (asking(["a", "b"]), asking(["a"]))
        scope.release(waiting)
        #expect(scope.lastDeparture(from: ["a"]) == start)
        scope.release(held)
        let left = scope.lastDeparture(from: ["a"])
        #expect(left > start)
        #expect(scope.lastDeparture(from: ["b", "c"]) == left)
        #expect(scope.lastDeparture(from: ["c"]) == start)
        for number in 0..<2_000 { scope.release(asking(["\(number)"])) }
        #expect(scope.lastDeparture(from: ["a"]) > left)
    }

    @Test func `A holder inherits the priority of the most urgent request`() {
        let journal = Journal()
        let held = asking(["a"], priority: .low) { journal.note("held \($0.rawValue)") }
        let next = asking(["a"], priority: .low) { journal.note("next \($0.rawValue)") }
        let urgent = asking(["a"], priority: .high)
        scope.release(held)

        #expect(next.isGranted && !urgent.isGranted)
        let high = TaskPriority.high.rawValue
        #expect(journal.entries == ["held \(high)", "next \(high)"])
    }
}
