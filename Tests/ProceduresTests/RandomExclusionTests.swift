import TestSupport
import Testing

@testable import Procedures

/// Requests that come, leave and give up at random, some of them inside others.
private struct RandomLine {
    private static let categories = ["a", "b", "c", "d"]

    private let scope = ProcessExclusion()
    private var random: SplitMix
    /// The requests that are not released yet, in the order in which they came.
    private var requests: [ExclusionRequest] = []

    init(seed: UInt64) { random = SplitMix(seed: seed) }

    mutating func step() {
        if requests.count < 12, Int.random(in: 0...1, using: &random) == 0 {
            come()
        } else if let index = requests.indices.randomElement(using: &random) {
            leave(index)
        }
    }

    private mutating func come() {
        let size = Int.random(in: 1...3, using: &random)
        let parent = requests.filter(\.isGranted).randomElement(using: &random)
        let request = ExclusionRequest(
            Set(Self.categories.shuffled(using: &random).prefix(size)),
            for: "\(requests.count)",
            inside: Bool.random(using: &random) ? parent : nil,
            priority: .medium
        ) { _ in }
        requests.append(request)
        scope.acquire(request)
    }

    /// Releases a request, unless others are inside it.
    private mutating func leave(_ index: Int) {
        let request = requests[index]
        guard !requests.contains(where: { $0.parent === request }) else { return }
        requests.remove(at: index)
        scope.release(request)
    }

    mutating func end() -> Bool {
        while let last = requests.indices.last { leave(last) }
        return scope.isEmpty
    }

    /// Returns whether two requests contend for a category, either whole or within one ancestor.
    private func overlap(_ one: ExclusionRequest, _ other: ExclusionRequest) -> Bool {
        one.categories.contains { category in
            other.categories.contains(category)
                && one.ancestor(holding: category) === other.ancestor(holding: category)
        }
    }

    /// Returns whether at most one request is inside each category, none waits needlessly, and none overtakes another.
    func isRight() -> Bool {
        requests.indices.allSatisfy { index in
            let request = requests[index]
            let before = requests[..<index].filter { overlap($0, request) }
            // First come, first served: a request is inside exactly if all earlier ones have left.
            return request.isGranted == before.isEmpty
        }
    }
}

@Suite struct `Exclusion at random` {
    @Test(arguments: 1...20 as ClosedRange<UInt64>)
    func `Exclusion admits one at a time in order, and leaves no entry`(seed: UInt64) {
        var line = RandomLine(seed: seed)
        for step in 0..<2_000 {
            line.step()
            guard line.isRight() else {
                Issue.record("seed \(seed), step \(step)")
                return
            }
        }
        let isEmpty = line.end()
        #expect(isEmpty, "seed \(seed)")
    }
}
