import Capabilities
import Foundation
import LinuxCapabilities
import Procedures
import TestSupport
import Testing

/// A container of runc(8) that ends. Tests/DecisionTests judges random ones that run.
@Suite(.timeLimit(.minutes(1))) struct `A container of runc` {
    @Test func `A container that has ended has no answer`() async throws {
        try #require(
            FileManager.default.isExecutableFile(atPath: "/usr/sbin/runc"),
            "runc is missing; run scripts/install-packages"
        )
        let container = try RuncContainer()
        let capability = FileAccess(.read, "/", as: container.subject, on: container.host)
        let before = try await container.running {
            let verdict = await capability.verdict()
            try await container.runc("kill", container.id, "KILL")
            // The process ends after the signal, at some time. Nothing may wait for its end.
            while try await !container.runc("state", container.id).contains("\"stopped\"") {
                await Task.yield()
            }
            return (verdict, await capability.verdict())
        }
        let after = await capability.verdict()

        #expect(before.0.isAuthorized)
        #expect(before.1.reasons.map(\.code.rawValue) == ["container-not-running"])
        #expect(after.reasons.map(\.code.rawValue) == ["subject-missing"])
    }
}

/// A container below a folder of its own.
private struct RuncContainer {
    let id = "warrant-\(ProcessInfo.processInfo.processIdentifier)"
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
        for name in [
            "run", "run/runc", "bundle", "bundle/rootfs", "bundle/rootfs/usr", "bundle/rootfs/proc",
        ] {
            try folder.folder(name)
        }
        for name in ["bin", "lib", "lib64"] {
            try folder.link("bundle/rootfs/\(name)", to: "usr/\(name)")
        }
        try folder.file(
            "bundle/config.json",
            """
            {"ociVersion": "1.0.2", "root": {"path": "rootfs"},
            "process": {"cwd": "/", "args": ["/bin/sleep", "infinity"], "env": ["PATH=/bin"],
            "user": {"uid": 0, "gid": 0}},
            "mounts": [{"destination": "/proc", "type": "proc", "source": "proc"},
            {"destination": "/usr", "type": "bind", "source": "/usr",
            "options": ["rbind", "ro"]}],
            "linux": {"cgroupsPath": "/\(id)", "namespaces": [{"type": "mount"}, {"type": "pid"}]}}
            """
        )
    }

    var subject: Subject { .container(id) }

    /// This machine, whose containers are those of this folder.
    var host: LinuxCapabilities.Host {
        let roots = ContainerRoots(running: folder.path(of: "run"), lasting: nil)
        let live = LinuxCapabilities.Host.live
        return live.asking(LinuxCapabilities.Host.containerFamily, by: LiveContainers(in: [roots]))
    }

    @discardableResult
    func runc(_ arguments: String...) async throws -> String {
        let command = ["runc", "--root", folder.path(of: "run/runc")] + arguments
        // A descriptor of the container's output would stay open until the container ends.
        let quiet = ["sh", "-c", "exec \"$@\" </dev/null 2>&1", "sh"]
        return try await runCommand(quiet + command, in: folder.path(of: "bundle"))
            .success(of: command)
    }

    func running<Value>(_ body: () async throws -> Value) async throws -> Value {
        let start = [
            "sh", "-c", "exec runc --root \"$1\" run --detach \"$2\" </dev/null >/dev/null 2>log",
            "sh", folder.path(of: "run/runc"), id,
        ]
        let started = try await runCommand(start, in: folder.path(of: "bundle"))
        let log = try? String(contentsOfFile: folder.path(of: "bundle/log"), encoding: .utf8)
        try #require(started.status == 0, "\(log ?? "")")
        let result: Result<Value, any Error>
        do { result = .success(try await body()) } catch { result = .failure(error) }
        try await runc("delete", "--force", id)
        return try result.get()
    }
}
