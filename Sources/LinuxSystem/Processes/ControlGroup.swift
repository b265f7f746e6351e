import Glibc
import Kernel

/// A control group with all groups below it, as systemd manages them for its units; see cgroups(7).
///
/// The group is looked up in the hierarchy of version 2, in that of version 1 with the name `systemd`, or in both,
/// which is called hybrid. A process belongs to the group if it is in the group in one of them.
package struct ControlGroup {
    /// The reason why the processes of a group are unknown.
    package enum Failure: Error, Hashable, Sendable {
        /// A process belongs to a pid namespace that is not visible from ours.
        case hiddenProcess
        /// New processes appeared during each of three rounds.
        case unsettled
        case failed(SystemError)
    }

    private static let rounds = 3

    /// The path of the group from the root of its hierarchy.
    private let path: String
    /// The folder of the group in each hierarchy that has it.
    private let folders: [String]

    /// Returns the readable facts of every process of a group, in the order of their ids.
    ///
    /// It reads processes until a new listing contains only processes already read.
    ///
    /// - Parameter path: The group as `/proc/PID/cgroup` and systemd write it: `/system.slice/a.service`.
    package static func processes(of path: String) throws(Failure) -> [ProcessFacts] {
        let group: ControlGroup
        do { group = try ControlGroup(path) } catch { throw .failed(error) }
        for _ in 0..<rounds {
            var read: [Int32: ProcessFacts] = [:]
            for pid in try group.ids() { read[pid] = try facts(of: pid) }
            if try group.isEverything(read) { return read.values.sorted { $0.pid < $1.pid } }
        }
        throw .unsettled
    }

    /// - Throws: ``SystemError`` with `ENOENT` if no mounted hierarchy has the group.
    private init(_ path: String) throws(SystemError) {
        let mounts = "/proc/thread-self/mountinfo"
        var folders: [DeviceNumber: String] = [:]
        for line in try SmallFile.bytes(at: mounts, limit: 1 << 26).split(separator: 0x0A) {
            guard let mount = MountStatus(mountInfoLine: line), mount.hasUnits,
                folders[mount.device] == nil, let folder = mount.folder(ofGroup: path)
            else { continue }
            // SAFETY: the call only reads the path.
            if unsafe access(Self.list(in: folder), F_OK) == 0 { folders[mount.device] = folder }
        }
        guard !folders.isEmpty else {
            throw SystemError("open(2)", "control group \(path)", code: ENOENT)
        }
        self.path = path
        self.folders = folders.values.sorted()
    }

    private static func list(in folder: String) -> String { folder + "/cgroup.procs" }

    private func isEverything(_ read: [Int32: ProcessFacts]) throws(Failure) -> Bool {
        for pid in try ids() {
            let start = try? ProcessCalls.startTime(ofProcess: pid)
            if let known = read[pid], known.startTime == start { continue }
            // A process that has ended stays in the list until its end is complete.
            if try Self.facts(of: pid) != nil { return false }
        }
        return true
    }

    /// - Returns: nil for a process that has ended.
    private static func facts(of pid: Int32) throws(Failure) -> ProcessFacts? {
        do throws(SystemError) {
            return try ProcessHandle(pid: pid).facts()
        } catch {
            guard error.code == ESRCH else { throw .failed(error) }
            return nil
        }
    }

    private func ids() throws(Failure) -> Set<Int32> {
        var found: Set<Int32> = []
        do throws(SystemError) {
            var hasGroups = false
            for folder in folders {
                found.formUnion(try Self.ids(in: folder, isTop: true, &hasGroups))
            }
            if hasGroups { found.formUnion(try everyone()) }
        } catch {
            throw .failed(error)
        }
        // The kernel writes 0 for a process without an id in our pid namespace.
        guard !found.contains(0) else { throw .hiddenProcess }
        return found
    }

    /// Returns the processes of the group by looking at every process. One that moves between groups below this one
    /// could be missed in the lists of all of them.
    private func everyone() throws(SystemError) -> [Int32] {
        try Directory.names(at: "/proc").compactMap { Int32($0) }.filter { pid in
            // A process that has ended, or that is hidden, is in no group here.
            (try? ProcessHandle.controlGroups(in: "/proc/\(pid)"))?.areWithin(path) ?? false
        }
    }

    /// - Parameter hasGroups: Becomes true if there is a group in the folder.
    private static func ids(
        in folder: String,
        isTop: Bool,
        _ hasGroups: inout Bool
    ) throws(SystemError) -> Set<Int32> {
        do throws(SystemError) {
            let text = try SmallFile.bytes(at: list(in: folder), limit: 1 << 26)
            var found = Set(
                text.split(separator: 0x0A).compactMap {
                    Int32(String(decoding: $0, as: UTF8.self))
                }
            )
            for name in try Directory.folderNames(at: folder) {
                hasGroups = true
                found.formUnion(try ids(in: "\(folder)/\(name)", isTop: false, &hasGroups))
            }
            return found
        } catch  where !isTop && [ENOENT, ENODEV, EOPNOTSUPP].contains(error.code) {
            // The group was removed meanwhile, or it is a threaded group, whose processes are listed in a group above.
            return []
        }
    }
}

extension ControlGroup.Failure: CustomStringConvertible {
    package var description: String {
        switch self {
        case .hiddenProcess: "one of its processes is in a pid namespace that is not visible here"
        case .unsettled: "it starts processes faster than they can be looked at"
        case .failed(let error): "\(error)"
        }
    }
}

extension MountStatus {
    /// Whether the mount is a hierarchy in which systemd manages its units.
    fileprivate var hasUnits: Bool {
        switch type {
        case "cgroup2": true
        case "cgroup": option("name") == "systemd"
        default: false
        }
    }

    /// Returns the directory of a group, or nil if this mount does not show it.
    fileprivate func folder(ofGroup path: String) -> String? {
        if root == "/" { return point + path }
        guard path.isSamePath(as: root) || path.utf8.starts(with: (root + "/").utf8) else {
            return nil
        }
        return point + Substring(path.utf8.dropFirst(root.utf8.count))
    }
}
