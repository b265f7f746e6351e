import Foundation
import Glibc
import TestSupport
import Testing

@Suite struct `A policy that others could write` {
    let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
        try folder.policy("read: /etc/passwd")
    }

    @Test(arguments: [0o666, 0o664, 0o646, 0o622])
    func `A policy is refused for its mode`(mode: mode_t) async throws {
        try folder.change("policy.yaml", mode: mode)
        let octal = String(mode, radix: 8)
        try await expectRefusal(
            "policy.yaml",
            "others could write the policy: `policy.yaml` has mode 0\(octal); "
                + "run `chmod go-w policy.yaml`"
        )
    }

    @Test func `A policy is refused for its owner`() async throws {
        try folder.change("policy.yaml", owner: 65534)
        try await expectRefusal(
            "policy.yaml",
            "others could write the policy: `policy.yaml` belongs to user `nobody`; "
                + "run `chown root policy.yaml`"
        )
    }

    @Test func `A policy is refused for its access list`() async throws {
        let listing = try await folder.run(["setfacl", "--modify", "user:65534:rw", "policy.yaml"])
        try #require(listing.status == 0, "setfacl(1) of the package acl is needed")
        try await expectRefusal(
            "policy.yaml",
            "others could write the policy: `policy.yaml` has mode 0664; "
                + "run `chmod go-w policy.yaml`"
        )
    }

    @Test func `A policy is refused for its directory`() async throws {
        try folder.folder("open", mode: 0o777)
        try folder.policy("read: /etc/passwd", in: "open/policy.yaml")
        try await expectRefusal(
            "open/policy.yaml",
            "others could write its directory: `open` has mode 0777; run `chmod go-w open`"
        )
    }

    @Test func `A policy is refused for the directory that a link leads to`() async throws {
        try folder.folder("open", mode: 0o777)
        try folder.policy("read: /etc/passwd", in: "open/policy.yaml")
        try folder.link("link.yaml", to: "open/policy.yaml")
        let open = folder.path(of: "open")
        try await expectRefusal(
            "link.yaml",
            "others could write its directory: `\(open)` has mode 0777; run `chmod go-w \(open)`"
        )
    }

    /// The name of the working directory may contain any bytes, and the directory may be the root.
    @Test func `A linked policy is read from any working directory`() async throws {
        let name = "e\u{301}проект"
        try folder.folder(name)
        try folder.folder("\(name)/open", mode: 0o777)
        try folder.folder("\(name)/shut")
        for link in ["link.yaml", "shut/link.yaml", "open/link.yaml"] {
            try folder.link("\(name)/\(link)", to: folder.path(of: "policy.yaml"))
        }
        let here = folder.path(of: name)
        for (path, status) in [("link.yaml", 0), ("shut/link.yaml", 0), ("open/link.yaml", 65)] {
            let script = "cd \"$1\" && exec \"$0\" check \(path)"
            let ended = try await folder.run(["sh", "-c", script, TemporaryFolder.program, here])
            #expect(ended.status == status, "\(path): \(ended.errors)")
        }
        let script = "cd / && exec \"$0\" check \"${1#/}\""
        let path = folder.path(of: "\(name)/shut/link.yaml")
        let ended = try await folder.run(["sh", "-c", script, TemporaryFolder.program, path])
        #expect(ended.status == 0, "\(ended.errors)")
    }

    @Test func `A policy is refused for the directory that contains a link to it`() async throws {
        try folder.folder("open", mode: 0o777)
        try folder.link("open/link.yaml", to: "../policy.yaml")
        try await expectRefusal(
            "open/link.yaml",
            "others could write its directory: `open` has mode 0777; run `chmod go-w open`"
        )
    }

    @Test(arguments: ["policy.yaml", "../inner/policy.yaml", "link.yaml"])
    func `A policy is refused for any directory above it`(path: String) async throws {
        let open = try folder.folder("open", mode: 0o777)
        try folder.folder("open/inner")
        try folder.policy("read: /etc/passwd", in: "open/inner/policy.yaml")
        try folder.link("open/inner/link.yaml", to: folder.path(of: "policy.yaml"))
        let script = "cd open/inner && exec \"$0\" check \(path)"
        let ended = try await folder.run(["sh", "-c", script, TemporaryFolder.program])
        #expect(
            ended
                == Ended(
                    65,
                    output: "\(path):1:1: others could write a directory above it: `\(open)` has "
                        + "mode 0777; run `chmod go-w \(open)`, or pass --allow-writable-policy "
                        + "[writable-policy]\n"
                )
        )
    }

    @Test func `A policy is refused for the owner of a directory above it`() async throws {
        let theirs = try folder.folder("theirs")
        try folder.folder("theirs/inner")
        try folder.change("theirs", owner: 65534)
        try folder.policy("read: /etc/passwd", in: "theirs/inner/policy.yaml")
        try await expectRefusal(
            "theirs/inner/policy.yaml",
            "others could write a directory above it: `\(theirs)` belongs to user `nobody`; "
                + "copy the policy to /etc/warrant"
        )
    }

    @Test func `A policy among the files of another user is refused in one line`() async throws {
        for name in ["theirs", "theirs/a", "theirs/a/b"] {
            try folder.folder(name)
            try folder.change(name, owner: 65534)
        }
        try folder.policy("read: /etc/passwd", in: "theirs/a/b/policy.yaml")
        try folder.change("theirs/a/b/policy.yaml", owner: 65534)
        try await expectRefusal(
            "theirs/a/b/policy.yaml",
            "others could write the policy: `theirs/a/b/policy.yaml` belongs to user `nobody`, as do 3 "
                + "directories on the way; copy the policy to /etc/warrant"
        )
    }

    /// The owner of a link in a sticky directory can replace it.
    @Test(
        arguments: [
            (0o1777, 65534, 65), (0o1777, 0, 0), (0o755, 65534, 0),
        ] as [(mode_t, uid_t, Int)]
    )
    func `A policy is refused behind a foreign link in a sticky directory`(
        mode: mode_t,
        owner: uid_t,
        status: Int
    ) async throws {
        try folder.folder("way", mode: mode)
        try folder.policy("read: /etc/passwd", in: "policy.yaml")
        try folder.link("way/p.yaml", to: "../policy.yaml")
        try #require(unsafe lchown(folder.path(of: "way/p.yaml"), owner, owner) == 0)
        let (ended, isRefused) = try await FileSettingsLock.held {
            let setting = try String(
                contentsOfFile: "/proc/sys/fs/protected_symlinks",
                encoding: .utf8
            )
            let ended = try await folder.warrant("check", "way/p.yaml")
            return (ended, status != 0 && setting.hasPrefix("1"))
        }
        // The kernel itself refuses to follow such a link if `fs.protected_symlinks` is set.
        guard !isRefused else {
            #expect(ended == Ended(66, output: refusedPolicy("way/p.yaml")))
            return
        }
        #expect(ended.status == status, "\(ended)")
        let problem =
            "way/p.yaml:1:1: others could write a link on the way to it: `way/p.yaml` belongs to user "
            + "`nobody`; run `chown --no-dereference root way/p.yaml`, or pass "
            + "--allow-writable-policy [writable-policy]\n"
        #expect(status == 0 || ended.output == problem, "\(ended)")
    }

    @Test func `A policy below a sticky directory is read`() async throws {
        try folder.folder("sticky", mode: 0o1777)
        try folder.folder("sticky/inner")
        try folder.policy("read: /etc/passwd", in: "sticky/inner/policy.yaml")
        #expect(try await folder.warrant("check", "sticky/inner/policy.yaml").status == 0)
    }

    @Test func `A policy is not read if a directory above it cannot be searched`() async throws {
        try folder.folder("closed")
        try folder.folder("closed/inner")
        try folder.file(
            "closed/inner/policy.yaml",
            "warrant: 1\nname: p\nsubject: { user: daemon }\nrequire: [{ read: /etc/passwd }]\n"
        )
        try folder.change("closed", mode: 0o700)
        let nobody = Caller.nobody.command.joined(separator: " ")
        let script = "cd closed/inner && exec \(nobody) \"$0\" check policy.yaml"
        let program = try await folder.sharedProgram()
        let ended = try await folder.run(["sh", "-c", script, program])
        #expect(ended == Ended(66, output: refusedPolicy("policy.yaml")))
    }

    @Test func `A policy in a sticky directory is read`() async throws {
        try folder.folder("sticky", mode: 0o1777)
        try folder.policy("read: /etc/passwd", in: "sticky/policy.yaml")
        let ended = try await folder.warrant("check", "sticky/policy.yaml")
        #expect(
            ended
                == Ended(
                    0,
                    output: "sticky/policy.yaml: policy\n\n  ✓ read /etc/passwd\n\n"
                        + "the requirement holds\n"
                )
        )
    }

    @Test func `An allowed writable policy is read with a warning`() async throws {
        try folder.change("policy.yaml", mode: 0o666)
        let ended = try await folder.warrant("check", "--allow-writable-policy", "policy.yaml")
        #expect(
            ended
                == Ended(
                    0,
                    output: """
                        policy.yaml: policy

                          ! policy.yaml:1:1: others could write the policy: `policy.yaml` has mode \
                        0666; run `chmod go-w policy.yaml` [writable-policy]
                          ✓ read /etc/passwd

                        the requirement holds

                        """
                )
        )
    }

    @Test func `A user other than root may check a writable policy about itself`() async throws {
        try folder.change("policy.yaml", mode: 0o666)
        let ended = try await folder.warrant("check", "policy.yaml", by: .nobody)
        #expect(
            ended
                == Ended(
                    0,
                    output: "policy.yaml: policy\n\n  ✓ read /etc/passwd\n\nthe requirement holds\n"
                )
        )
    }

    @Test(
        arguments: Caller.allCases,
        [
            "subject: daemon\nrequire: [{ read: /etc/passwd }]",
            "forbid: [{ any: [{ read: /etc/passwd }, { read: /etc/shadow, as: daemon }] }]",
        ]
    )
    func `A writable policy about another subject is refused`(caller: Caller, text: String)
        async throws
    {
        let policy = "warrant: 1\nname: policy\n\(text)\n"
        try folder.file("policy.yaml", policy, mode: 0o666)
        #expect(try await folder.warrant("check", "policy.yaml", by: caller).status == 65)
    }

    private func expectRefusal(_ path: String, _ problem: String) async throws {
        let ended = try await folder.warrant("check", path)
        #expect(
            ended
                == Ended(
                    65,
                    output: "\(path):1:1: \(problem), or pass --allow-writable-policy "
                        + "[writable-policy]\n"
                )
        )
    }
}
