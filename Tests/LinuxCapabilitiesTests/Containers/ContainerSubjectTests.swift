import Capabilities
import Kernel
import LinuxCapabilities
import LinuxSystem
import Procedures
import TestSupport
import Testing

@Suite struct `A container as a subject` {
    private static let id = RecordedContainers.docker

    private static func text(_ found: FoundSubject) -> String {
        switch found {
        case .known(let identity): "known \(identity.credentials.user.fileSystem)"
        case .unknown(let reason): "\(reason.code.rawValue): \(reason.object) \(reason.message)"
        }
    }

    private static func text(
        _ container: ContainerProcess?,
        in group: String = "/docker/\(id)",
        startTime: UInt64 = 5
    ) async throws -> String {
        let host = Host.whole { facts in
            facts.containers["web"] = container
            facts.processes[7] = ProcessFacts(
                pid: 7,
                startTime: startTime,
                threads: [ThreadCredentials(thread: 7, user: 5, group: 6)],
                namespaces: .success(.all(1)),
                controlGroups: ["/", group]
            )
        }
        return text(try await host.identity(of: .container("web")))
    }

    private static let elsewhere =
        "container-process-elsewhere: container web has first process 7 in its state file; here, "
        + "that is another process by now"

    @Test func `The start time shows that the process is still the same`() async throws {
        let process = ContainerProcess.started(pid: 7, .startTime(5))

        #expect(try await Self.text(process) == "known 5")
        #expect(try await Self.text(process, startTime: 6) == Self.elsewhere)
    }

    @Test(arguments: [
        "/docker/\(id)", "/system.slice/docker-\(id).scope",
        "/system.slice/docker-\(id).scope/init",
        "/kubepods/pod1/cri-containerd-\(id).scope", "/libpod_parent/libpod-\(id)",
        "/system.slice:docker:\(id)",
    ])
    func `A control group shows that the process is still the same`(group: String) async throws {
        let process = ContainerProcess.started(pid: 7, .controlGroup(id: Self.id))

        #expect(try await Self.text(process, in: group) == "known 5")
    }

    /// A name that a person chose may be a part of the names of other groups.
    @Test(arguments: [
        ("1", "/user.slice/session-1.scope", false), ("init", "/init.scope", false),
        ("web", "/system.slice/app-web.scope", false), ("web", "/default/web", true),
    ])
    func `A group belongs to a chosen id only by the whole name`(
        id: String,
        group: String,
        isSame: Bool
    ) async throws {
        let process = ContainerProcess.started(pid: 7, .controlGroup(id: id))

        #expect(try await Self.text(process, in: group) == (isSame ? "known 5" : Self.elsewhere))
    }

    @Test(arguments: [
        "/", "/docker", "/docker/x\(id)", "/docker/\(id)x", "/docker/\(id.dropLast())",
        "/docker/\(id).service",
    ])
    func `A control group with another name is that of another process`(
        group: String
    ) async throws {
        let process = ContainerProcess.started(pid: 7, .controlGroup(id: Self.id))

        #expect(try await Self.text(process, in: group) == Self.elsewhere)
    }

    @Test func `A container without a process has no answer`() async throws {
        #expect(
            try await Self.text(.started(pid: 8, .startTime(5)))
                == "container-not-running: container web is not running: its process 8 has ended"
        )
        #expect(
            try await Self.text(.absent("is not running"))
                == "container-not-running: container web is not running"
        )
        #expect(
            try await Self.text(nil) == "subject-missing: container web does not exist here"
        )
        let invalid = try await Host.whole().identity(of: .container("a b"))
        #expect(
            Self.text(invalid)
                == "subject-invalid: container a b is not a valid container name; write NAME, ID "
                + "or RUNTIME:NAME"
        )
    }

    @Test func `A name that is wrong or not unique has no answer`() async throws {
        let state = try RecordedContainers()
        let host = Host.whole().asking(Host.containerFamily, by: state.finder)
        try state.addRunc("web")
        #expect(
            Self.text(try await host.identity(of: .container("wbe")))
                == "subject-missing: container wbe does not exist here; did you mean `web`?"
        )
        try state.addDocker("web")
        #expect(
            Self.text(try await host.identity(of: .container("web")))
                == "container-ambiguous: container web is the name of several containers: "
                + "`docker:095df6b72ed7`, `runc:web`"
        )
        let file = try state.folder.change("run/runc/web/state.json", mode: 0o666)
        #expect(
            Self.text(try await host.identity(of: .container("runc:web")))
                == "subject-unreadable: container runc:web is not known: another user could write "
                + "`\(file)`"
        )
    }

    /// A refusal to a container that is not known must not satisfy a `forbid`.
    @Test func `Every question about a missing container is undetermined`() async {
        let subject = Subject.container("web")
        let host = Host.whole()

        for capability in [
            FileAccess(.read, "/etc/shadow", as: subject, on: host) as any Capability,
            ProcessCapability(.sysAdmin, as: subject, on: host),
            ProcessCapability(.sysAdmin, in: .bounding, as: subject, on: host),
            ProcessTracing(.any, as: subject, on: host),
        ] {
            guard case .undetermined = await capability.verdict() else {
                Issue.record("\(capability.name) has an answer")
                continue
            }
        }
    }
}
