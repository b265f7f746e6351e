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
        var parked: ExclusionEntry.Parked?
        /// Whether it is in that wait.
        var isParked = false
        /// How urgent it became while it had no worker.
        var urgency: TaskPriority?
        /// The work that a gate has made, see ``Admission``.
        var admitted: ErasedWork?
        /// Lets go of what conditions remember of the attempt, see ``AttemptMemory``.
        var forgetting: [@Sendable () -> Void] = []
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

    /// The slot that the procedure works in.
    ///
    /// It is lent while the procedure waits for something, see ``SlotLoan``.
    struct Slot: Sendable {
        var isHeld = true
        /// The procedure has ended, and needs none any more.
        var isOver = false
        /// How many things the procedure waits for at once. While there is one, the slot is not held.
        var loans = 0
    }

    var worker: Worker?
    /// Counts the workers, of which the last is the one that counts.
    private(set) var shift = 0
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
    var slot = Slot()
    private var rare: [Rest] = []

    init(worker: Worker) { self.worker = worker }

    var hasRest: Bool { !rare.isEmpty }

    /// Whether anything was begun inside the work.
    var hasInside: Bool { hasRest && (rest.events != nil || !rest.nested.isEmpty) }

    /// Whether the time for everything has no say any more.
    var isEnding: Bool { isOverdue || isOverrunning || cancellation != nil || slot.isOver }

    var rest: Rest {
        get { rare.first ?? Rest() }
        _modify {
            if rare.isEmpty { rare.append(Rest()) }
            yield &rare[0]
        }
    }

    /// Takes the work that a gate has made, which holds what that found.
    mutating func takeAdmitted() -> ErasedWork? { hasRest ? rest.admitted.take() : nil }

    /// Leaves the worker behind with a condition that goes on, whose word counts no more.
    mutating func leaveWorkerBehind() -> Worker? {
        shift += 1
        slot.loans = 0
        look.isLooking = false
        deadline = .never
        return worker.take()
    }

    /// Lets go of the worker and its slot, to wait to be alone.
    ///
    /// - Returns: The shift in which it waits, and whether it had a slot.
    mutating func park(until deadline: Nanoseconds) -> (shift: Int, hadSlot: Bool) {
        defer { slot.isHeld = false }
        phase = .exclusion
        self.deadline = deadline
        worker = nil
        shift += 1
        rest.isParked = true
        return (shift, slot.isHeld)
    }

    /// - Returns: Whether it was parked in that shift.
    mutating func unpark(from shift: Int) -> Bool {
        guard hasRest, rest.isParked, self.shift == shift else { return false }
        rest.isParked = false
        interrupt = nil
        deadline = .never
        return true
    }
}
