/// One procedure of a run, from the moment that it is found to its end.
struct Node {
    struct Edge {
        let dependency: Int
        let required: RequiredOutcome
        let isInput: Bool
    }

    enum Stage {
        /// Its observers are being told of it first; it ends so then, where it does not even wait.
        case joining(closed: Outcome<any Sendable>?)
        /// For what it depends on, or for its turn.
        case waiting, ready
        /// It ends without having started: it was cancelled, or its deadline passed.
        case closed(Outcome<any Sendable>)
        case running(Execution)
        /// What it came to; without the output once nobody will read that any more.
        case ended(Outcome<any Sendable>)
    }

    let identity: ProcedureIdentity
    /// Which description of the procedure this is.
    let description: UInt64
    /// The one that led here first; nil for what was run or produced.
    let foundFrom: Int?
    let addition: Int
    /// Until when it must have started.
    let deadline: Nanoseconds
    let overall: Nanoseconds
    /// Taken when the procedure starts, so that nothing is held longer than it is needed.
    var steps: RunSteps?
    var stage = Stage.waiting
    var edges: [Edge] = []
    var dependents: [Int] = []
    /// How many edges lead to procedures that have not ended.
    var waitsFor = 0
    /// How many may still read the outcome; after the last the output is dropped.
    var readers = 0
    var isOutputDropped = false

    var outcome: Outcome<any Sendable>? {
        if case .ended(let outcome) = stage { outcome } else { nil }
    }

    var hasEnded: Bool { if case .ended = stage { true } else { false } }

    /// Whether it has neither started nor ended.
    var isPending: Bool {
        switch stage {
        case .joining, .waiting, .ready: true
        case .closed, .running, .ended: false
        }
    }

    var execution: Execution? { if case .running(let execution) = stage { execution } else { nil } }
}

/// What joined a run at one time: what was run, or what one procedure produced.
struct Addition {
    /// Nil for what was run.
    let producer: Int?
    /// How many may run at once.
    let width: Int
    /// Whether the first that does not succeed cancels the others.
    let failsFast: Bool
    let members: Range<Int>
    /// Those for which the addition was made, without what they depend on.
    let roots: Set<Int>
    var running = 0
    /// Ready, but beyond the width: those after `unparked`, in the order in which they came.
    var parked: [Int] = []
    private var unparked = 0

    init(producer: Int?, width: Int, failsFast: Bool, members: Range<Int>, roots: Set<Int>) {
        self.producer = producer
        self.width = max(1, width)
        self.failsFast = failsFast
        self.members = members
        self.roots = roots
    }

    /// The next of those beyond the width, where there is room for it.
    mutating func unpark() -> Int? {
        guard running < width, unparked < parked.count else { return nil }
        defer { unparked += 1 }
        return parked[unparked]
    }
}
