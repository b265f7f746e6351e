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

    /// Lets all threads share a few heaps. Each of its own would reserve 64 MiB of address space.
    package static func shareHeaps() { _ = clinux_limit_heaps(2) }
}
