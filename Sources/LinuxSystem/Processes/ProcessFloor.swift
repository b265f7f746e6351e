import CLinux
import Glibc

/// What this process has at the least of the limits that getrlimit(2) describes.
package enum ProcessFloor {
    /// How many descriptors can be opened, counted up to a limit.
    package static func freeDescriptors(atMost limit: Int) -> Int {
        var opened: [Int32] = []
        defer { for descriptor in opened { close(descriptor) } }
        while opened.count < limit {
            // SAFETY: the text lives until the call returns, and the kernel only reads it.
            let number =
                unsafe opened.first.map { fcntl($0, F_DUPFD_CLOEXEC, 0) }
                ?? open("/", O_PATH | O_CLOEXEC)
            guard number >= 0 else { break }
            opened.append(number)
        }
        return opened.count
    }

    /// How large the stack of the first thread may become, in bytes.
    package static var stack: UInt64 { limit(of: RLIMIT_STACK) }

    /// How much may be mapped, in bytes: `RLIMIT_AS`.
    package static var addressSpace: UInt64 { limit(of: RLIMIT_AS) }

    /// How much of what is mapped may be written, in bytes: `RLIMIT_DATA`.
    package static var data: UInt64 { limit(of: RLIMIT_DATA) }

    private static func limit(of resource: __rlimit_resource) -> UInt64 {
        var limit = rlimit()
        // SAFETY: the call writes one `struct rlimit`.
        guard unsafe getrlimit(__rlimit_resource_t(resource.rawValue), &limit) == 0 else {
            return .max
        }
        return UInt64(limit.rlim_cur)
    }

    /// The calls by which Swift's runtime waits, so far as a seccomp(2) filter refuses them.
    package static var refusedCalls: [String] {
        guard clinux_prctl(PR_GET_SECCOMP, 0) != 0 else { return [] }
        let queue = epoll_create1(clinux_epoll_close_on_exec)
        let event = eventfd(0, clinux_eventfd_flags)
        defer {
            close(queue)
            close(event)
        }
        var ticket: UInt64 = 0
        let results = [
            ("epoll_create1(2)", queue),
            ("eventfd2(2)", event),
            (
                "epoll_ctl(2)",
                clinux_epoll_watch(queue, EPOLL_CTL_ADD, event, clinux_epoll_readable, 0)
            ),
            // SAFETY: the call writes one number at most, and does not wait.
            ("epoll_wait(2)", unsafe clinux_epoll_wait(queue, &ticket, 1, 0)),
            ("gettid(2)", clinux_gettid()),
            ("prctl(2)", clinux_prctl(PR_GET_NO_NEW_PRIVS, 0)),
        ]
        return results.filter { $0.1 < 0 }.map { $0.0 }
    }

    /// Lets all threads share a few heaps. Each of its own would reserve 64 MiB of address space.
    package static func shareHeaps() { _ = clinux_limit_heaps(2) }
}
