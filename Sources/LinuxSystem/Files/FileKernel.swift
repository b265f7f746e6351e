import CLinux
import Glibc
import Kernel

/// What of the running kernel decides about files; it can change at any time.
package struct FileKernel: Hashable, Sendable {
    /// `fs.protected_*`, see proc_sys_fs(5); 0 where the kernel is too old to have one.
    package let protectedSymlinks: Int
    package let protectedHardlinks: Int
    package let protectedRegular: Int
    package let protectedFifos: Int
    /// The first two numbers of the release, see uname(2).
    package let major: Int
    package let minor: Int
    /// The highest kernel capability that it knows.
    package let lastCapability: Int

    /// Reads them now.
    ///
    /// - Throws: ``SystemError`` where proc(5) is not mounted, or may not be searched.
    package static func current() throws(SystemError) -> Self {
        let release = try release()
        return Self(
            protectedSymlinks: try SmallFile.number(at: "/proc/sys/fs/protected_symlinks"),
            protectedHardlinks: try SmallFile.number(at: "/proc/sys/fs/protected_hardlinks"),
            protectedRegular: try numberOfNewKernels("/proc/sys/fs/protected_regular"),
            protectedFifos: try numberOfNewKernels("/proc/sys/fs/protected_fifos"),
            major: release.major,
            minor: release.minor,
            lastCapability: CapabilityCalls.last
        )
    }

    /// Linux 4.19 and later have it.
    private static func numberOfNewKernels(_ path: String) throws(SystemError) -> Int {
        do throws(SystemError) {
            return try SmallFile.number(at: path)
        } catch  where error.code == ENOENT { return 0 }
    }

    private static func release() throws(SystemError) -> (major: Int, minor: Int) {
        var name = utsname()
        // SAFETY: the call fills the struct, whose texts end with a NUL.
        guard unsafe uname(&name) == 0 else { throw SystemError("uname(2)", "/", code: errno) }
        let numbers = unsafe withUnsafeBytes(of: name.release) { text in
            unsafe text.split(maxSplits: 2) { !(UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0) }
                .prefix(2).compactMap { unsafe Int(String(decoding: $0, as: UTF8.self)) }
        }
        guard numbers.count == 2 else { throw SystemError("uname(2)", "/", code: EINVAL) }
        return (numbers[0], numbers[1])
    }
}

/// How ids are shown to this process that have no mapping, see user_namespaces(7).
package struct ShownIDs: Hashable, Sendable {
    /// 65534 as a rule, see `overflowuid` in proc_sys_kernel(5).
    package let overflow: UInt32
    /// Whether all ids of the host are mapped, so that none of them is shown so.
    package let isComplete: Bool
    /// Whether the overflow id may be an id of this thread's: one that is mapped to it, or one that this
    /// thread has without a mapping.
    package let mayBeOwn: Bool

    package static func users() throws(SystemError) -> Self {
        try read("/proc/sys/kernel/overflowuid", "/proc/thread-self/uid_map") { own in
            [own.user.real, own.user.effective, own.user.fileSystem]
        }
    }

    package static func groups() throws(SystemError) -> Self {
        try read("/proc/sys/kernel/overflowgid", "/proc/thread-self/gid_map") { own in
            [own.group.real, own.group.effective, own.group.fileSystem] + own.groups
        }
    }

    private static func read(
        _ overflow: String,
        _ map: String,
        own ids: (ThreadCredentials) -> [UInt32]
    ) throws(SystemError) -> Self {
        let number = try SmallFile.number(at: overflow)
        let lines = String(decoding: try SmallFile.bytes(at: map), as: UTF8.self)
        let map = IDMap(parsing: lines) ?? IDMap([])
        let id = UInt32(clamping: number)
        let isMapped = map.outside(of: id) != nil
        let isHeld =
            map.isComplete || isMapped ? false : ids(try ProcessCalls.ownCredentials()).contains(id)
        return Self(overflow: id, isComplete: map.isComplete, mayBeOwn: isMapped || isHeld)
    }
}
