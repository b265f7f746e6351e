import Capabilities
import Foundation
import Kernel
import LinuxCapabilities
import LinuxSystem
import Procedures
import TestSupport
import Testing

/// A process whose main thread has ended while another lives. proc(5) then shows no files, root directory or namespaces
/// of the main thread.
@Suite(.timeLimit(.minutes(20))) struct `Process without its main thread` {
    private static let program = PortJudge.builds.appending(path: "ZombieLeader").path()
    private static let asNobody = ["setpriv", "--reuid=65534", "--regid=65534", "--clear-groups"]

    @Test func `The facts of a process come from its living threads`() async throws {
        try await withChild([Self.program]) { child in
            let facts = try ProcessHandle(pid: child.pid).facts()
            #expect(facts.threads.count == 1 && facts.threads[0].thread != child.pid)
            #expect(facts.namespaces == .success(try Namespaces.own()))
            let own = String(decoding: try SmallFile.bytes(at: "/proc/self/cgroup"), as: UTF8.self)
            #expect(facts.controlGroups.allSatisfy { own.contains($0) })
            #expect(facts.root != nil)
        }
    }

    @Test func `The access of a process does not need its main thread`() async throws {
        try await withChild(Self.asNobody + [Self.program]) { child in
            let nobody = Subject.process(pid: child.pid)
            for asking in FileAccess.Asking.allCases {
                let open = FileAccess(.read, "/etc/passwd", as: nobody, asking: asking)
                #expect(await open.verdict().isAuthorized)
                guard
                    case .denied = await FileAccess(
                        .read,
                        "/etc/shadow",
                        as: nobody,
                        asking: asking
                    ).verdict()
                else {
                    Issue.record("expected a no")
                    continue
                }
            }
            let high = NetworkReachability.bind("tcp:127.0.97.1:9701", as: nobody)
            #expect(await high.verdict().isAuthorized)
            let low = NetworkReachability.bind("tcp:127.0.97.1:97", as: nobody)
            #expect(!(await low.verdict().isAuthorized))
        }
        try await withChild([Self.program]) { child in
            let root = ProcessCapability(.chown, as: .process(pid: child.pid))
            #expect(await root.verdict().isAuthorized)
        }
    }

    /// The process has another root directory and other namespaces.
    @Test func `The mounts of a process do not need its main thread`() async throws {
        let folder = try TemporaryFolder()
        try folder.folder("etc")
        try folder.file("etc/only-here")
        let script = """
            mount --bind "$1" /mnt && mount --bind "$2" /mnt/etc/only-here && exec "$2"
            """
        let command = ["unshare", "--mount", "--net", "sh", "-c", script, "sh"]
        try await withChild(command + [folder.path, Self.program]) { child in
            let there = Subject.process(pid: child.pid)
            let file = FileAccess(.read, "/mnt/etc/only-here", as: there)
            #expect(await file.verdict().isAuthorized)
            let route = NetworkReachability.route(to: "192.0.2.7", as: there)
            #expect(!(await route.verdict().isAuthorized))
        }
    }
}
