/// One procedure of a run, from the moment that it is found to its end.
struct Node {
    enum Stage {
        /// Its observers are being told of it first.
        case joining
        /// For what it depends on.
        case waiting
        /// It waits for its turn.
        case ready
        /// It ends without having started: it was cancelled, or its deadline passed.
        case closed
        case running
        case ended
    }

    let identity: ProcedureIdentity
    /// Which description of the procedure this is.
    let description: UInt64
    /// The one that led here first; nil for what was run or produced.
    let foundFrom: Int?
    let addition: Int
    /// Whether the addition was made for it, and not only for what depends on it.
    var isRoot = false
    /// Until when it must have started.
    let deadline: Nanoseconds
    let overall: Nanoseconds
    /// Taken when the procedure starts, so that nothing is held longer than it is needed.
    var steps: Steps?
    var stage = Stage.waiting
    /// What it came to, or is to come to without having started; without the output once nobody will read
    /// that any more.
    var result: ErasedOutcome?
    /// What it depends on: where among the edges of the graph, the last that was named first.
    var edges: Range<Int>
    /// The first of the edges that lead here from procedures that wait for this one.
    var firstDependent: Int?
    /// How many edges lead to procedures that have not ended.
    var waitsFor = 0
    /// How many may still read the outcome; after the last the output is dropped.
    var readers = 0
    var isOutputDropped = false
    /// Whether somebody waits for its end who is no procedure; which spares looking for them.
    var isAwaited = false
    /// The next in line while it is ready: the one that became so before.
    var readyBefore: Int?
    /// Where it is among those that run.
    var place = 0

    var hasEnded: Bool { stage == .ended }
    /// What it came to; nil while it has not ended.
    var outcome: ErasedOutcome? { hasEnded ? result : nil }

    /// Whether it has neither started nor ended.
    var isPending: Bool {
        switch stage {
        case .joining, .waiting, .ready: true
        case .closed, .running, .ended: false
        }
    }
}

/// That one procedure depends on another.
struct Edge {
    let dependent: Int
    var dependency = 0
    let required: RequiredOutcome
    let isInput: Bool
    /// The next of those that lead to the same dependency, the last that was added first.
    var nextDependent: Int?
}
