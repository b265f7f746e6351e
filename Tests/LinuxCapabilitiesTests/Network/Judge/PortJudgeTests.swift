import Testing

/// Every run judges new cases; scripts/judge-ports judges any number of them.
@Suite(.serialized) struct `Decision about a port` {
    @Test func `A decision about a port agrees with the kernel`()
        async throws
    {
        var tally = PortTally()
        var seed = PortJudge.seed
        while tally.cases < PortJudge.cases {
            var scene = JudgedScene(seed: seed)
            try await scene.run(&tally)
            seed += 1
        }
        print("ports, JUDGE_SEED=\(PortJudge.seed): \(tally.summary)")

        for text in tally.disagreements.prefix(10) { Issue.record("\(text)") }
        #expect(tally.disagreements.isEmpty, "JUDGE_SEED=\(PortJudge.seed)")
        // One network with a connection in TIME_WAIT gives several doubts, so a few networks give no meaningful share.
        if tally.decisions >= 40_000 {
            #expect(tally.doubts * 1000 < tally.decisions, "JUDGE_SEED=\(PortJudge.seed)")
        }
        for code in ["bound", "EACCES", "EADDRINUSE", "EADDRNOTAVAIL"] {
            #expect(tally.codes[code, default: 0] > tally.cases / 100, "too few: \(code)")
        }
    }
}
