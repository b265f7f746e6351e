package import LinuxSystem
import Text

/// The first process of a container, as the state files of its runtime show it.
package enum ContainerProcess: Hashable, Sendable {
    case started(pid: Int32, Proof)
    /// There is no process, with the reason. It continues the container's name.
    case absent(String)

    /// The property by which the process is recognized. Its id alone may belong to another process by now.
    package enum Proof: Hashable, Sendable {
        /// The start time, in clock ticks since boot.
        case startTime(UInt64)
        /// A control group with the id of the container in its name.
        case controlGroup(id: String)
    }
}

extension ContainerProcess.Proof {
    package func holds(for process: ProcessFacts) -> Bool {
        switch self {
        case .startTime(let time): process.startTime == time
        case .controlGroup(let id):
            process.controlGroups.contains { group in
                group.pathNames.contains { Self.belongs($0, to: id) }
            }
        }
    }

    /// Returns whether a group has the name that a runtime gives it: the id, after the name of a manager or not, and as
    /// a scope of systemd or not: `4f5a`, `libpod-4f5a`, `docker-4f5a.scope`. An id that a person chose may be a part of
    /// other names too: `1` of `session-1.scope`.
    private static func belongs(_ group: Substring, to id: String) -> Bool {
        guard ListedContainer.isGenerated(id) else { return group == id }
        let scope = ".scope"
        let name = group.hasSuffix(scope) ? group.dropLast(scope.count) : group
        return name == id || ["-", ":"].contains { name.hasSuffix($0 + id) }
    }
}

// The files, as the runtimes write them. None of their formats is documented, apart from the source code.
extension ContainerProcess {
    static let notStarted = Self.absent("is created, but not started")

    /// Reads the state of runc, as of version 1.0.
    ///
    /// - SeeAlso: `BaseState` in libcontainer/container.go of runc.
    init(runcState bytes: [UInt8]) throws(InvalidJSON) {
        let state = try JSONObject(bytes)
        self = .started(
            pid: try state.pid("init_process_pid"),
            .startTime(try state.number("init_process_start"))
        )
    }

    /// Reads the status of crun, as of version 0.21.
    ///
    /// - SeeAlso: `libcrun_write_container_status` in src/libcrun/status.c of crun.
    init(crunStatus bytes: [UInt8]) throws(InvalidJSON) {
        let state = try JSONObject(bytes)
        self = .started(
            pid: try state.pid("pid"),
            .startTime(try state.number("process-start-time"))
        )
    }

    /// Reads the state of Docker, as of version 1.10. It outlives the daemon and the boot.
    ///
    /// - SeeAlso: `State` in container/state.go of moby.
    init(dockerConfig bytes: [UInt8], id: String) throws(InvalidJSON) {
        let state = try JSONObject(bytes).object("State")
        // A container between two starts runs, and has no process.
        guard try state.bool("Running"), try state.number("Pid") != 0 else {
            self = .absent("is not running")
            return
        }
        self = .started(pid: try state.pid("Pid"), .controlGroup(id: id))
    }

    /// Reads a file with the number of the process alone, as containerd and conmon write it.
    init(pidFile bytes: [UInt8], id: String) throws(InvalidJSON) {
        let text = String(decoding: bytes, as: UTF8.self)
        let number = text.utf8.last == 0x0A ? text.dropLast() : Substring(text)
        guard let pid = Int32(number), pid > 0, number.utf8.first != 0x2B else {
            throw InvalidJSON("it has no process id")
        }
        self = .started(pid: pid, .controlGroup(id: id))
    }
}
