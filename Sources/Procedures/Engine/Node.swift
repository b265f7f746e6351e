/// One procedure of a run, from its discovery to its end.
struct Node {
    enum Stage {
        /// Its observers are being notified.
        case joining
        /// It waits for its dependencies.
        case waiting
        /// It waits for its turn.
        case ready
        /// It ends without having started: it was cancelled, or its deadline passed.
        case closed
        case running
        case ended
    }

    let identity: ProcedureIdentity
    /// The number of the description.
    let description: UInt64
    /// The dependent through which it was found first; nil for a procedure that was run or produced.
    let foundFrom: Int?
    let addition: Int
    /// True if the addition was made for this procedure itself, and not only for one that depends on it.
    var isRoot = false
    /// The time by which it must have started.
    let deadline: Nanoseconds
    let overall: Nanoseconds
    /// Taken when the procedure starts, so nothing is retained longer than necessary.
    var steps: Steps?
    /// The observers of this run; taken with the steps.
    var observers: [any Observer] = []
    var stage = Stage.waiting
    /// Its outcome, or the outcome that a procedure will have that never starts. The output is dropped once it has no
    /// readers left.
    var result: ErasedOutcome?
    /// Its dependencies, as a range of the graph's edges. The dependency that was named last comes first.
    var edges: Range<Int>
    /// The first edge from a procedure that waits for this one.
    var firstDependent: Int?
    /// The number of dependencies that have not ended.
    var waitsFor = 0
    /// The number of procedures that may still read the outcome. After the last one the output is dropped.
    var readers = 0
    var isOutputDropped = false
    /// True if a task outside the graph waits for its end. This saves a search for such tasks.
    var isAwaited = false
    /// The procedure that became ready before it, while it is in line itself.
    var readyBefore: Int?
    /// Its place among the running procedures.
    var place = 0

    var hasEnded: Bool { stage == .ended }
    /// Its outcome; nil while it has not ended.
    var outcome: ErasedOutcome? { hasEnded ? result : nil }

    /// True if it has neither started nor ended.
    var isPending: Bool {
        switch stage {
        case .joining, .waiting, .ready: true
        case .closed, .running, .ended: false
        }
    }
}

/// The dependency of one procedure on another.
struct Edge {
    let dependent: Int
    var dependency = 0
    let required: RequiredOutcome
    let isInput: Bool
    /// The next edge to the same dependency. The edge that was added last comes first.
    var nextDependent: Int?
}
