import TestSupport
import Testing

/// A mount that maps the users 0 to 65535 of its file system to 100000 to 165535.
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
        for kind, first in ("u", 100000), ("g", int(sys.argv[1])):
            with open(f"/proc/{child.pid}/{kind}id_map", "w") as file:
                file.write(f"0 {first} 65536")
        namespace = os.open(f"/proc/{child.pid}/ns/user", os.O_RDONLY)
        tree = call(428, -100, b"own", 1 | 0o2000000)
        change = struct.pack("QQQQ", 0x100000, 0, 0, namespace)
        call(442, tree, b"", 0x1000, change, len(change))
        call(429, tree, b"", -100, b"mapped", 4)
        child.stdin.close()
        child.wait()
        sys.exit(subprocess.run(sys.argv[2:]).returncode)
        """

    let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
        for name in ["own", "mapped"] { try folder.folder(name) }
        try folder.file("mount.py", Self.mount)
    }

    private func run(_ command: String..., groups: Int = 100_000) async throws -> Ended {
        let script =
            "mount -t tmpfs -o mode=1777 own own && exec python3 mount.py \(groups) \"$@\""
        return try await folder.run(["unshare", "-m", "sh", "-euc", script, "sh"] + command)
    }

    /// The groups are mapped to those from 100000 on, or to others.
    @Test(arguments: [100_000, 300_000])
    func `A user may create a file only if the mount maps its ids`(groups: Int) async throws {
        for (user, group, isMapped) in [(112_345, groups + 5, true), (12345, 12345, false)] {
            let ids = "setpriv --reuid \(user) --regid \(group) --clear-groups"
            let real = try await run("sh", "-c", "\(ids) touch mapped/x", groups: groups)
            #expect((real.status == 0) == isMapped, "\(real)")
        }
        let program = TemporaryFolder.program
        let ended = try await run(program, "who-can", "create", "mapped/new", groups: groups)
        #expect(ended.status == 2)
        let output = ended.output.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        let reason =
            "others depends on whether an idmapped mount on the path maps the ids of the user; "
            + "ask about one with `warrant can --as USER:GROUP`"
        #expect(output.contains(reason), "\(ended)")
    }

    @Test func `The map does not matter to a directory that all users may list`() async throws {
        let ended = try await run(TemporaryFolder.program, "who-can", "list", "mapped")
        #expect(ended == Ended(0, output: "✓ every user may list \(folder.path)/mapped\n"))
    }
}
