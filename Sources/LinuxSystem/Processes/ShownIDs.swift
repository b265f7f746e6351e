import Kernel

/// The way in which this process sees ids without a mapping, see user_namespaces(7).
package struct ShownIDs: Hashable, Sendable {
    /// The overflow id, usually 65534, see `overflowuid` in proc_sys_kernel(5).
    package let overflow: UInt32
    /// Whether all ids of the host are mapped, so that none is shown as the overflow id.
    package let isComplete: Bool
    /// Whether the overflow id may be an id of this thread: one that is mapped, or one that the thread has without a
    /// mapping.
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
