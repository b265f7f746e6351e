import CLinux
import Glibc

/// Starts a detached thread that takes no signals and runs `body` to its end.
///
/// - Throws: ``SystemError`` with `EAGAIN` if the system has no room for a thread.
/// - SeeAlso: pthread_create(3).
package func startThread(
    named name: String,
    _ body: @escaping @Sendable () -> Void
) throws(SystemError) {
    let boxed = unsafe Unmanaged.passRetained(ThreadBody(name: name, run: body))
    let code = withSignalsBlocked { () -> Int32 in
        var attributes = pthread_attr_t()
        unsafe pthread_attr_init(&attributes)
        defer { unsafe pthread_attr_destroy(&attributes) }
        unsafe pthread_attr_setdetachstate(&attributes, Int32(PTHREAD_CREATE_DETACHED))
        unsafe pthread_attr_setstacksize(&attributes, 1 << 20)
        var thread = pthread_t()
        return unsafe pthread_create(&thread, &attributes, threadMain, boxed.toOpaque())
    }
    guard code == 0 else {
        unsafe boxed.release()
        let remedy = "raise the limit with `ulimit -u`, or TasksMax= of its unit"
        throw SystemError("pthread_create(3)", name, code: code, remedy: remedy)
    }
}

private final class ThreadBody: Sendable {
    let name: String
    let run: @Sendable () -> Void

    init(name: String, run: @escaping @Sendable () -> Void) {
        self.name = name
        self.run = run
    }
}

private func threadMain(_ context: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
    guard let context = unsafe context else { return nil }
    // SAFETY: the pointer is the retained box that startThread passed, taken exactly once.
    let body = unsafe Unmanaged<ThreadBody>.fromOpaque(context).takeRetainedValue()
    // A name of more than 15 bytes is refused, see pthread_setname_np(3).
    _ = unsafe pthread_setname_np(pthread_self(), String(body.name.prefix(15)))
    body.run()
    return nil
}

/// Blocks all signals while a thread is created. The new thread inherits that mask, so signals stay with the program's
/// own threads.
private func withSignalsBlocked(_ body: () -> Int32) -> Int32 {
    var all = sigset_t()
    var before = sigset_t()
    unsafe sigfillset(&all)
    unsafe pthread_sigmask(SIG_SETMASK, &all, &before)
    defer { _ = unsafe pthread_sigmask(SIG_SETMASK, &before, nil) }
    return body()
}
