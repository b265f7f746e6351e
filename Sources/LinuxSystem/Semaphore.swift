import CLinux
import Glibc

/// A counting semaphore for threads of our own; never waited on by a thread of Swift's pool.
@safe package final class Semaphore: @unchecked Sendable {
    // INVARIANT: the pointer is set once, points to an initialised sem_t until deinit, and is
    // given only to sem_wait and sem_post, which threads may call at the same time; see sem_overview(7).
    private let semaphore = UnsafeMutablePointer<sem_t>.allocate(capacity: 1)

    package init() {
        // SAFETY: the memory is ours; 0 is below SEM_VALUE_MAX, so that the call cannot fail.
        unsafe sem_init(semaphore, 0, 0)
    }

    deinit {
        // SAFETY: whoever waits holds a reference, so that nobody does now.
        unsafe sem_destroy(semaphore)
        unsafe semaphore.deallocate()
    }

    package func signal() { unsafe sem_post(semaphore) }

    package func wait() {
        while unsafe sem_wait(semaphore) != 0 && errno == EINTR {}
    }

    /// - Returns: Whether it was signalled within so many seconds.
    package func wait(seconds: Int) -> Bool { unsafe clinux_sem_wait(semaphore, seconds) == 0 }
}
