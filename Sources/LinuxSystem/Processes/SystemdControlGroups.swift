/// The control groups in which systemd keeps its units.
package enum SystemdControlGroups {
    /// `CGROUP2_SUPER_MAGIC` and `TMPFS_MAGIC`, see statfs(2).
    private static let (cgroup2, tmpfs): (Int64, Int64) = (0x6367_7270, 0x0102_1994)

    /// Whether they are of version 2, alone or beside the controllers of version 1; nil if that cannot be read.
    ///
    /// - SeeAlso: `cg_unified_cached` in src/basic/cgroup-util.c of systemd.
    package static var areUnified: Bool? {
        switch type(of: "/sys/fs/cgroup") {
        case cgroup2: return true
        case tmpfs:
            let below = ["unified", "systemd"].map { type(of: "/sys/fs/cgroup/\($0)") }
            return below.contains(cgroup2) ? true : below[1] == nil ? nil : false
        default: return nil
        }
    }

    private static func type(of path: String) -> Int64? {
        guard let place = try? FileCalls.openPlace(path, follow: true) else { return nil }
        return try? FileSystemCalls.type(of: place, at: path)
    }
}
