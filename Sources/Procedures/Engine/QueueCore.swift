import Logging
import Synchronization

/// The state that the runs of one queue share.
final class QueueCore: Sendable, AbandonedCount {
    let width: Int
    let slots: Slots
    let timer: DeadlineTimer
    private let hasSystemTime: Bool
    /// A condition with a limit of at least this length gets its deadline at the next ring of the alarm, at most a
    /// second later. To read the clock for each condition costs more than most conditions do.
    private let longLimit: Nanoseconds
    /// True if conditions may ask, according to `deadlines`.
    let mayRemedy: Bool
    private let watch: DeadlineWatch
    private let nextRing: NextRing
    let deadlines: Deadlines
    /// The limit of a condition in `deadlines`.
    let conditionLimit: Nanoseconds
    let exclusion: ProcessExclusion
    let observers: [any Observer]
    let logger: Logger?
    /// Whether what is enqueued has the task-local values of its caller.
    let keepsTaskLocals: Bool
    let flights = SingleFlight<AwaitedProcedure>()
    /// The number of conditions and looks that continue after their procedure abandoned them.
    let abandoned = Atomic(0)
    /// The number of procedures whose work continues after a deadline cancelled it.
    let overrunning = Atomic(0)
    let active = ActiveRuns()
    /// Nil if nothing is logged.
    let bodies: BodyWatch?

    init(
        width: Int,
        deadlines: Deadlines,
        exclusion: ProcessExclusion,
        observers: [any Observer],
        logger: Logger?,
        keepsTaskLocals: Bool,
        timer: DeadlineTimer,
        bodyLimit: Duration
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
        bodies = logger == nil ? nil : BodyWatch(active, limit: bodyLimit)
        self.keepsTaskLocals = keepsTaskLocals
    }

    /// The clock and the count for waits of the queue's procedures.
    var patience: Patience { Patience(timer: timer, count: self) }

    @inline(__always) var hasTooManyAbandoned: Bool {
        abandoned.load(ordering: .relaxed) >= Patience.abandonedLimit
    }

    func countAbandoned(_ change: Int) { abandoned.wrappingAdd(change, ordering: .relaxed) }

    /// - Returns: True if the last run ended within the limit.
    func isIdle(_ idle: Ending<Void>, within limit: Duration) async -> Bool {
        await withDeadline(limit, on: timer) { await idle.wait() } != nil
    }

    // Both are used for every condition. They are inlined, and avoid the timer if possible. Otherwise all threads would
    // retain and release the same object.
    @inline(__always) var now: Nanoseconds {
        hasSystemTime ? DeadlineTimer.systemTime : timer.now
    }

    /// Returns the deadline of a condition that begins now, or `.never` if the alarm sets it later.
    @inline(__always) func deadline(after limit: Nanoseconds) -> Nanoseconds {
        limit < longLimit ? limit.after(now) : .never
    }

    /// Makes the alarm ring at `deadline` or before.
    @inline(__always) func note(_ deadline: Nanoseconds) {
        if nextRing.isAfter(deadline) { watch.schedule(deadline) }
    }
}
