import CLinux
import Glibc
import Synchronization

/// Threads for calls that can block without limit: statx on a dead file system, NSS, getaddrinfo.
///
/// A few threads serve the usual case. If all of them are stuck and no call begins for some milliseconds, threads are
/// added up to a limit. So calls that wait for a dead file system do not delay other calls. A cancelled caller gets its
/// answer at once, and its call is abandoned and counted until it returns. When all possible threads are occupied by
/// such calls, no new call is started.
package final class BlockingThreads: Sendable {
    package static let shared = BlockingThreads(width: 8, limit: 72)

    private struct State {
        /// The calls that arrived, the last at the end, and the calls that start next, the first at the end.
        var arrived: [BlockingCall] = []
        var leaving: [BlockingCall] = []
        /// The number of calls that ever began. It shows whether the queue moves.
        var begun = 0
        var idle = 0
        var threads = 0
        var abandoned = 0
        var isWatched = false

        var queued: Int { arrived.count + leaving.count }

        /// Keeps no reference to the call, whose body may hold objects that its caller releases.
        mutating func takeNext() -> BlockingCall {
            if leaving.isEmpty { (leaving, arrived) = (arrived.reversed(), []) }
            return leaving.removeLast()
        }
    }

    /// How long the queue may stand still before a thread is added.
    private static let patience = 5_000_000  // nanoseconds

    private let width: Int
    private let limit: Int
    private let state = Mutex(State())
    private let wake = Semaphore()

    /// - Parameters:
    ///   - width: The number of threads while calls return.
    ///   - limit: The maximum number of threads.
    package init(width: Int, limit: Int) {
        self.width = width
        self.limit = limit
    }

    /// The number of calls that were abandoned by their callers and have not returned yet.
    package var abandonedCount: Int { state.withLock { $0.abandoned } }

    /// Runs a call that can block outside of Swift's own threads.
    ///
    /// - Parameter object: The object of the call, for the error.
    /// - Throws: What `body` throws; `CancellationError` as soon as the caller is cancelled; ``SystemError`` with
    ///   `EBUSY` if too many abandoned calls have not returned.
    package func run<Success: Sendable>(
        _ object: String,
        _ body: @escaping @Sendable () throws -> Success
    ) async throws -> Success {
        let answer = Answer<Success>()
        let call = BlockingCall { answer.settle(Result(catching: body)) }
        return try await withTaskCancellationHandler {
            try await answer.value { try start(call, object) }
        } onCancel: {
            answer.settle(.failure(CancellationError()))
            abandon(call)
        }
    }

    /// Runs a call that can block, while this thread waits for it.
    ///
    /// - Returns: nil if the call has not returned within this many seconds. It is then abandoned.
    /// - Throws: What `body` throws; ``SystemError`` as ``run(_:_:)``.
    func wait<Success: Sendable>(
        _ object: String,
        seconds: Int,
        _ body: @escaping @Sendable () throws(SystemError) -> Success
    ) throws(SystemError) -> Success? {
        let found = Mutex(Result<Success, SystemError>?.none)
        let isDone = Semaphore()
        let call = BlockingCall {
            let result = Result(catching: body)
            found.withLock { $0 = result }
            isDone.signal()
        }
        try start(call, object)
        guard isDone.wait(seconds: seconds) else {
            abandon(call)
            return nil
        }
        return try found.withLock { $0 }?.get()
    }

    private enum Need { case nothing, thread, watch }

    private func start(_ call: BlockingCall, _ object: String) throws(SystemError) {
        let need = try state.withLock { (state) throws(SystemError) -> Need in
            guard state.abandoned < limit else {
                throw SystemError(
                    "\(state.abandoned) calls that never returned",
                    object,
                    code: EBUSY
                )
            }
            state.arrived.append(call)
            guard state.idle < state.queued else { return .nothing }
            if state.threads - state.abandoned < width, state.threads < limit {
                state.threads += 1
                return .thread
            }
            guard !state.isWatched else { return .nothing }
            state.isWatched = true
            return .watch
        }
        switch need {
        case .nothing: break
        case .thread: try addThread()
        case .watch: addWatch()
        }
        wake.signal()
    }

    private func addThread() throws(SystemError) {
        do {
            try startThread(named: "warrant-block") { self.work() }
        } catch {
            // Without any thread the call would wait for ever. With one, it only waits its turn.
            let others = state.withLock { (state) -> Int in
                state.threads -= 1
                return state.threads - state.abandoned
            }
            if others == 0 { throw error }
        }
    }

    /// Starts the watch. If there is no room for its thread, the calls only wait their turn.
    private func addWatch() {
        do {
            try startThread(named: "warrant-watch") { self.watch() }
        } catch {
            state.withLock { $0.isWatched = false }
        }
    }

    /// Adds a thread whenever the queue stands still, and ends when the queue is empty.
    private func watch() {
        var seen = -1
        while true {
            let (mustAdd, isOver) = state.withLock { state -> (Bool, Bool) in
                guard state.queued > 0 else {
                    state.isWatched = false
                    return (false, true)
                }
                let stands = state.begun == seen && state.idle == 0 && state.threads < limit
                seen = state.begun
                if stands { state.threads += 1 }
                return (stands, false)
            }
            if isOver { return }
            if mustAdd { try? addThread() }
            var pause = timespec(tv_sec: 0, tv_nsec: Self.patience)
            // SAFETY: the call only reads one timespec; after a pause cut short, the loop looks again.
            _ = unsafe nanosleep(&pause, nil)
        }
    }

    private func work() {
        while true {
            let call = nextCall()
            guard call.begin() else { continue }
            call.run()
            let mayStay = state.withLock { (state) -> Bool in
                if call.end() { state.abandoned -= 1 }
                guard state.threads - state.abandoned > width else { return true }
                state.threads -= 1
                return false
            }
            guard mayStay else { return }
        }
    }

    /// Waits for the next call. INVARIANT: the semaphore counts the calls that wait.
    private func nextCall() -> BlockingCall {
        state.withLock { $0.idle += 1 }
        wake.wait()
        return state.withLock { state in
            state.idle -= 1
            state.begun += 1
            return state.takeNext()
        }
    }

    private func abandon(_ call: BlockingCall) {
        state.withLock { state in
            if call.abandon() { state.abandoned += 1 }
        }
    }
}
