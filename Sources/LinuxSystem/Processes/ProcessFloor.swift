import CLinux
import Glibc

/// The resources that this process has, and their limits, see getrlimit(2).
package enum ProcessFloor {
    /// Fills each closed standard descriptor with one that can be neither read nor written.
    ///
    /// Otherwise a file or socket that is opened later would become the standard output, and the report go there.
    package static func reserveStandardDescriptors() {
        for number in STDIN_FILENO...STDERR_FILENO where fcntl(number, F_GETFD) < 0 {
            // The lowest free number is this one.
            // SAFETY: the text lives until the call returns, and the kernel only reads it.
            _ = unsafe open("/", O_PATH)
        }
    }

    /// Returns how many descriptors can be opened, counted up to a limit.
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

    /// How many more descriptors this process may have: `RLIMIT_NOFILE` without those that are open.
    package static var unusedDescriptors: Int {
        let all = Int(clamping: limit(of: RLIMIT_NOFILE))
        do throws(SystemError) {
            return max(0, all - (try Directory.names(at: "/proc/self/fd").count))
        } catch {
            // The cause may be that no descriptor is left for the look itself.
            return 0
        }
    }

    /// Lets a write beyond `RLIMIT_FSIZE` fail with `EFBIG`. The signal SIGXFSZ would end the program without a message.
    package static func ignoreFileSizeSignal() {
        _ = Glibc.signal(SIGXFSZ, SIG_IGN)
    }

    /// Whether proc(5) shows each thread of this process by its id, as libdispatch takes for granted: it reads
    /// `/proc/TID/stat` of its threads, and ends the process if it cannot.
    ///
    /// Landlock and AppArmor may permit `/proc/self` alone. A proc of another pid namespace shows other threads, and may
    /// have one of each number that is looked for.
    package static var showsThreads: Bool {
        var text = [CChar](repeating: 0, count: 16)
        // SAFETY: the call reads the path, and writes at most all bytes of `text` but the last.
        let count = unsafe readlink("/proc/self", &text, text.count - 1)
        // Without proc(5), the program has no arguments either.
        guard count > 0 else { return true }
        let number = text.prefix(count).map { UInt8(bitPattern: $0) }
        let isOwn = String(decoding: number, as: UTF8.self) == "\(getpid())"
        // Whoever may open a file beside /proc/self may open those of the threads.
        if isOwn, canOpen("/proc/stat") || errno == ENOENT { return true }
        return showsAnotherThread
    }

    /// Whether another thread can open its file. Where the system has no room for a thread, that is not the problem.
    private static var showsAnotherThread: Bool {
        var ends: [Int32] = [-1, -1]
        // SAFETY: the call writes two numbers.
        guard unsafe pipe2(&ends, O_CLOEXEC) == 0 else { return true }
        let reading = Descriptor(owning: ends[0])
        let writing = ends[1]
        do throws(SystemError) {
            try startThread(named: "warrant-floor") {
                var answer: UInt8 = canOpen("/proc/\(clinux_gettid())/stat") ? 1 : 0
                // SAFETY: the call reads one byte.
                _ = unsafe write(writing, &answer, 1)
                close(writing)
            }
        } catch {
            close(writing)
            return true
        }
        var answer: UInt8 = 1
        // SAFETY: the call writes one byte.
        while unsafe read(reading.number, &answer, 1) < 0, errno == EINTR {}
        return answer == 1
    }

    private static func canOpen(_ path: String) -> Bool {
        // SAFETY: the text lives until the call returns, and the kernel only reads it.
        let number = unsafe open(path, O_RDONLY | O_CLOEXEC)
        if number >= 0 { close(number) }
        return number >= 0
    }

    /// The maximum size of the first thread's stack, in bytes.
    package static var stack: UInt64 { limit(of: RLIMIT_STACK) }

    /// The maximum size of the mapped memory, in bytes: `RLIMIT_AS`.
    package static var addressSpace: UInt64 { limit(of: RLIMIT_AS) }

    /// The maximum size of the writable mapped memory, in bytes: `RLIMIT_DATA`.
    package static var data: UInt64 { limit(of: RLIMIT_DATA) }

    private static func limit(of resource: __rlimit_resource) -> UInt64 {
        var limit = rlimit()
        // SAFETY: the call writes one `struct rlimit`.
        guard unsafe getrlimit(__rlimit_resource_t(resource.rawValue), &limit) == 0 else {
            return .max
        }
        return UInt64(limit.rlim_cur)
    }

    /// The calls that the Swift runtime needs to wait and that a seccomp(2) filter refuses.
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

    /// Makes all threads share a few heaps. A heap for each thread would reserve 64 MiB of address space.
    package static func shareHeaps() { _ = clinux_limit_heaps(2) }
}
