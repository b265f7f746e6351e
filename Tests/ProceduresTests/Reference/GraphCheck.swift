/// What is wrong with how the engine ran a plan.
struct GraphCheck {
    private struct Known {
        let plan: Plan
        /// All that it runs after.
        let dependencies: [Int]
        /// Those that it runs inside.
        let ancestors: [Int]
    }

    private var known: [Int: Known] = [:]
    private var ended: Set<Int> = []
    private var inside: [String: [Int]] = [:]
    private var ran: [Int: [String]] = [:]
    private(set) var problems: [String] = []

    /// - Parameter isCancelled: Whether the run was cancelled at some time, so that the reference cannot
    ///   tell how what was left has ended.
    init(_ plans: [Plan], _ lines: [GraphRun.Line], isCancelled: Bool) {
        collect(plans, inside: [])
        for line in lines { replay(line) }
        for (number, texts) in ran { checkEvents(number, texts) }
        if !isCancelled { compare(plans) }
    }

    private mutating func collect(_ plans: [Plan], inside ancestors: [Int]) {
        for plan in plans {
            known[plan.number] = Known(
                plan: plan,
                dependencies: plan.needs.map(\.number),
                ancestors: ancestors
            )
            collect(plan.parts + plan.remedies, inside: ancestors + [plan.number])
        }
    }

    // MARK: The order among procedures

    private mutating func replay(_ line: GraphRun.Line) {
        guard let known = known[line.number] else {
            problems.append("\(line.number) is none of the plan's")
            return
        }
        ran[line.number, default: []].append(line.text)
        if ended.contains(line.number) { problems.append("\(line.number) goes on after its end") }
        if line.text == "willExecute" || line.text.hasPrefix("looks") { checkDependencies(known) }
        if line.text == "willExecute" { enter(known) }
        if line.text == "didExecute" { leave(known) }
        guard line.text.hasPrefix("didFinish") else { return }
        if !line.text.hasSuffix("cancelled") { checkDependencies(known) }
        ended.insert(line.number)
    }

    private mutating func checkDependencies(_ known: Known) {
        for dependency in known.dependencies where !ended.contains(dependency) {
            problems.append("\(known.plan.number) is ahead of \(dependency)")
        }
    }

    private mutating func enter(_ known: Known) {
        for category in Set(known.plan.categories) {
            let strangers = inside[category, default: []].filter { !known.ancestors.contains($0) }
            if !strangers.isEmpty {
                problems.append("\(known.plan.number) enters \(category) beside \(strangers)")
            }
            inside[category, default: []].append(known.plan.number)
        }
    }

    private mutating func leave(_ known: Known) {
        for category in known.plan.categories {
            inside[category]?.removeAll { $0 == known.plan.number }
        }
    }

    // MARK: The events of one procedure

    /// What holds of any order of events, whatever was cancelled.
    private mutating func checkEvents(_ number: Int, _ texts: [String]) {
        let end = texts.suffix(2).map { $0.split(separator: " ", maxSplits: 1) }
        let isEnded = end.count == 2 && end[0][0] == "willFinish" && end[1][0] == "didFinish"
        let isSame = isEnded && end[0][1] == end[1][1]
        let begins = texts.filter { $0 == "willExecute" }.count
        let ends = texts.filter { $0 == "didExecute" }.count
        let finishes = texts.filter { $0.hasPrefix("didFinish") }.count
        if texts.first != "didAttach" || !isSame || begins != ends || finishes != 1 {
            problems.append("\(number): \(texts)")
        }
    }

    private mutating func compare(_ plans: [Plan]) {
        var reference = ReferenceEvaluator()
        _ = reference.run(plans)
        let expected = reference.journal.lines
        for number in Set(expected.keys).union(ran.keys).sorted() {
            let found = ran[number].map { withoutSleep(number, $0) }
            let wanted = expected[number].map { withoutSleep(number, $0) }
            guard found != wanted else { continue }
            problems.append("\(number) ran \(found ?? []), and not \(wanted ?? [])")
        }
    }

    /// What sleeps until it is cancelled may be cancelled before it has begun.
    private func withoutSleep(_ number: Int, _ texts: [String]) -> [String] {
        guard case .sleeps = known[number]?.plan.work else { return texts }
        return texts.filter { $0 != "willExecute" && $0 != "didExecute" }
    }
}
