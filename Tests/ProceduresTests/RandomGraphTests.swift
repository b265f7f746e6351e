import Procedures
import Synchronization
import Testing

/// A graph, and how each of its procedures ends by the reference: one look at a time, in one thread.
struct RandomGraph: Sendable {
    enum Work: CaseIterable { case succeeds, throwsError, isSkipped, isRefused }

    struct Node: Sendable {
        let work: Work
        let edges: [(to: Int, required: RequiredOutcome)]
    }

    let nodes: [Node]

    init(size: Int, using random: inout SplitMix) {
        var nodes: [Node] = []
        for index in 0..<size {
            let count = index == 0 ? 0 : Int.random(in: 0...3, using: &random)
            let edges = (0..<count).map { _ in
                (
                    to: Int.random(in: max(0, index - 8)..<index, using: &random),
                    required: Int.random(in: 0...1, using: &random) == 0
                        ? RequiredOutcome.success : .completion
                )
            }
            let isPlain = Int.random(in: 0...2, using: &random) > 0
            let work = isPlain ? .succeeds : Work.allCases.randomElement(using: &random)
            nodes.append(Node(work: work ?? .succeeds, edges: edges))
        }
        self.nodes = nodes
    }

    var expected: [String] {
        var words: [String] = []
        for node in nodes {
            let needed = node.edges.filter { $0.required == .success }.map { words[$0.to] }
            switch node.work {
            case _ where needed.contains { $0 == "failed" || $0 == "refused" }:
                words.append("refused")
            case _ where needed.contains("skipped"): words.append("skipped")
            case .succeeds: words.append("succeeded")
            case .throwsError: words.append("failed")
            case .isSkipped: words.append("skipped")
            case .isRefused: words.append("refused")
            }
        }
        return words
    }
}

/// Notes how each procedure ended, and whether it went ahead of one that it depends on.
final class GraphRecorder: Sendable {
    private let state: Mutex<(ended: [String?], tooEarly: Int)>

    init(size: Int) { state = Mutex((Array(repeating: nil, count: size), 0)) }

    var ended: [String?] { state.withLock { $0.ended } }
    var tooEarly: Int { state.withLock { $0.tooEarly } }

    func looks(at node: RandomGraph.Node) {
        state.withLock { state in
            if node.edges.contains(where: { state.ended[$0.to] == nil }) { state.tooEarly += 1 }
        }
    }

    func ends(_ index: Int, _ word: String) {
        state.withLock { $0.ended[index] = $0.ended[index] == nil ? word : "ended twice" }
    }
}

private struct Ending: Observer {
    let index: Int
    let recorder: GraphRecorder

    func didFinish(_ procedure: ProcedureIdentity, _ outcome: Outcome<Void>) {
        recorder.ends(index, outcome.word)
    }
}

@Suite struct `A random graph` {
    @Test(arguments: 1...20 as ClosedRange<UInt64>)
    func `ends as the reference says, each once and after all it depends on`(seed: UInt64) async {
        var random = SplitMix(seed: seed)
        for _ in 0..<20 {
            let graph = RandomGraph(size: 60, using: &random)
            let recorder = GraphRecorder(size: graph.nodes.count)
            let queue = ProcedureQueue(width: Int.random(in: 1...5, using: &random))
            _ = await queue.run(root(of: graph, recorder))

            #expect(recorder.ended == graph.expected, "seed \(seed)")
            #expect(recorder.tooEarly == 0, "seed \(seed)")
        }
    }

    private func root(of graph: RandomGraph, _ recorder: GraphRecorder) -> Procedure<Void> {
        var made: [Procedure<Void>] = []
        for (index, node) in graph.nodes.enumerated() {
            var procedure = Procedure("\(index)") {
                await Task.yield()
                if node.work == .throwsError { throw Broken() }
            }
            .observer(Ending(index: index, recorder: recorder))
            .condition(
                BlockCondition("\(index)") {
                    recorder.looks(at: node)
                    return node.work != .isSkipped
                }
            )
            if node.work == .isRefused { procedure = procedure.condition(FalseCondition()) }
            for edge in node.edges {
                procedure = procedure.after(made[edge.to], requiring: edge.required)
            }
            made.append(procedure)
        }
        return made.reduce(Procedure("root") {}) { $0.after($1, requiring: .completion) }
    }
}
