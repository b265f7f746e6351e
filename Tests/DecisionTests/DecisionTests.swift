import Testing

/// `warrant can --batch`, judged by what the kernel does with the same questions.
@Suite(.serialized) struct `A decision` {
    @Test func `is the kernel's, in verdict and errno`() async throws {
        var tally = Tally()
        let trees = UInt64((Trials.cases + Trials.size - 1) / Trials.size)
        // What has no answer comes in bunches, a few trees with many: where it seems too much, more trees tell.
        for tree in 0..<5 * trees where tree < trees || tally.hasTooManyUndetermined {
            let seed = Trials.seed &+ tree
            let trial = try await Trial(of: Trials.scene(seed), command: Trials.command)
            let disagreements = tally.compare(trial)
            guard !disagreements.isEmpty else { continue }
            print("seed \(seed)\n" + (try await trial.facts(of: disagreements)))
        }
        print("\(tally.table)\nfrom seed \(Trials.seed): \(tally.summary)")

        #expect(tally.disagreements == 0)
        #expect(!tally.hasTooManyUndetermined)
    }
}

extension Tally {
    /// One in a thousand.
    fileprivate var hasTooManyUndetermined: Bool { undetermined * 1000 >= cases }
}
