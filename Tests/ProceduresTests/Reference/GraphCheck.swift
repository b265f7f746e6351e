/// The errors in the engine's run of a plan.
struct GraphCheck {
    private struct Known {
        let plan: Plan
        /// All dependencies of the procedure, and all those of its ancestors.
        let dependencies: [Int]
        /// The procedures that contain it, the outermost first.
        let ancestors: [Int]
        /// True if a condition of the last ancestor produced it.
        let isRemedy: Bool
    }

    private var known: [Int: Known] = [:]
    private var running: Set<Int> = []
    private var ended: Set<Int> = []
    private var cancelled: Set<Int> = []
    private var inside: [String: [Int]] = [:]
    private var ran: [Int: [String]] = [:]
    private(set) var problems: [String] = []

    /// - Parameter width: The width of the queue.
    init(_ plans: [Plan], _ lines: [GraphRun.Line], width: Int) {
        collect(plans, inside: [], after: [])
        let cancelled = lines.firstIndex(of: .cancels)
        for line in lines where line != .cancels { replay(line, width) }
        for (number, texts) in ran { checkEvents(number, texts) }
        compare(plans, lines[..<(cancelled ?? lines.count)], isWhole: cancelled == nil)
    }

    private mutating func collect(
        _ plans: [Plan],
        inside ancestors: [Int],
        after dependencies: [Int],
        isRemedy: Bool = false
    ) {
        for plan in plans {
            let dependencies = dependencies + plan.needs.map(\.number)
            known[plan.number] = Known(
                plan: plan,
                dependencies: dependencies,
                ancestors: ancestors,
                isRemedy: isRemedy
            )
            let ancestors = ancestors + [plan.number]
            collect(plan.parts, inside: ancestors, after: dependencies)
            collect(plan.remedies, inside: ancestors, after: dependencies, isRemedy: true)
        }
    }

    // MARK: The order among procedures

    private mutating func replay(_ line: GraphRun.Line, _ width: Int) {
        guard let known = known[line.number] else {
            problems.append("\(line.number) is none of the plan's")
            return
        }
        // A condition may continue after its procedure is cancelled, and its answer is then ignored.
        if cancelled.contains(line.number), line.isOfCondition { return }
        ran[line.number, default: []].append(line.text)
        if ended.contains(line.number) { problems.append("\(line.number) goes on after its end") }
        checkPlace(known)
        if line.text == "willExecute" || line.text.hasPrefix("looks") { checkDependencies(known) }
        if line.text == "willExecute" { enter(known, width) }
        if line.text == "didExecute" { leave(known) }
        guard line.text.hasPrefix("didFinish") else { return }
        if line.text.hasSuffix("cancelled") {
            cancelled.insert(line.number)
        } else {
            checkDependencies(known)
        }
        ended.insert(line.number)
    }

    /// Checks that a part runs during the work that contains it, and a remedy before that work.
    private mutating func checkPlace(_ known: Known) {
        guard let outer = known.ancestors.last else { return }
        if running.contains(outer) == known.isRemedy {
            problems.append("\(known.plan.number) is not where it belongs by the work of \(outer)")
        }
    }

    private mutating func checkDependencies(_ known: Known) {
        for dependency in known.dependencies where !ended.contains(dependency) {
            problems.append("\(known.plan.number) is ahead of \(dependency)")
        }
    }

    private mutating func enter(_ known: Known, _ width: Int) {
        for category in Set(known.plan.categories) {
            let strangers = inside[category, default: []].filter { !known.ancestors.contains($0) }
            if !strangers.isEmpty {
                problems.append("\(known.plan.number) enters \(category) beside \(strangers)")
            }
            inside[category, default: []].append(known.plan.number)
        }
        running.insert(known.plan.number)
        checkWidth(known, width)
    }

    private mutating func leave(_ known: Known) {
        for category in known.plan.categories {
            inside[category]?.removeAll { $0 == known.plan.number }
        }
        running.remove(known.plan.number)
    }

    /// Work that waits for parts or sleeps lends its slot of the queue, but not its slot of the group.
    private mutating func checkWidth(_ entered: Known, _ width: Int) {
        let others = running.compactMap { known[$0] }
        if others.filter({ !$0.plan.work.waits }).count > width {
            problems.append("\(entered.plan.number) is beyond the width of the queue")
        }
        guard !entered.isRemedy, let outer = entered.ancestors.last.flatMap({ known[$0] }),
            case .group(_, _, let width) = outer.plan.work
        else { return }
        let members = others.filter { $0.ancestors == entered.ancestors && !$0.isRemedy }
        if members.count > width {
            problems.append("\(entered.plan.number) is beyond the width of \(outer.plan.number)")
        }
    }

    // MARK: The events of one procedure

    /// Checks rules that hold for any order of events, whatever was cancelled.
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

    /// - Parameter isWhole: True if the run was not cancelled. Otherwise only the events before the cancellation are
    ///   compared.
    private mutating func compare(
        _ plans: [Plan],
        _ lines: ArraySlice<GraphRun.Line>,
        isWhole: Bool
    ) {
        var reference = ReferenceEvaluator()
        reference.run(plans)
        let expected = reference.journal.lines
        let ran = Dictionary(grouping: lines, by: \.number).mapValues { $0.map(\.text) }
        for number in Set(expected.keys).union(ran.keys).sorted() {
            let found = withoutSleep(number, ran[number] ?? [])
            let all = withoutSleep(number, expected[number] ?? [])
            let wanted = isWhole ? all : Array(all.prefix(found.count))
            guard found != wanted else { continue }
            problems.append("\(number) ran \(found), and not \(wanted)")
        }
    }

    /// Work that sleeps until it is cancelled may be cancelled before it begins.
    private func withoutSleep(_ number: Int, _ texts: [String]) -> [String] {
        guard case .sleeps = known[number]?.plan.work else { return texts }
        return texts.filter { $0 != "willExecute" && $0 != "didExecute" }
    }
}
