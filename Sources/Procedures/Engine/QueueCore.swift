import Logging
import Synchronization

/// What the runs of one queue share.
final class QueueCore: Sendable, AbandonedCount {
    let width: Int
    let slots: Slots
    let timer: DeadlineTimer
    private let hasSystemTime: Bool
    /// A limit of a condition that is as long as this is reckoned from the next ring of the alarm, which is
    /// within a second while anything runs: to read the clock for each costs more than most conditions do.
    private let longLimit: Nanoseconds
    /// Whether conditions may ask, by `deadlines`.
    let mayRemedy: Bool
    private let watch: DeadlineWatch
    private let nextRing: NextRing
    let deadlines: Deadlines
    /// The same as `deadlines` has for a condition.
    let conditionLimit: Nanoseconds
    let exclusion: ProcessExclusion
    let observers: [any Observer]
    let logger: Logger?
    let flights = SingleFlight<AwaitedProcedure>()
    /// How many conditions and looks go on after their procedure has given up on them.
    let abandoned = Atomic(0)
    /// How many works go on after they were cancelled by a deadline.
    let overrunning = Atomic(0)
    let active = ActiveRuns()

    init(
        width: Int,
        deadlines: Deadlines,
        exclusion: ProcessExclusion,
        observers: [any Observer],
        logger: Logger?,
        timer: DeadlineTimer
    ) {
        self.width = max(1, width)
        slots = Slots(self.width)
        self.timer = timer
        hasSystemTime = timer.hasSystemTime
        longLimit = timer.isExact ? .never : Nanoseconds(clamping: .seconds(10))
        watch = DeadlineWatch(timer: timer, expire: active.expire)
        nextRing = watch.next
        self.deadlines = deadlines
        mayRemedy = deadlines.remedies > .zero
        conditionLimit = Nanoseconds(clamping: deadlines.condition)
        self.exclusion = exclusion
        self.observers = observers
        self.logger = logger
    }

    /// For what a procedure of the queue waits for.
    var patience: Patience { Patience(timer: timer, count: self) }

    @inline(__always) var hasTooManyAbandoned: Bool {
        abandoned.load(ordering: .relaxed) >= Patience.abandonedLimit
    }

    func countAbandoned(_ change: Int) { abandoned.wrappingAdd(change, ordering: .relaxed) }

    /// - Returns: Whether no run is left within that time.
    func isIdle(_ idle: Ending<Void>, within limit: Duration) async -> Bool {
        await withDeadline(limit, on: timer) { await idle.wait() } != nil
    }

    // Both are for every condition. Inlined, and without the timer where that will do, since otherwise all threads
    // would hold and let go of the same object.
    @inline(__always) var now: Nanoseconds {
        hasSystemTime ? DeadlineTimer.systemTime : timer.now
    }

    /// The deadline of a condition that begins now; `.never` where the alarm is to tell it.
    @inline(__always) func deadline(after limit: Nanoseconds) -> Nanoseconds {
        limit < longLimit ? limit.after(now) : .never
    }

    /// Sees to it that the alarm rings at a deadline, or before.
    @inline(__always) func note(_ deadline: Nanoseconds) {
        if nextRing.isAfter(deadline) { watch.schedule(deadline) }
    }
}
