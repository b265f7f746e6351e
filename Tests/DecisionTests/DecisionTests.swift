import Testing

/// Tests `warrant can --batch` against the kernel's results for the same questions.
@Suite(.serialized) struct `A decision` {
    @Test func `A decision agrees with the kernel in verdict and errno`() async throws {
        var tally = Tally()
        let trees = UInt64((Trials.cases + Trials.size - 1) / Trials.size)
        // Undetermined answers come in clusters: a few trees have many. If their share seems too large, more trees
        // decide.
        for tree in 0..<5 * trees where tree < trees || tally.hasTooManyUndetermined {
            let seed = Trials.seed &+ tree
            let trial = try await Trial(of: Trials.scene(seed), command: Trials.command)
            let disagreements = tally.compare(trial)
            guard !disagreements.isEmpty else { continue }
            print("seed \(seed)\n" + (try await trial.facts(of: disagreements)))
        }
        print("\(tally.table)\n\(tally.reasons)from seed \(Trials.seed): \(tally.summary)")

        #expect(tally.disagreements == 0)
        #expect(!tally.hasTooManyUndetermined)
    }

    /// Uses as many trees, with the subjects that have ids in a user namespace of their own. The program sees the same
    /// there as the subjects.
    @Test func `A decision in a user namespace agrees with the kernel`() async throws {
        var tally = Tally()
        let trees = UInt64((Trials.cases + Trials.size - 1) / Trials.size)
        for tree in 0..<trees {
            let seed = Trials.seed &+ tree
            let trial = try await Trial(of: Trials.scene(seed), command: Trials.inside)
            let disagreements = tally.compareInside(trial)
            guard !disagreements.isEmpty else { continue }
            print("seed \(seed)\n" + (try await trial.facts(of: disagreements)))
        }
        print("inside, from seed \(Trials.seed): \(tally.summary)")

        #expect(tally.disagreements == 0)
        #expect(tally.cases > Trials.cases / 50)
        // An owner outside the namespace is shown as a number that another user may have there.
        #expect(tally.undetermined * 2 < tally.cases)
    }
}

extension Tally {
    /// True if at least one in a thousand answers is undetermined, beside those about files that the kernel hides from
    /// the asker. A single mount can hide hundreds.
    fileprivate var hasTooManyUndetermined: Bool {
        (undetermined - hidden) * 1000 >= cases || hidden * 100 >= cases
    }
}
