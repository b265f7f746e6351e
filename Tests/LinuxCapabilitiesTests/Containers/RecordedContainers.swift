import LinuxCapabilities
import TestSupport

/// Directories with state files as the runtimes wrote them, shortened to the members that are read and their
/// neighbours.
struct RecordedContainers {
    static let docker = "095df6b72ed7ead4285c254247972d52a2b9ab668228bc6d4893a9ba45c612af"
    static let podman = "98ade632d744e540aac176035bc3d35c6bc5d05588a09df707c1c07612bd35fc"

    let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
        for name in ["run", "lib"] { try folder.folder(name) }
    }

    /// The finder for these directories alone.
    var finder: LiveContainers {
        LiveContainers(in: [
            ContainerRoots(running: folder.path(of: "run"), lasting: folder.path(of: "lib"))
        ])
    }

    func found(_ name: String) async throws -> FoundContainer {
        try await finder.container(named: ContainerName(name))
    }

    /// Writes a file, and the directories above it.
    func write(_ path: String, _ text: String = "") throws {
        var above = ""
        for name in path.split(separator: "/").dropLast() {
            above += (above.isEmpty ? "" : "/") + name
            _ = try? folder.folder(above)
        }
        try folder.file(path, text)
    }

    /// runc 1.1.5.
    func addRunc(_ id: String, pid: Int32 = 10623, start: String = "1529763") throws {
        try write(
            "run/runc/\(id)/state.json",
            """
            {"id":"\(id)","init_process_pid":\(pid),"init_process_start":\(start),\
            "created":"2026-11-25T23:09:29.147872465Z","config":{"no_pivot_root":false,\
            "parent_death_signal":0,"rootfs":"/tmp/rc/b/rootfs","umask":null,"labels":\
            ["bundle=/tmp/rc/b"]},"rootless":false,"cgroup_paths":{"":"/sys/fs/cgroup/unified/\(id)"},\
            "external_descriptors":["/dev/null","/tmp/rc/out"],"intel_rdt_path":""}
            """
        )
    }

    /// crun 1.8.1.
    func addCrun(_ id: String) throws {
        try write(
            "run/crun/\(id)/status",
            """
            {
                "pid": 8032,
                "process-start-time": 1552489,
                "cgroup-path": "",
                "scope": "",
                "rootfs": "rootfs",
                "systemd-cgroup": false,
                "bundle": "/tmp/rc/b",
                "created": "2026-11-25T23:13:16.415647Z",
                "owner": "root",
                "detached": true,
                "external_descriptors": "[\\"/dev/null\\",\\"/tmp/rc/crun.out\\"]"
            }
            """
        )
    }

    /// Docker 20.10.24.
    func addDocker(
        _ name: String,
        id: String = docker,
        isRunning: Bool = true,
        pid: Int32 = 14615
    ) throws {
        try write(
            "lib/docker/containers/\(id)/config.v2.json",
            """
            {"StreamConfig":{},"State":{"Running":\(isRunning),"Paused":false,"Restarting":false,\
            "OOMKilled":false,"RemovalInProgress":false,"Dead":false,"Pid":\(pid),"ExitCode":0,\
            "Error":"","StartedAt":"2026-11-25T23:12:03.036794425Z",\
            "FinishedAt":"0001-01-01T00:00:00Z","Health":null},"ID":"\(id)",\
            "Created":"2026-11-25T23:12:02.816536956Z","Managed":false,"Path":"sleep",\
            "Args":["300"],"Config":{"Hostname":"vm","Env":null,"Cmd":["sleep","300"]},\
            "Name":"/\(name)","Driver":"vfs","OS":"linux","SecretReferences":null}
            """
        )
    }

    /// containerd 1.6.20.
    func addTask(_ id: String, in namespace: String, pid: String = "8484") throws {
        let tasks = "run/containerd/io.containerd.runtime.v2.task"
        try write("\(tasks)/\(namespace)/\(id)/init.pid", pid)
    }

    /// podman 4.3.1 with the driver vfs and the runtime runc, which has a state of the same container.
    func addPodman(_ name: String) throws {
        let id = Self.podman
        try write(
            "lib/containers/storage/vfs-containers/containers.json",
            """
            [{"id":"\(id)","names":["\(name)"],\
            "image":"d2d965b08700fd706100e70af4ffe8385c818393310a420dffac6fb6f768cb15",\
            "metadata":"{\\"image-name\\":\\"localhost/img:latest\\",\\"name\\":\\"\(name)\\"}",\
            "created":"2026-11-25T23:12:00.627856973Z","flags":{"MountLabel":"","ProcessLabel":""}}]
            """
        )
        try write("run/containers/storage/vfs-containers/\(id)/userdata/pidfile", "14418")
        try addRunc(id, pid: 14418)
    }
}
