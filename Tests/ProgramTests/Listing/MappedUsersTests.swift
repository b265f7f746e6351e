import TestSupport
import Testing

/// A mount that maps the ids 0 to 65535 of its file system to 100000 to 165535.
@Suite struct `Users who may use a file on an idmapped mount` {
    /// Makes a folder that all users may write, and mounts it at `mapped` in a mount namespace of its own.
    private static let mount = """
        import ctypes, os, struct, subprocess, sys
        libc = ctypes.CDLL(None, use_errno=True)
        def call(number, *arguments):
            found = libc.syscall(number, *arguments)
            if found < 0:
                sys.exit(f"{number}: {os.strerror(ctypes.get_errno())}")
            return found
        child = subprocess.Popen(["unshare", "--user", "sh", "-c", "echo; exec cat"],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        child.stdout.readline()
        for kind in "ug":
            with open(f"/proc/{child.pid}/{kind}id_map", "w") as file:
                file.write("0 100000 65536")
        namespace = os.open(f"/proc/{child.pid}/ns/user", os.O_RDONLY)
        tree = call(428, -100, b"own", 1 | 0o2000000)
        change = struct.pack("QQQQ", 0x100000, 0, 0, namespace)
        call(442, tree, b"", 0x1000, change, len(change))
        call(429, tree, b"", -100, b"mapped", 4)
        child.stdin.close()
        child.wait()
        sys.exit(subprocess.run(sys.argv[1:]).returncode)
        """

    let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
        for name in ["own", "mapped"] { try folder.folder(name) }
        try folder.file("mount.py", Self.mount)
    }

    private func run(_ command: String...) async throws -> Ended {
        let script = "mount -t tmpfs -o mode=1777 own own && exec python3 mount.py \"$@\""
        return try await folder.run(["unshare", "-m", "sh", "-euc", script, "sh"] + command)
    }

    @Test func `Only users whom the mount maps may create a file`() async throws {
        for (user, isMapped) in [("112345", true), ("12345", false)] {
            let ids = ["setpriv", "--reuid", user, "--regid", user, "--clear-groups"]
            let real = try await run("sh", "-c", ids.joined(separator: " ") + " touch mapped/x")
            #expect((real.status == 0) == isMapped, "\(real)")
        }
        let ended = try await run(TemporaryFolder.program, "who-can", "create", "mapped/new")
        #expect(ended.status == 2)
        #expect(
            ended.output.contains("depends on whether an idmapped mount on the path maps the user"),
            "\(ended)"
        )
    }

    @Test func `The map does not matter to a directory that all users may list`() async throws {
        let ended = try await run(TemporaryFolder.program, "who-can", "list", "mapped")
        #expect(ended == Ended(0, output: "✓ every user may list \(folder.path)/mapped\n"))
    }
}
