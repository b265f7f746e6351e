import LinuxCapabilities
import TestSupport
import Testing

@Suite struct `The state files of containers` {
    private let state: RecordedContainers
    private let docker = RecordedContainers.docker
    private let podman = RecordedContainers.podman

    init() throws { state = try RecordedContainers() }

    @Test func `runc shows a process and its start time`() async throws {
        try state.addRunc("web")

        let expected = FoundContainer.one(.started(pid: 10623, .startTime(1_529_763)))
        #expect(try await state.found("web") == expected)
        #expect(try await state.found("runc:web") == expected)
        #expect(try await state.found("crun:web") == .missing(nearest: nil))
    }

    @Test func `crun shows a process and its start time`() async throws {
        try state.addCrun("web")

        let expected = FoundContainer.one(.started(pid: 8032, .startTime(1_552_489)))
        #expect(try await state.found("crun:web") == expected)
    }

    @Test(arguments: ["web", "docker:web", RecordedContainers.docker, "095", "docker:095df6b72ed7"])
    func `Docker shows a process by name, id and beginning of an id`(name: String) async throws {
        try state.addDocker("web")

        #expect(
            try await state.found(name) == .one(.started(pid: 14615, .controlGroup(id: docker)))
        )
    }

    @Test(arguments: ["we", "09", "095DF6", "af"])
    func `Less than a name or three digits names no container`(name: String) async throws {
        try state.addDocker("web")

        guard case .missing = try await state.found(name) else {
            Issue.record("\(name) names a container")
            return
        }
    }

    @Test(arguments: ["web", "default/web", "containerd:default/web"])
    func `containerd shows a process in a namespace`(name: String) async throws {
        try state.addTask("web", in: "default")

        #expect(
            try await state.found(name) == .one(.started(pid: 8484, .controlGroup(id: "web")))
        )
        #expect(try await state.found("k8s.io/web") == .missing(nearest: "web"))
    }

    @Test(arguments: ["web", "podman:web", "98ade6"])
    func `podman shows a process once, although its runtime shows it too`(name: String) async throws
    {
        try state.addPodman("web")

        #expect(
            try await state.found(name) == .one(.started(pid: 14418, .controlGroup(id: podman)))
        )
    }

    @Test func `podman also lists containers that end with the boot`() async throws {
        try state.write(
            "run/containers/storage/overlay-containers/volatile-containers.json",
            "[{\"id\":\"\(podman)\",\"names\":[\"web\"]}]"
        )

        #expect(try await state.found("web") == .one(.absent("is not running")))
    }

    @Test func `A stopped container has no process`() async throws {
        try state.addDocker("web", isRunning: false, pid: 0)
        try state.addDocker("db", id: podman, isRunning: true, pid: 0)

        #expect(try await state.found("web") == .one(.absent("is not running")))
        #expect(try await state.found("db") == .one(.absent("is not running")))
    }

    @Test func `A container that waits for its start has no process of its own`() async throws {
        let expected = FoundContainer.one(.absent("is created, but not started"))
        try state.addRunc("a")
        try state.write("run/runc/a/exec.fifo")
        #expect(try await state.found("a") == expected)

        try state.addTask("b", in: "default")
        try state.write("run/containerd/runc/default/b/exec.fifo")
        #expect(try await state.found("b") == expected)

        try state.addPodman("c")
        try state.write("run/runc/\(podman)/exec.fifo")
        #expect(try await state.found("c") == expected)
    }

    @Test func `Containers with one name are all named`() async throws {
        try state.addRunc("web")
        try state.addDocker("web")
        try state.addTask("web", in: "default")
        try state.addTask("web", in: "k8s.io")

        #expect(
            try await state.found("web")
                == .several([
                    "docker:095df6b72ed7", "containerd:default/web", "containerd:k8s.io/web",
                    "runc:web",
                ])
        )
        for selector in ["docker:095df6b72ed7", "containerd:k8s.io/web", "runc:web"] {
            guard case .one = try await state.found(selector) else {
                Issue.record("\(selector) selects no container")
                continue
            }
        }
    }

    @Test func `Ids that begin alike are all named`() async throws {
        let other = docker.prefix(12) + String(repeating: "0", count: 52)
        try state.addDocker("a")
        try state.addDocker("b", id: String(other))

        guard case .several(let names) = try await state.found("095d") else {
            Issue.record("one of two containers was taken")
            return
        }
        #expect(names.count == 2)
    }

    @Test func `The nearest name is found`() async throws {
        try state.addRunc("frontend")
        try state.addDocker("database")

        #expect(try await state.found("databse") == .missing(nearest: "database"))
        #expect(try await state.found("fronted") == .missing(nearest: "frontend"))
        #expect(try await state.found("docker:fronted") == .missing(nearest: nil))
    }

    @Test func `No state files are no containers`() async throws {
        #expect(try await state.found("web") == .missing(nearest: nil))
    }

    @Test(arguments: ["run/runc/web/state.json", "run/runc/web", "run/runc", "run"])
    func `What other users could write is not trusted`(path: String) async throws {
        try state.addRunc("web")
        try state.folder.change(path, mode: 0o777)
        let whole = state.folder.path(of: path)
        #expect(
            try await state.found("web") == .unknown("another user could write `\(whole)`")
        )

        try state.folder.change(path, mode: 0o700)
        try state.folder.change(path, owner: 65534)
        #expect(
            try await state.found("web") == .unknown("another user could write `\(whole)`")
        )
    }

    @Test func `A symbolic link below a root is not followed`() async throws {
        try state.addRunc("real")
        try state.folder.link("run/runc/link", to: "real")
        try state.folder.folder("run/runc/web")
        try state.folder.link("run/runc/web/state.json", to: "../real/state.json")
        let root = state.folder.path(of: "run/runc")

        #expect(
            try await state.found("link")
                == .unknown("`\(root)/link` is neither a regular file nor a directory")
        )
        #expect(
            try await state.found("web")
                == .unknown("`\(root)/web/state.json` is neither a regular file nor a directory")
        )
    }

    @Test func `A root may be a link of root, not of another user`() async throws {
        try state.addRunc("web")
        try state.folder.folder("moved")
        let state = self.state
        let run = state.folder.path(of: "run")
        try state.folder.link("moved/run", to: run)
        let roots = ContainerRoots(running: state.folder.path(of: "moved/run"), lasting: nil)
        let finder = LiveContainers(in: [roots])
        guard case .one = try await finder.container(named: ContainerName("web")) else {
            Issue.record("the link is not followed")
            return
        }

        try state.folder.change("moved", mode: 0o777)
        let moved = state.folder.path(of: "moved")
        #expect(
            try await finder.container(named: ContainerName("web"))
                == .unknown("another user could write `\(moved)`")
        )
    }

    @Test(arguments: [
        ("", "not JSON at byte 1: a value is missing"),
        ("{}", "`init_process_pid` is missing"),
        ("[]", "a value is not an object"),
        ("{\"init_process_pid\":1}", "`init_process_start` is missing"),
        (
            "{\"init_process_pid\":0,\"init_process_start\":1}",
            "`init_process_pid` has an unexpected value"
        ),
        (
            "{\"init_process_pid\":-1,\"init_process_start\":1}",
            "`init_process_pid` has an unexpected value"
        ),
        (
            "{\"init_process_pid\":\"1\",\"init_process_start\":1}",
            "`init_process_pid` has an unexpected value"
        ),
        (
            "{\"init_process_pid\":1,\"init_process_start\":1.5}",
            "`init_process_start` has an unexpected value"
        ),
        ("{\"init_process_pid\":1,\"init_process_pid\":2}", "`init_process_pid` is there twice"),
        (
            "{\"init_process_pid\":1,\"init_process_start\":1} x",
            "not JSON at byte 47: something follows the value"
        ),
    ])
    func `A state that cannot be understood is not known`(
        text: String,
        problem: String
    ) async throws {
        try state.write("run/runc/web/state.json", text)
        let file = state.folder.path(of: "run/runc/web/state.json")

        #expect(
            try await state.found("web") == .unknown("`\(file)` cannot be understood: \(problem)")
        )
    }

    @Test(arguments: ["", "x", "0", "-1", "+1", "1 2", "99999999999"])
    func `A pid file without a pid is not understood`(text: String) async throws {
        try state.addTask("web", in: "default", pid: text)
        guard case .unknown(let problem) = try await state.found("web") else {
            Issue.record("\(text) is a pid")
            return
        }

        #expect(
            problem.hasSuffix("/default/web/init.pid` cannot be understood: it has no process id")
        )
    }

    @Test func `A state of more than a mebibyte is not read`() async throws {
        let text = "{\"a\":\"" + String(repeating: "a", count: 1 << 20) + "\"}"
        try state.write("run/runc/web/state.json", text)
        let file = state.folder.path(of: "run/runc/web/state.json")

        #expect(try await state.found("web") == .unknown("`\(file)` is too large"))
    }
}
