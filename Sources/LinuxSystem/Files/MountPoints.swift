import Kernel

/// Where things are mounted, by the file system that holds the name rather than by a path: what is a mount
/// point by one way is one by every other way to the same name, see `EBUSY` in rename(2).
package struct MountPoints: Sendable {
    private struct Key: Hashable {
        let device: DeviceNumber
        /// From the root of the file system on.
        let path: [UInt8]
    }

    private var keys: Set<Key> = []
    /// The last names of all, so that most files need no path to be told apart.
    private var names: Set<[UInt8]> = []

    package static let none = MountPoints()

    private init() {}

    /// Reads the lines of proc_pid_mountinfo(5).
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

    /// Whether something is mounted on a file, in whatever way it is reached.
    ///
    /// - Parameter path: How it is reached by this mount.
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
    /// A path below the mount as the file system itself has it; nil for one that is not below it.
    fileprivate func ownPath(of path: String) -> [UInt8]? {
        let point = point == "/" ? "" : point
        guard path.utf8.starts(with: point.utf8) else { return nil }
        let rest = path.utf8.dropFirst(point.utf8.count)
        guard rest.isEmpty || rest.first == UInt8(ascii: "/") else { return nil }
        return Array(root == "/" ? "".utf8 : root.utf8) + rest
    }
}
