import Foundation
import TestSupport
import Testing

/// The commands of remedies for subjects that find other files at a path than the asking process.
@Suite struct `The path in a remedy` {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    /// Returns the commands among the remedies of a report.
    private static func commands(in report: String) -> [String] {
        report.split(separator: "\n").map { $0.trimmingPrefix(while: \.isWhitespace) }
            .filter { line in
                ["setfacl", "chmod", "chown", "mount", "usermod"].contains { line.hasPrefix($0) }
            }
            .map(String.init)
    }

    @Test(arguments: ["setfacl", "chmod"])
    func `A process in another mount namespace is given its own file`(
        tool: String
    ) async throws {
        try folder.folder("data")
        try folder.file("data/f", "ours")
        try folder.change("data/f", mode: 0o600)
        let script = """
            mount -t tmpfs -o mode=755 remedy "$1/data"
            umask 077; echo theirs > "$1/data/f"
            exec setpriv --reuid=nobody --clear-groups cat
            """
        try folder.change("", mode: 0o755)
        let command = ["unshare", "--mount", "sh", "-euc", script, "sh", folder.path]
        try await withChild(command) { child in
            let question = ["can", "--pid", "\(child.pid)", "read", "\(folder.path)/data/f"]
            let refused = try await folder.run([TemporaryFolder.program] + question)
            #expect(refused.status == 1, "\(refused)")
            let commands = Self.commands(in: refused.output)
            let remedy = try #require(commands.first { $0.hasPrefix(tool) }, "\(refused)")
            #expect(try await folder.run(["sh", "-euc", remedy]) == Ended(0))
            let permitted = try await folder.run([TemporaryFolder.program] + question)
            #expect(permitted.status == 0, "\(permitted)")
            let ours = try await folder.run(["stat", "--format=%a", "data/f"])
            #expect(ours.output == "600\n")
        }
    }

    @Test func `Options of a mount that only the process has have no command`() async throws {
        try folder.folder("data")
        try folder.file("data/f", "ours")
        try folder.change("", mode: 0o755)
        let script = """
            mount -t tmpfs -o ro remedy "$1/data"
            exec setpriv --reuid=nobody --clear-groups cat
            """
        let command = ["unshare", "--mount", "sh", "-euc", script, "sh", folder.path]
        try await withChild(command) { child in
            let question = ["--pid", "\(child.pid)", "create", "\(folder.path)/data/x"]
            let refused = try await folder.run([TemporaryFolder.program, "can"] + question)
            #expect(refused.status == 1, "\(refused)")
            #expect(Self.commands(in: refused.output).isEmpty, "\(refused)")
        }
    }

    @Test func `A process with another root directory joins groups by number`() async throws {
        try folder.file("f", "x")
        let script = """
            chown root:shadow "$1/f"; chmod 640 "$1/f"; chmod 755 "$1"
            mkdir "$1/usr"; mount --bind /usr "$1/usr"
            for name in bin lib lib64; do ln -s usr/$name "$1"; done
            exec chroot --userspec=65534:65534 --groups= "$1" cat
            """
        let command = ["unshare", "--mount", "sh", "-euc", script, "sh", folder.path]
        let group = try await folder.run(["sh", "-c", "getent group shadow | cut -d: -f3"]).output
            .trimmingCharacters(in: .newlines)
        try await withChild(command) { child in
            let question = ["can", "--pid", "\(child.pid)", "read", "/f"]
            let refused = try await folder.run([TemporaryFolder.program] + question)
            #expect(refused.output.contains("SupplementaryGroups=\(group)\n"), "\(refused)")
            #expect(refused.output.contains("--group-add=\(group) on its container"))
            #expect(Self.commands(in: refused.output).count == 2, "\(refused)")
            #expect(!refused.output.contains(" \(folder.path)"), "\(refused)")
        }
    }

    @Test func `A service is given the path of the host`() async throws {
        try folder.folder("data")
        try folder.file("data/f", "x")
        try folder.change("data/f", mode: 0o600)
        try folder.change("", mode: 0o755)
        try folder.file(
            "web.service",
            """
            [Service]
            ExecStart=/bin/true
            User=nobody
            StateDirectory=warrant-test-no-such
            StateDirectoryMode=0500
            BindPaths=\(folder.path)/data:/opt

            """
        )
        let asking = [TemporaryFolder.program, "can", "--unit-file", "web.service"]
        let bound = try await folder.run(asking + ["read", "/opt/f"])
        let commands = Self.commands(in: bound.output)
        #expect(!commands.isEmpty, "\(bound)")
        #expect(commands.allSatisfy { $0.hasSuffix(" \(folder.path)/data/f") }, "\(bound)")
        // systemd makes the directory with this mode at each start. Its owner can change the mode.
        let made = try await folder.run(asking + ["create", "/var/lib/warrant-test-no-such/x"])
        #expect(made.status != 0, "\(made)")
        #expect(Self.commands(in: made.output).isEmpty, "\(made)")
    }

    /// The setting refuses a write of the service, and not the command of an administrator.
    @Test(arguments: ["ProtectSystem=strict", "ReadOnlyPaths=/", "ProtectSystem=no"])
    func `A file on a mount that a setting makes read-only can be opened up`(
        setting: String
    ) async throws {
        try folder.file("f", "x")
        try folder.change("f", mode: 0o600)
        try folder.change("", mode: 0o755)
        try folder.file("web.service", "[Service]\nExecStart=/bin/true\nUser=nobody\n\(setting)\n")
        let asking = [TemporaryFolder.program, "can", "--unit-file", "web.service", "read", "f"]
        let refused = try await folder.run(asking)
        let command = try #require(Self.commands(in: refused.output).first, "\(refused)")
        #expect(command.hasPrefix("setfacl "), "\(refused)")
        // Nothing helps where the mount is read-only for the administrator too.
        let script = """
            mount --bind . . && mount -o remount,bind,ro . && cd "$PWD"
            exec "$1" can --unit-file web.service read f
            """
        let onReadOnly = try await folder.inNamespaces(script)
        #expect(onReadOnly.status == 1, "\(onReadOnly)")
        #expect(Self.commands(in: onReadOnly.output).isEmpty, "\(onReadOnly)")
        #expect(try await folder.run(["sh", "-c", command]).status == 0)
        #expect(try await folder.run(asking).status == 0)
    }
}
