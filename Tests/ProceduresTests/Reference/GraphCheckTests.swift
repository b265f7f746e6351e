import Procedures
import Testing

/// Two procedures, and the possible records about them.
struct Pair: Sendable, CustomTestStringConvertible {
    enum Order { case oneByOne, reversed, interleaved }

    let testDescription: String
    let order: Order
    var width = 2
    var second = Plan(number: 2)
    var isRight = false

    var problems: [String] {
        let first = Plan(number: 1, conditions: [.alone(["a"])])
        return GraphCheck([first, second], lines, width: width).problems
    }

    private var lines: [GraphRun.Line] {
        let texts = [
            "didAttach", "willExecute", "didExecute", "willFinish succeeded", "didFinish succeeded",
        ]
        let (one, other) = (order == .reversed ? 2 : 1, order == .reversed ? 1 : 2)
        let first = texts.map { GraphRun.Line(number: one, text: $0) }
        let second = texts.map { GraphRun.Line(number: other, text: $0) }
        return order == .interleaved ? zip(first, second).flatMap { [$0, $1] } : first + second
    }

    static let all = [
        Pair(testDescription: "independent, at once", order: .interleaved, isRight: true),
        Pair(testDescription: "independent, in any order", order: .reversed, isRight: true),
        Pair(testDescription: "beyond the width", order: .interleaved, width: 1),
        Pair(testDescription: "after", order: .oneByOne, second: needy, isRight: true),
        Pair(testDescription: "ahead", order: .reversed, second: needy),
        Pair(testDescription: "not after", order: .interleaved, second: needy),
        Pair(testDescription: "alone", order: .oneByOne, second: alone, isRight: true),
        Pair(testDescription: "not alone", order: .interleaved, second: alone),
    ]
    private static let needy = Plan(number: 2, needs: [(1, .completion)])
    private static let alone = Plan(number: 2, conditions: [.alone(["b", "a"])])
}

@Suite struct `A graph check` {
    @Test(arguments: Pair.all)
    func `A graph check finds exactly the events that are out of order`(pair: Pair) {
        #expect(pair.problems.isEmpty == pair.isRight, "\(pair.problems)")
    }

    /// Without this test, a check that sees nothing would also pass.
    @Test(arguments: 0..<40 as Range<UInt64>)
    func `A graph check notices each missing and each extra line`(seed: UInt64) async {
        let (width, plans) = PlanMaker.plans(seed: seed)
        let run = GraphRun()
        await run.run(plans, width: width, queueObserves: true)
        let lines = run.lines
        if lines.contains(.cancels) { return }

        for index in lines.indices {
            var (fewer, more) = (lines, lines)
            fewer.remove(at: index)
            more.insert(lines[index], at: index)
            #expect(!GraphCheck(plans, fewer, width: width).problems.isEmpty, "\(lines[index])")
            #expect(!GraphCheck(plans, more, width: width).problems.isEmpty, "\(lines[index])")
        }
    }
}
