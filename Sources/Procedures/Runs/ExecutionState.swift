/// How far a procedure is, and what it waits for and holds.
struct ExecutionState: ~Copyable, Sendable {
    /// What most procedures never need; the others have one.
    struct Rest: Sendable {
        var count = Attempts.Count()
        /// When the first attempt began, whichever worker goes on with the others.
        var firstAttempt: Nanoseconds?
        /// What conditions have produced, for each that has.
        var produced: [Int: [ProducedProcedure]] = [:]
        var requests: [(scope: any ExclusionScope, request: ExclusionRequest)] = []
        /// The wait to be alone, until it is seen what it came to.
        var parked: Parked?
        /// Whether it is in that wait.
        var isParked = false
        /// How urgent it became while it had no worker.
        var urgency: TaskPriority?
        var permits: [UInt64: any Sendable] = [:]
        /// What the condition that is looked at has begun to decide.
        var undecided: Undecided?
        /// The runs that were begun inside, which end before it does.
        var nested: [ObjectIdentifier: Run] = [:]
        var nestedEnded: FirstAnswer<Void>?
        /// The procedures that its work waits for now.
        var awaited: [AwaitedProcedure] = []
        /// Where its work has produced others.
        var events: EventLine?
    }

    var worker: Worker?
    /// Counts the workers, of which the last is the one that counts.
    var shift = 0
    var phase = Phase.dependencies
    var deadline = Nanoseconds.never
    var look = ConditionPass()
    var cancellation: Cancellation.Cause?
    /// That the time for everything was up before the work began.
    var isOverdue = false
    /// That the time for this phase was up, of those in which it only waits.
    var isPhaseOverdue = false
    var isOverrunning = false
    /// The work has returned, so that nothing more begins inside it.
    var isInsideOver = false
    /// Ends the wait that it is in.
    var interrupt: (@Sendable () -> Void)?
    var slot: HeldSlot
    private var rare: [Rest] = []

    init(worker: Worker) {
        self.worker = worker
        slot = HeldSlot(isHeld: true)
    }

    var hasRest: Bool { !rare.isEmpty }

    /// Whether anything was begun inside the work.
    var hasInside: Bool { hasRest && (rest.events != nil || !rest.nested.isEmpty) }

    var rest: Rest {
        get { rare.first ?? Rest() }
        _modify {
            if rare.isEmpty { rare.append(Rest()) }
            yield &rare[0]
        }
    }
}
