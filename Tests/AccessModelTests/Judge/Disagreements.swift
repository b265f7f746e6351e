import Testing

/// The disagreements between model and kernel, and the counts of observed cases.
struct Disagreements {
    private(set) var texts: [String] = []
    private(set) var seen: [String: Int] = [:]

    mutating func see(_ what: String) { seen[what, default: 0] += 1 }

    mutating func compare<Answer: Equatable>(
        _ model: Answer,
        _ kernel: Answer,
        _ about: @autoclosure () -> String
    ) {
        guard model != kernel else { return }
        texts.append("model:  \(model)\nkernel: \(kernel)\n\(about())")
    }

    /// Prints the seed and the counts. The first disagreements are printed in full.
    func report(_ name: String) {
        let counts = seen.sorted { ($1.value, $0.key) < ($0.value, $1.key) }
            .map { "\($0.key) \($0.value)" }
        print(
            "\(name): \(Judge.cases) cases, JUDGE_SEED=\(Judge.seed): \(counts.joined(separator: ", "))"
        )
        for text in texts.prefix(5) { Issue.record("\(name), JUDGE_SEED=\(Judge.seed)\n\(text)") }
        let disagreements = texts.count
        #expect(disagreements == 0, "of \(Judge.cases) cases, JUDGE_SEED=\(Judge.seed)")
    }
}
