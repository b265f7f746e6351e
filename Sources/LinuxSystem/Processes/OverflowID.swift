import Kernel

extension ProcessCalls {
    package enum IDKind: String, Sendable { case user = "uid", group = "gid" }

    /// The id that stands for those which the user namespace of this process does not map; nil where it
    /// maps all of them, so that the id is somebody's.
    ///
    /// - SeeAlso: `/proc/sys/kernel/overflowuid` in proc_sys_kernel(5).
    package static func ownOverflow(_ kind: IDKind) throws(SystemError) -> UInt32? {
        let path = "/proc/self/\(kind.rawValue)_map"
        let text = String(decoding: try SmallFile.bytes(at: path), as: UTF8.self)
        let all = IDMap.Range(inside: 0, outside: 0, count: .max)
        guard IDMap(parsing: text)?.ranges != [all] else { return nil }
        let overflow = try SmallFile.number(at: "/proc/sys/kernel/overflow\(kind.rawValue)")
        return UInt32(truncatingIfNeeded: overflow)
    }
}
