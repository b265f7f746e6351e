import Kernel

/// The control group that may restrict the devices of a process, see cgroups(7).
///
/// Version 1 has a controller `devices`. In version 2, programs attached by bpf(2) restrict devices, and only root can
/// see them. Neither restricts the first group of a hierarchy.
package enum DeviceGroup {
    /// Whether a process is in such a group; true if that cannot be read.
    ///
    /// - Parameter pid: Nil for the calling thread.
    package static func mayRefuse(_ pid: Int32?) -> Bool {
        let who = pid.map { "\(ProcessCalls.livingThread(ofProcess: $0))" } ?? "thread-self"
        do throws(SystemError) {
            return mayRefuse(groups: try SmallFile.bytes(at: "/proc/\(who)/cgroup"))
        } catch {
            // ENOENT: the kernel has no control groups.
            return error.errno != .ENOENT
        }
    }

    /// - Parameter groups: The lines of `/proc/PID/cgroup`, each with hierarchy, controllers and path.
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
