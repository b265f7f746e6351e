package import Capabilities
import Foundation
import Procedures
import Testing

/// What a capability has been, one status after another, and who is told of it meanwhile.
package enum History {
    /// Watches a capability while it changes, in bursts of one to eight changes.
    ///
    /// After each burst the last status told has to become what a fresh look finds; and what was told on the
    /// way there is never older than what was told before.
    ///
    /// - Parameters:
    ///   - changes: How many; a tenth of them at the least must change the status.
    ///   - seed: Of the lengths of the bursts.
    ///   - change: Makes one change.
    package static func watch<Subject: Capability>(
        _ subject: Subject,
        _ changes: Int,
        seed: UInt64,
        by change: () async throws -> Void
    ) async throws where Subject.Status: Hashable {
        var random = SplitMix(seed: seed)
        var history = [try await subject.authorizationStatus()]
        // How long a look may take is not judged here: all tests run at once.
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

    /// The first that was so only before what was told before it; nil where none was.
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

/// Runs what is random by a seed of its own, and says which where that fails: `SEED=4711` chooses it.
package func withFreshSeed(_ body: (UInt64) async throws -> Void) async throws {
    let chosen = ProcessInfo.processInfo.environment["SEED"].flatMap { UInt64($0) }
    let seed = chosen ?? UInt64.random(in: 0...UInt64.max)
    print("seed \(seed)")
    try await body(seed)
}
