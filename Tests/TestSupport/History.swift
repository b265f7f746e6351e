package import Capabilities
import Foundation
import Procedures
import Testing

/// The successive statuses of a capability, and the updates about them.
package enum History {
    /// Watches a capability while it changes, in bursts of one to eight changes.
    ///
    /// After each burst, the last reported status must become that of a fresh check. A reported status is never older
    /// than the one reported before it.
    ///
    /// - Parameters:
    ///   - changes: The number of changes; at least a tenth of them must change the status.
    ///   - seed: The seed of the lengths of the bursts.
    ///   - change: Makes one change.
    package static func watch<Subject: Capability>(
        _ subject: Subject,
        _ changes: Int,
        seed: UInt64,
        by change: () async throws -> Void
    ) async throws where Subject.Status: Hashable {
        var random = SplitMix(seed: seed)
        var history = [try await subject.authorizationStatus()]
        // The time of a check is not judged here, because all tests run at the same time.
        let audience = Audience(subject.updates)
        await audience.isTold(history[0])
        var left = changes
        while left > 0 {
            for _ in 1...min(left, 1 + random.below(8)) {
                try await change()
                history.append(try await subject.authorizationStatus())
                left -= 1
            }
            await audience.isTold(try #require(history.last))
            try Task.checkCancellation()
        }
        #expect(await audience.leave() == nil)
        let told = try audience.statuses()
        #expect(told.last == history.last)
        let count = zip(history, history.dropFirst()).count { $0 != $1 }
        #expect(count > changes / 10, "hardly anything has changed")
        let stray = strayIndex(told, history)
        #expect(stray == nil, "\(stray.map { "\(told[$0])" } ?? "")")
    }

    /// Returns the index of the first status that was true only before the one reported ahead of it, or nil.
    private static func strayIndex<Status: Hashable>(
        _ told: [Status],
        _ history: [Status]
    ) -> Int? {
        let known = Set(history)
        var rest = history[...]
        for (number, status) in told.enumerated() where known.contains(status) {
            guard let index = rest.firstIndex(of: status) else { return number }
            rest = rest[index...]
        }
        return nil
    }
}

/// Runs a random test with a new seed, and prints the seed in case of failure: `SEED=4711` chooses it.
package func withFreshSeed(_ body: (UInt64) async throws -> Void) async throws {
    let chosen = ProcessInfo.processInfo.environment["SEED"].flatMap { UInt64($0) }
    let seed = chosen ?? UInt64.random(in: 0...UInt64.max)
    print("seed \(seed)")
    try await body(seed)
}
