import CLinux
import Glibc

/// A counting semaphore for threads that Warrant starts. Threads of Swift's pool never wait on it.
@safe package final class Semaphore: @unchecked Sendable {
    // INVARIANT: the pointer is set once, points to an initialised sem_t until deinit, and is
    // given only to sem_wait and sem_post, which threads may call at the same time; see sem_overview(7).
    private let semaphore = UnsafeMutablePointer<sem_t>.allocate(capacity: 1)

    package init() {
        // SAFETY: the memory is ours; 0 is below SEM_VALUE_MAX, so the call cannot fail.
        unsafe sem_init(semaphore, 0, 0)
    }

    deinit {
        // SAFETY: each waiting thread holds a reference, so no thread waits now.
        unsafe sem_destroy(semaphore)
        unsafe semaphore.deallocate()
    }

    package func signal() { unsafe sem_post(semaphore) }

    package func wait() {
        while unsafe sem_wait(semaphore) != 0 && errno == EINTR {}
    }

    /// - Returns: Whether the semaphore was signalled within this many seconds.
    package func wait(seconds: Int) -> Bool { unsafe clinux_sem_wait(semaphore, seconds) == 0 }
}
