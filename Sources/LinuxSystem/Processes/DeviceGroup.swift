import Kernel

/// The control group that may limit which devices a process uses; see cgroups(7).
///
/// Version 1 has a controller `devices`, and version 2 leaves it to programs that are attached by bpf(2),
/// which only root can see. Neither limits the first group of a hierarchy.
package enum DeviceGroup {
    /// Whether a process is in such a group, or that cannot be read.
    ///
    /// - Parameter pid: nil for the calling thread.
    package static func mayRefuse(_ pid: Int32?) -> Bool {
        let who = pid.map { "\(ProcessCalls.livingThread(ofProcess: $0))" } ?? "thread-self"
        do throws(SystemError) {
            return mayRefuse(groups: try SmallFile.bytes(at: "/proc/\(who)/cgroup"))
        } catch {
            // ENOENT is that of a kernel without control groups.
            return error.errno != .ENOENT
        }
    }

    /// - Parameter groups: The lines of `/proc/PID/cgroup`, each hierarchy, controllers and path.
    package static func mayRefuse(groups: [UInt8]) -> Bool {
        groups.split(separator: UInt8(ascii: "\n")).contains { line in
            let fields = String(decoding: line, as: UTF8.self).split(
                separator: ":",
                maxSplits: 2,
                omittingEmptySubsequences: false
            )
            guard fields.count == 3, fields[2] != "/" else { return false }
            return fields[0] == "0" || fields[1].split(separator: ",").contains("devices")
        }
    }
}
