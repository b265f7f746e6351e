import Testing

@Suite struct `Random graphs` {
    private static let ends =
        ["succeeded", "failed", "cancelled"]
        + ["refused", "skipped"].flatMap { word in
            ["dependencies", "remedies", "conditions"].map { "\(word) \($0)" }
        }

    private static let works = [
        "succeeds", "fails", "fails at first", "cancels", "cancelsRun", "sleeps",
        "group, failFast", "group, collect", "group, ignore", "produces", "produces and fails",
    ]

    private static let answers =
        ["leaf", "silent", "allOf", "anyOf", "producing"]
        .flatMap { kind in Answer.allCases.map { "\(kind) \($0)" } } + [
            "not satisfied", "not undetermined", "not refused",
            "ignored satisfied", "ignored skipped", "ignored undetermined",
            "noFailedDependencies satisfied", "noFailedDependencies refused", "alone satisfied",
        ]

    private static let others =
        [
            "after one beside", "after one outside", "executes again", "asks",
            "stops at first refusal",
        ] + ["not", "ignored", "allOf", "anyOf", "producing"].map { "\($0) produces" }

    /// A case that is never generated is never judged.
    @Test func `Random graphs contain every end, work and answer often enough`() {
        let counts = GraphCensus.counts(of: 4_000)
        let wanted =
            Self.ends.map { "didFinish \($0)" } + Self.works.map { "does: \($0)" }
            + Self.answers + Self.others

        #expect(wanted.filter { counts[$0, default: 0] < 10 } == [])
    }
}
