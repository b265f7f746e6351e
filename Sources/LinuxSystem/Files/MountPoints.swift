import Kernel

/// The mount points, identified by file system and name instead of by path. A mount point on one path to a name is a
/// mount point on every other path to that name, see `EBUSY` in rename(2).
package struct MountPoints: Sendable {
    private struct Key: Hashable {
        let device: DeviceNumber
        /// The path from the root of the file system.
        let path: [UInt8]
    }

    private var keys: Set<Key> = []
    /// The last names of all mount points. Most files are ruled out by their names, without a path.
    private var names: Set<[UInt8]> = []

    package static let none = MountPoints()

    private init() {}

    /// Parses the lines of proc_pid_mountinfo(5).
    init(mountInfo text: [UInt8]) {
        var mounts: [UInt64: MountStatus] = [:]
        var points: [(parent: UInt64, point: String)] = []
        for line in text.split(separator: UInt8(ascii: "\n")) {
            let numbers = line.split(separator: UInt8(ascii: " "), maxSplits: 2).prefix(2)
                .compactMap { UInt64(String(decoding: $0, as: UTF8.self)) }
            guard numbers.count == 2, let mount = MountStatus(mountInfoLine: line) else { continue }
            mounts[numbers[0]] = mount
            points.append((numbers[1], mount.point))
        }
        for (parent, point) in points {
            guard let above = mounts[parent], let path = above.ownPath(of: point) else { continue }
            keys.insert(Key(device: above.device, path: path))
            if let name = path.split(separator: UInt8(ascii: "/")).last {
                names.insert(Array(name))
            }
        }
    }

    /// Whether something is mounted on a file, on any path to it.
    ///
    /// - Parameter path: The path to the file through this mount.
    package func contains(
        _ path: @autoclosure () -> String,
        named name: [UInt8],
        on mount: MountStatus
    ) -> Bool {
        guard names.contains(name), let own = mount.ownPath(of: path()) else { return false }
        return keys.contains(Key(device: mount.device, path: own))
    }
}

extension MountStatus {
    /// Returns a path below the mount as a path in the file system itself, or nil if it is not below the mount.
    fileprivate func ownPath(of path: String) -> [UInt8]? {
        let point = point == "/" ? "" : point
        guard path.utf8.starts(with: point.utf8) else { return nil }
        let rest = path.utf8.dropFirst(point.utf8.count)
        guard rest.isEmpty || rest.first == UInt8(ascii: "/") else { return nil }
        return Array(root == "/" ? "".utf8 : root.utf8) + rest
    }
}
