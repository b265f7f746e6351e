/// The progress of a procedure, its waits, and the resources that it holds.
struct ExecutionState: ~Copyable, Sendable {
    /// State that most procedures never need.
    struct Rest: Sendable {
        var count = Attempts.Count()
        /// The start of the first attempt, kept across workers.
        var firstAttempt: Nanoseconds?
        /// The products of each condition that has any.
        var produced: [Int: [ProducedProcedure]] = [:]
        var requests: [(scope: any ExclusionScope, request: ExclusionRequest)] = []
        /// The wait to be alone, until its result is read.
        var parked: ExclusionEntry.Parked?
        /// True if the procedure is in that wait.
        var isParked = false
        /// The priority that it received while it had no worker.
        var urgency: TaskPriority?
        /// The work that a gate has made, see ``Admission``.
        var admitted: ErasedWork?
        /// Release the values that conditions keep for the attempt, see ``AttemptMemory``.
        var forgetting: [@Sendable () -> Void] = []
        /// The condition whose deadline passed, until the observers know its result.
        var late: (index: Int, result: ConditionResult)?
        /// The decision that the condition under evaluation has begun.
        var undecided: Undecided?
        /// The runs that were begun inside the procedure. They end before it does.
        var nested: [ObjectIdentifier: Run] = [:]
        var nestedEnded: FirstAnswer<Void>?
        /// The places in line for a slot, one for each wait that has ended. The first slot is enough for all.
        var slotRequests: [UInt64: Slots.Request] = [:]
        var lastSlotRequest: UInt64 = 0
        /// The procedures that its work waits for now.
        var awaited: [AwaitedProcedure] = []
        /// Set if its work has produced other procedures.
        var events: EventLine?
    }

    /// The slot of the procedure.
    ///
    /// The slot is lent to others while the procedure waits, see ``SlotLoan``.
    struct Slot: Sendable {
        var isHeld = true
        /// True if the procedure has ended and needs no slot any more.
        var isOver = false
        /// The number of simultaneous waits. The slot is not held during any of them.
        var loans = 0
    }

    var worker: Worker?
    /// The number of the worker in charge. Each new worker increments it.
    private(set) var shift = 0
    var phase = Phase.dependencies
    var deadline = Nanoseconds.never
    var look = ConditionPass()
    var cancellation: Cancellation.Cause?
    /// True if the overall deadline passed before the work began.
    var isOverdue = false
    /// True if the deadline of the current phase passed, for phases in which the procedure only waits.
    var isPhaseOverdue = false
    var isOverrunning = false
    /// True if the work has returned. Nothing more begins inside it then.
    var isInsideOver = false
    /// Ends the current wait.
    var interrupt: (@Sendable () -> Void)?
    var slot = Slot()
    private var rare: [Rest] = []

    init(worker: Worker) { self.worker = worker }

    var hasRest: Bool { !rare.isEmpty }

    /// True if anything was begun inside the work.
    var hasInside: Bool { hasRest && (rest.events != nil || !rest.nested.isEmpty) }

    /// True if the overall deadline has no effect any more.
    var isEnding: Bool { isOverdue || isOverrunning || cancellation != nil || slot.isOver }

    var rest: Rest {
        get { rare.first ?? Rest() }
        _modify {
            if rare.isEmpty { rare.append(Rest()) }
            yield &rare[0]
        }
    }

    /// Takes the work that a gate has made. It holds the objects that the gate found.
    mutating func takeAdmitted() -> ErasedWork? { hasRest ? rest.admitted.take() : nil }

    /// Abandons the worker with a condition that continues to run. Its result is ignored.
    mutating func leaveWorkerBehind() -> Worker? {
        shift += 1
        slot.loans = 0
        look.isLooking = false
        deadline = .never
        return worker.take()
    }

    /// Releases the worker and its slot, to wait to be alone.
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

    /// - Returns: True if the procedure was parked in that shift.
    mutating func unpark(from shift: Int) -> Bool {
        guard hasRest, rest.isParked, self.shift == shift else { return false }
        rest.isParked = false
        interrupt = nil
        deadline = .never
        return true
    }
}
