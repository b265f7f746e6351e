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
        guard limit > 0 else { return 0 }
        // SAFETY: the text lives until the call returns, and the kernel only reads it.
        let number = unsafe open("/", O_PATH | O_CLOEXEC)
        guard number >= 0 else { return 0 }
        defer { close(number) }
        return 1 + freeDescriptors(atMost: limit - 1)
    }

    /// How many more descriptors this process may have: `RLIMIT_NOFILE` without those that are open.
    package static var unusedDescriptors: Int {
        let all = Int(clamping: limit(of: RLIMIT_NOFILE))
        do throws(SystemError) {
            return max(0, all - (try openDescriptors()))
        } catch {
            // The cause may be that no descriptor is left for the look itself.
            return 0
        }
    }

    /// Since Linux 6.2, the size of the directory is the number of its entries (proc_fd_getattr in fs/proc/fd.c).
    private static func openDescriptors() throws(SystemError) -> Int {
        var status = stat()
        // SAFETY: the text lives until the call returns, and the call writes one `struct stat`.
        if unsafe stat("/proc/self/fd", &status) == 0, status.st_size > 0 {
            return Int(status.st_size)
        }
        return try Directory.names(at: "/proc/self/fd").count
    }

    /// Lets a write beyond `RLIMIT_FSIZE` fail with `EFBIG`. The signal SIGXFSZ would end the program without a message.
    package static func ignoreFileSizeSignal() {
        _ = Glibc.signal(SIGXFSZ, SIG_IGN)
    }

    /// The maximum size of the first thread's stack, in bytes, without the arguments and the environment that lie there.
    package static var stack: UInt64 {
        let all = limit(of: RLIMIT_STACK)
        // The texts take at most a quarter of a larger stack, see execve(2).
        guard all < 1 << 20 else { return all }
        let arguments = CommandLine.arguments.reduce(0) { $0 + $1.utf8.count + 9 }
        let texts = UInt64(arguments + clinux_environment_size())
        return all > texts ? all - texts : 0
    }

    /// The number of the first argument that is not UTF-8; nil if all are. Swift repairs such an argument, so that it
    /// names another file.
    package static var repairedArgument: Int? {
        (1..<max(1, Int(CommandLine.argc))).first { number in
            // SAFETY: the kernel passes `argc` texts, each with a NUL at its end.
            guard let text = unsafe CommandLine.unsafeArgv[number] else { return false }
            return unsafe String(validatingCString: text) == nil
        }
    }

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

    /// Lets signals end this process. A caller that had blocked some, as a thread of a test runner may, passed that on;
    /// see signal(7).
    package static func unblockSignals() {
        var none = sigset_t()
        unsafe sigemptyset(&none)
        unsafe pthread_sigmask(SIG_SETMASK, &none, nil)
    }

    /// Makes all threads share a few heaps. A heap for each thread would reserve 64 MiB of address space.
    package static func shareHeaps() { _ = clinux_limit_heaps(2) }
}
