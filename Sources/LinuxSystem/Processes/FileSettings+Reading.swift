import CLinux
import Glibc
package import Kernel

extension FileSettings {
    /// Reads the current settings, which can change at any time.
    ///
    /// - Throws: ``SystemError`` if proc(5) is not mounted, or may not be searched.
    package static func current() throws(SystemError) -> Self {
        Self(
            protectedSymlinks: try SmallFile.number(at: "/proc/sys/fs/protected_symlinks"),
            protectedHardlinks: try SmallFile.number(at: "/proc/sys/fs/protected_hardlinks"),
            protectedRegular: try numberOfNewKernels("/proc/sys/fs/protected_regular"),
            protectedFifos: try numberOfNewKernels("/proc/sys/fs/protected_fifos"),
            kernel: try version(),
            lastCapability: KernelCapability(rawValue: UInt8(CapabilityCalls.last))
                ?? .checkpointRestore
        )
    }

    /// Reads a file that exists in Linux 4.19 and later; 0 if it does not exist.
    private static func numberOfNewKernels(_ path: String) throws(SystemError) -> Int {
        do throws(SystemError) {
            return try SmallFile.number(at: path)
        } catch  where error.code == ENOENT { return 0 }
    }

    private static func version() throws(SystemError) -> KernelVersion {
        // Not uname(2), which a caller makes say 2.6 by personality(2).
        let path = "/proc/sys/kernel/osrelease"
        let numbers = try SmallFile.bytes(at: path)
            .split(maxSplits: 2) { !(UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0) }
            .prefix(2).compactMap { Int(String(decoding: $0, as: UTF8.self)) }
        guard numbers.count == 2 else { throw SystemError("read(2)", path, code: EINVAL) }
        return KernelVersion(numbers[0], numbers[1])
    }
}
