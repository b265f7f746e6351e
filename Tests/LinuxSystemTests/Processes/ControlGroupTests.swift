import Foundation
import Glibc
import LinuxSystem
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(20))) struct `A control group` {
    /// The hierarchies in which systemd may keep units on this machine.
    private static let hierarchies = [
        "/sys/fs/cgroup/systemd", "/sys/fs/cgroup/unified", "/sys/fs/cgroup",
    ].filter { FileManager.default.fileExists(atPath: $0 + "/cgroup.procs") }
    private static let probe = URL(filePath: "/proc/self/exe").resolvingSymlinksInPath()
        .deletingLastPathComponent().appending(path: "PrivilegeProbe").path()

    /// A test's own group, with two groups below it.
    private struct Group {
        let path = "/warrant-test-\(UUID().uuidString)"
        let folder: String

        init(in hierarchy: String) throws {
            folder = hierarchy + path
            for name in ["below", "other"] {
                try FileManager.default.createDirectory(
                    atPath: "\(folder)/\(name)",
                    withIntermediateDirectories: true
                )
            }
        }

        func remove() {
            unsafe rmdir(folder + "/below")
            unsafe rmdir(folder + "/other")
            unsafe rmdir(folder)
        }

        /// Returns a command that joins the group and then executes another command.
        func command(in name: String = "", _ command: String...) -> [String] {
            ["sh", "-c", "echo $$ >\"$0\" && exec \"$@\"", "\(folder)\(name)/cgroup.procs"]
                + command
        }
    }

    private func pids(_ path: String) throws -> [Int32] {
        try ControlGroup.processes(of: path).map(\.pid)
    }

    @Test func `A control group hierarchy exists here`() { #expect(!Self.hierarchies.isEmpty) }

    /// It is in one of the lists at every moment. Whoever reads them one after another could miss it.
    @Test(arguments: hierarchies)
    func `A process that moves between groups below is not missed`(
        hierarchy: String
    ) async throws {
        let group = try Group(in: hierarchy)
        defer { group.remove() }
        let script = """
            echo $$ >"$0/below/cgroup.procs"
            head --bytes 1
            while :; do
                echo $$ >"$0/other/cgroup.procs"
                echo $$ >"$0/below/cgroup.procs"
            done
            """
        try await withChild(["sh", "-c", script, group.folder]) { child in
            defer { child.kill() }
            for _ in 0..<200 {
                let found = try pids(group.path)
                #expect(found.contains(child.pid))
            }
        }
    }

    @Test(arguments: hierarchies)
    func `A control group lists the processes in it and below it`(hierarchy: String) async throws {
        let group = try Group(in: hierarchy)
        defer { group.remove() }
        #expect(try pids(group.path) == [])
        try await withChild(group.command("cat")) { first in
            #expect(try pids(group.path) == [first.pid])
            try await withChild(group.command(in: "/below", "cat")) { second in
                #expect(try pids(group.path) == [first.pid, second.pid].sorted())
                #expect(try pids(group.path + "/below") == [second.pid])
                let facts = try ControlGroup.processes(of: group.path)
                #expect(facts.allSatisfy { $0.isInControlGroup(group.path) })
                // A process that has ended and is not reaped yet does not count.
                second.kill()
                #expect(try pids(group.path) == [first.pid])
            }
        }
    }

    /// The text of the name leads nowhere, as if the group did not exist.
    @Test(arguments: hierarchies)
    func `A control group with a name that is not text is an error`(hierarchy: String) throws {
        let group = try Group(in: hierarchy)
        defer { group.remove() }
        let below = Array(group.folder.utf8CString.dropLast()) + [0x2F, CChar(bitPattern: 0xFF), 0]
        #expect(unsafe mkdir(below, 0o755) == 0)
        defer { unsafe rmdir(below) }
        #expect(
            throws: ControlGroup.Failure.failed(
                SystemError("readdir(3)", group.folder, code: EILSEQ)
            )
        ) { try pids(group.path) }
    }

    @Test func `A missing control group is an error`() {
        #expect(
            throws: ControlGroup.Failure.failed(
                SystemError("open(2)", "control group /warrant-nosuch", code: ENOENT)
            )
        ) {
            try ControlGroup.processes(of: "/warrant-nosuch")
        }
    }

    /// The process has its own mount of which the root is the group above, like a container without a cgroup namespace.
    @Test(arguments: hierarchies)
    func `A control group is found below a partial mount`(hierarchy: String) async throws {
        let group = try Group(in: hierarchy)
        defer { group.remove() }
        let script = """
            mount --bind "$1" /mnt && mount -t tmpfs none /sys/fs/cgroup && mkdir /sys/fs/cgroup/x &&
            mount --move /mnt /sys/fs/cgroup/x && exec "$2" control-group "$3/below"
            """
        try await withChild(group.command(in: "/below", "cat")) { child in
            let inside = [
                "unshare", "--mount", "sh", "-euc", script, "sh", group.folder, Self.probe,
            ]
            let found = try await runCommand(inside + [group.path])
            #expect(found.output == "\(child.pid)\n", "\(found)")
        }
    }

    /// Version 2 writes 0 for a process that is not in this pid namespace.
    @Test(arguments: hierarchies.filter { !$0.hasSuffix("/systemd") })
    func `A control group with an invisible process is not known`(hierarchy: String) async throws {
        let group = try Group(in: hierarchy)
        defer { group.remove() }
        try await withChild(group.command("cat")) { _ in
            let inside = [
                "unshare", "--pid", "--fork", "--mount-proc", Self.probe, "control-group",
            ]
            let found = try await runCommand(inside + [group.path])
            #expect(
                found.output
                    == "one of its processes is in a pid namespace that is not visible here\n"
            )
        }
    }
}
