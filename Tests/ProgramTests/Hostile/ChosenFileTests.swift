import TestSupport
import Testing

/// A policy that another user wrote, or led root to.
@Suite struct `A file that another user chose` {
    private static let secret = "s3cret"

    let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
        try folder.file("secret.yaml", "\(Self.secret): [\n\(Self.secret)", mode: 0o600)
        try folder.folder("theirs")
        let text = "warrant: 1\nname: x\ninclude: { s: ../secret.yaml }\nrequire: [{ read: /x }]\n"
        try folder.file("theirs/p.yaml", text)
        try folder.file("theirs/a.test.yaml", "warrant: 1\npolicy: ../secret.yaml\ncases: []\n")
        try folder.link("theirs/link.yaml", to: "../secret.yaml")
        for name in ["theirs", "theirs/p.yaml", "theirs/a.test.yaml"] {
            try folder.change(name, owner: 4242)
        }
    }

    private static let commands = [
        ["check"], ["check", "--allow-writable-policy"], ["lint"], ["show"], ["test"],
        ["record"], ["record", "--allow-writable-policy"], ["check", "--format", "json"],
        ["lint", "--format", "github"], ["compare", "theirs/p.yaml"],
    ]

    @Test(arguments: commands, ["p.yaml", "link.yaml", "a.test.yaml"])
    func `A command shows no text that the author may not read`(command: [String], name: String)
        async throws
    {
        for caller in [Caller.root, .nobodyReadingAll] {
            let program = try await folder.sharedProgram()
            let ended = try await folder.run(
                caller.command + [program] + command + ["theirs/\(name)"]
            )
            #expect(ended.status >= 64, "\(ended)")
            #expect(!(ended.output + ended.errors).contains(Self.secret), "\(ended)")
        }
    }

    @Test func `A policy is judged before its includes are read`() async throws {
        let ended = try await folder.warrant("check", "theirs/p.yaml")
        #expect(
            ended
                == Ended(
                    65,
                    output: """
                        theirs/p.yaml:1:1: others could write the policy: `theirs/p.yaml` belongs to \
                        uid 4242, as does a directory on the way; copy the policy to /etc/warrant, or \
                        pass --allow-writable-policy [writable-policy]

                        """
                )
        )
    }

    @Test func `An include that its author may not read is refused with the reason`() async throws {
        let ended = try await folder.warrant("check", "--allow-writable-policy", "theirs/p.yaml")
        #expect(
            ended
                == Ended(
                    65,
                    output: """
                        theirs/p.yaml:3:15: cannot read `../secret.yaml`: the user who wrote \
                        this path may not be allowed to read the file; include a file that its \
                        author may read [unreadable-include]

                        """
                )
        )
        let linked = try await folder.warrant("lint", "theirs/link.yaml")
        #expect(linked.status == 66)
        #expect(
            linked.output.contains(
                "the user who wrote this path may not be allowed to read the file"
            )
        )
    }

    @Test func `An include that its author may read is accepted`() async throws {
        try folder.file("secret.yaml", "warrant: 1\nname: s\nrequire: [{ read: /etc/passwd }]\n")
        try folder.file(
            "theirs/p.yaml",
            "warrant: 1\nname: x\ninclude: { s: ../secret.yaml }\nrequire: [{ read: /etc/group }]\n"
        )
        let ended = try await folder.warrant("check", "--allow-writable-policy", "theirs/p.yaml")
        #expect(ended.status == 0, "\(ended)")
        try folder.file("theirs/q.yaml", "warrant: 1\nname: x\nrequire: [{ read: /etc/passwd }]\n")
        try folder.change("theirs/q.yaml", owner: 4242)
        try folder.change("theirs/q.yaml", mode: 0o600)
        try folder.change("theirs", mode: 0o700)
        #expect(try await folder.warrant("show", "theirs/q.yaml").status == 0)
    }

    @Test func `Root does not trust a policy on a FUSE file system`() async throws {
        try folder.folder("mount")
        let text = "warrant: 1\nname: x\nrequire: [{ read: /etc/passwd }]\n"
        let check = [TemporaryFolder.program, "check"]
        let problem =
            "mount/p.yaml:1:1: others could write its directory: `mount` is on a file system of "
            + "type `fuse`, which is not of this machine alone; copy the policy to a disk of this "
            + "machine"
        let mark = " [writable-policy]\n"
        let refused = try await folder.run(
            check + ["mount/p.yaml"],
            besideServed: text,
            at: "mount"
        )
        let help = ", or pass --allow-writable-policy"
        #expect(refused == Ended(65, output: problem + help + mark))
        let read = try await folder.run(
            check + ["--allow-writable-policy", "mount/p.yaml"],
            besideServed: text,
            at: "mount"
        )
        let rest = "  ✓ read /etc/passwd\n\nthe requirement holds\n"
        #expect(read == Ended(0, output: "mount/p.yaml: x\n\n  ! \(problem)\(mark)\(rest)"))
    }

    /// The owner of the image, and whether the policy is read.
    @Test(arguments: [(0, 0), (4242, 65)], ["ext4", "btrfs"])
    func `Root does not trust a policy in an image that others may write`(
        by owner: (uid: Int, status: Int),
        fileSystem: String
    ) async throws {
        let (owner, status) = owner
        let ended = try await folder.inNamespaces(
            """
            truncate -s 128M image; mkfs.\(fileSystem) -q image; mkdir disk; mount -o loop image disk
            printf 'warrant: 1\nname: x\nrequire: [{ read: /etc/passwd }]\n' >disk/p.yaml
            chown \(owner) image
            "$1" check disk/p.yaml
            """
        )
        #expect(ended.status == status, "\(ended)")
        #expect(
            ended.output.contains("a loop device, whose image others could write") == (status != 0)
        )
    }

    /// The image is hidden by another mount, or by a missing sysfs(5).
    @Test(arguments: ["mount -t tmpfs t theirs; touch theirs/image", "mount -t tmpfs t /sys"])
    func `Root does not trust a policy in an image that cannot be found`(hiding: String)
        async throws
    {
        let ended = try await folder.inNamespaces(
            """
            truncate -s 16M theirs/image; mkfs.ext4 -q theirs/image
            mkdir disk; mount -o loop theirs/image disk
            printf 'warrant: 1\nname: x\nrequire: [{ read: /etc/passwd }]\n' >disk/p.yaml
            \(hiding)
            "$1" check disk/p.yaml
            """
        )
        #expect(ended.status == 65, "\(ended)")
    }

    @Test func `Root does not trust a policy in an image nested in such an image`() async throws {
        let ended = try await folder.inNamespaces(
            """
            truncate -s 64M image; mkfs.ext4 -q image; mkdir outer; mount -o loop image outer
            truncate -s 16M outer/image; mkfs.ext4 -q outer/image; mkdir inner
            mount -o loop outer/image inner
            printf 'warrant: 1\nname: x\nrequire: [{ read: /etc/passwd }]\n' >inner/p.yaml
            "$1" check inner/p.yaml
            chown 4242 image
            "$1" check inner/p.yaml
            """
        )
        #expect(ended.status == 65, "\(ended)")
        #expect(ended.output.hasPrefix("inner/p.yaml: x\n\n  ✓ read /etc/passwd"), "\(ended)")
    }

    @Test func `A repair command that would be cut is not shown`() async throws {
        var path = ""
        for _ in 0..<3 {
            path += String(repeating: "a", count: 200)
            try folder.folder(path)
            path += "/"
        }
        try folder.file(path + "p", "warrant: 1\nname: x\nrequire: [{ read: /x }]\n", mode: 0o666)
        let ended = try await folder.warrant("check", path + "p")
        #expect(ended.status == 65)
        #expect(!ended.output.contains("run `"))
        #expect(ended.output.contains("; remove the write permission of other users, or pass"))
    }

    /// The command is pasted into a shell, as a user would do it.
    @Test(arguments: ["q;id>pwn", "it's $(id >pwn)", "-R", "a\u{1B}[31m\n", "e'\u{301};id>pwn"])
    func `The shown command repairs a file with any name`(name: String) async throws {
        try folder.file(
            name,
            "warrant: 1\nname: x\nrequire: [{ read: /etc/passwd }]\n",
            mode: 0o666
        )
        let ended = try await folder.run([TemporaryFolder.program, "check", "--", name])
        #expect(ended.status == 65)
        let start = try #require(ended.output.firstRange(of: "; run `"))
        let end = try #require(ended.output.firstRange(of: "`, or pass"))
        let command = String(ended.output[start.upperBound..<end.lowerBound])
        #expect(try await folder.run(["sh", "-c", command]) == Ended(0), "\(command)")
        #expect(
            try await folder.run([TemporaryFolder.program, "check", "--", name]).status == 0
        )
        #expect(try await folder.run(["ls", "pwn"]).status != 0)
    }
}
