@_spi(ExperimentalCustomExecutors) @_spi(ExperimentalScheduling) package import _Concurrency
import CLinux
import Glibc

/// Runs the tasks of a program on its first thread and a few more, in place of libdispatch.
///
/// libdispatch starts five threads for the first task. It ends the process by a signal where proc(5) does not show them,
/// and waits forever for a thread that the system refuses. This executor continues with the threads that it has.
///
/// A task that blocks its thread delays other tasks, as with libdispatch: see ``BlockingThreads``.
@safe package final class ProgramExecutor: TaskExecutor, SchedulingExecutor, @unchecked Sendable {
    // INVARIANT: `state` is used only while `mutex` is locked. Both pointers are initialised once and live as long as
    // the process.
    private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
    private let change = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)
    private var state: State

    private struct State {
        /// The jobs that arrived, the last at the end, and the jobs that run next, the first at the end.
        var arrived: [UnownedJob] = []
        var leaving: [UnownedJob] = []
        /// Jobs and their times by the monotonic clock in nanoseconds, the earliest at the end.
        var sleeping: [(job: UnownedJob, time: Int64)] = []
        /// The number of threads that take the next jobs. The first thread is one of them before it runs.
        var idle = 1
        var threads = 1
        /// Whether one of them waits for the earliest time.
        var isWatched = false
        var width: Int

        var ready: Int { arrived.count + leaving.count }

        mutating func takeNext() -> UnownedJob? {
            if leaving.isEmpty { (leaving, arrived) = (arrived.reversed(), []) }
            return leaving.popLast()
        }

        mutating func wakeSleepers(at time: Int64) {
            while let last = sleeping.last, last.time <= time {
                arrived.append(last.job)
                sleeping.removeLast()
            }
        }

        /// Whether one more thread is useful, which is then counted. Sleeping jobs need a thread that waits for their
        /// time, even if a job blocks the other threads.
        mutating func addsThread() -> Bool {
            guard threads < width, ready > idle || idle == 0 && !sleeping.isEmpty else {
                return false
            }
            threads += 1
            idle += 1
            return true
        }
    }

    /// - Parameter width: The maximum number of threads, with the one that calls ``run()``.
    private init(width: Int) {
        state = State(width: width)
        // SAFETY: the memory is ours and not yet used. With default attributes the calls cannot fail.
        unsafe pthread_mutex_init(mutex, nil)
        unsafe pthread_cond_init(change, nil)
    }

    /// Runs a program: `body`, and every task of the process. No task may have been created before.
    package static func run(_ body: @escaping @Sendable () async -> Never) -> Never {
        _createExecutors(factory: Executors.self)
        Task { await body() }
        Executors.tasks.run()
    }

    /// Runs jobs on the calling thread.
    private func run() -> Never {
        lock()
        while true {
            if !state.sleeping.isEmpty { state.wakeSleepers(at: Self.now) }
            guard let job = state.takeNext() else {
                waitForChange()
                continue
            }
            state.idle -= 1
            let isWorkLeft = state.ready > 0 || !state.sleeping.isEmpty && !state.isWatched
            if state.idle > 0, isWorkLeft { unsafe pthread_cond_signal(change) }
            let addsThread = state.addsThread()
            unlock()
            if addsThread { addThread() }
            // With another executor than tasks without a preference have, each call of a function that is not isolated
            // would enqueue a job.
            unsafe job.runSynchronously(on: .generic)
            lock()
            state.idle += 1
        }
    }

    // The default searches the conformances of the whole program.
    package var asSchedulingExecutor: (any SchedulingExecutor)? { self }

    package func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        add { state in
            state.arrived.append(job)
            return false
        }
    }

    package func enqueue<C: Clock>(
        _ job: consuming ExecutorJob,
        after delay: C.Duration,
        tolerance: C.Duration?,
        clock: C
    ) {
        // A time that is read wrongly would let a deadline pass in silence. The clocks of the standard library, the
        // only ones that the runtime passes here in this program, all count in this unit.
        guard let delay = delay as? Duration else {
            preconditionFailure("a clock with a unit of its own")
        }
        let job = UnownedJob(job)
        // Long enough to be never, and short enough for a sum.
        let limited = min(max(delay, .zero), .seconds(1 << 32))
        let (seconds, attoseconds) = limited.components
        // Rounded up, since a sleep may not end too early.
        let time = Self.now + seconds * 1_000_000_000 + (attoseconds + 999_999_999) / 1_000_000_000
        add { state in
            let place = state.sleeping.lastIndex { $0.time > time }.map { $0 + 1 } ?? 0
            state.sleeping.insert((job, time), at: place)
            return place == state.sleeping.count - 1
        }
    }

    /// - Parameter add: Adds a job, and returns whether it has the earliest time.
    private func add(_ add: (inout State) -> Bool) {
        lock()
        if add(&state) {
            // The thread that waits for the time has to learn of an earlier one.
            unsafe pthread_cond_broadcast(change)
        } else if state.ready > 0 {
            unsafe pthread_cond_signal(change)
        }
        let addsThread = state.addsThread()
        unlock()
        if addsThread { addThread() }
    }

    /// Starts a thread that is already counted. If the system has no room for it, those that run have to suffice.
    private func addThread() {
        do throws(SystemError) {
            try startThread(named: "warrant-tasks") { self.run() }
        } catch {
            lock()
            state.threads -= 1
            state.idle -= 1
            state.width = state.threads
            unlock()
        }
    }

    private func lock() { unsafe pthread_mutex_lock(mutex) }

    private func unlock() { unsafe pthread_mutex_unlock(mutex) }

    /// Waits with the mutex unlocked until a job was added or the earliest time has come.
    private func waitForChange() {
        guard let time = state.sleeping.last?.time, !state.isWatched else {
            unsafe pthread_cond_wait(change, mutex)
            return
        }
        state.isWatched = true
        _ = unsafe clinux_cond_wait(change, mutex, time)
        state.isWatched = false
    }

    /// The executors that Swift's runtime asks for.
    private enum Executors: ExecutorFactory {
        static let tasks = ProgramExecutor(width: max(2, Int(clinux_processors())))
        static var defaultExecutor: any TaskExecutor { tasks }
        static var mainExecutor: any MainExecutor { NoMainActor() }
    }

    private static var now: Int64 {
        var time = timespec()
        // SAFETY: the call writes one timespec.
        unsafe clock_gettime(CLOCK_MONOTONIC, &time)
        return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
    }
}

/// The executor of the main actor, which nothing in the program uses. A job of it would never run, so it ends the
/// program at once.
private final class NoMainActor: MainExecutor {
    func enqueue(_ job: consuming ExecutorJob) { preconditionFailure("the main actor is used") }

    func run() throws {}

    func stop() {}
}

extension UnownedSerialExecutor {
    /// What tasks without an actor run on.
    fileprivate static var generic: Self {
        // SAFETY: the runtime's reference to no actor is two words of zero, see swift/ABI/Executor.h.
        unsafe unsafeBitCast((0, 0), to: Self.self)
    }
}
