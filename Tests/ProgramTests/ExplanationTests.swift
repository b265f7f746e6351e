import TestSupport
import Testing

@Suite struct `An explanation` {
    let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    /// Returns the rows of the last file on the path, with one space between columns.
    private func rows(_ output: String, of path: String) -> [String] {
        output.split(separator: "\n").drop { !$0.contains(" \(path) ") }
            .prefix { !$0.contains("would help") }
            .map { $0.split(separator: " ").joined(separator: " ") }
    }

    private func prepare(_ script: String) async throws {
        try #require(try await folder.run(["bash", "-euc", script]) == Ended(0))
    }

    @Test func `The columns are even for a path of more than a third of a line`() async throws {
        let ended = try await folder.inNamespaces(
            """
            mount -t tmpfs tmpfs /srv; mkdir -m 755 -p /srv/data/secret
            install -m 600 /dev/null /srv/data/secret/report.txt
            exec $1 can --as daemon read /srv/data/secret/report.txt
            """
        )
        let rows = ended.output.split(separator: "\n").filter { $0.contains(" root:root") }
        #expect(rows.count == 5, "\(ended)")
        let columns = rows.compactMap { row in
            row.firstRange(of: " root:root").map { row[..<$0.lowerBound].count }
        }
        #expect(Set(columns).count == 1, "\(ended)")
    }

    /// The kernel stops at the first refusal. A person wants to see all that they have to change.
    @Test func `The rows go on after a refused directory`() async throws {
        let ended = try await folder.inNamespaces(
            """
            mount -t tmpfs -o mode=755 tmpfs /srv; mkdir -p /srv/a/b/c; ln -s /srv/a/b /srv/link
            chmod 700 /srv/a /srv/a/b; chown daemon /srv/a/b; install -m 640 /dev/null /srv/a/b/c/f
            setfacl -m u:daemon:r /srv/a/b/c/f; ln -s ../../a/b/c /srv/a/b/back
            $1 can --as daemon read /srv/link/c/f || true
            $1 can --as nobody write /srv/a/b/c/f || true
            $1 can --as nobody write /srv/a/b/back/f || true
            exec $1 can --as daemon read /srv/a/none
            """
        )
        let rows = ended.output.split(separator: "\n").filter { $0.contains(" /srv/") }
            .map { $0.split(separator: " ").joined(separator: " ") }
        let expected = [
            "/srv/link -> /srv/a/b lrwxrwxrwx root:root", "✗ /srv/a drwx------ root:root",
            "/srv/a/b drwx------ daemon:root ✓ search owner rwx",
            "/srv/a/b/c drwxr-xr-x root:root ✓ search others r-x",
            "/srv/a/b/c/f -rw-r-----+ root:root ✓ read user:daemon:r--",
            "✗ /srv/a drwx------ root:root", "✗ /srv/a/b drwx------ daemon:root",
            "/srv/a/b/c drwxr-xr-x root:root ✓ search others r-x",
            "✗ /srv/a/b/c/f -rw-r-----+ root:root ✗ write other::---",
            "✗ /srv/a drwx------ root:root", "✗ /srv/a/b drwx------ daemon:root",
            "/srv/a/b/back -> ../../a/b/c lrwxrwxrwx root:root",
            "/srv/a/b/c drwxr-xr-x root:root ✓ search others r-x",
            "✗ /srv/a/b/c/f -rw-r-----+ root:root ✗ write other::---",
            "✗ /srv/a drwx------ root:root",
            "✗ /srv/a/none ✗ does not exist",
        ]
        let shown = rows.filter {
            !$0.contains("setfacl") && !$0.contains("chmod") && !$0.contains(" may not ")
        }
        #expect(shown == expected, "\(ended)")
    }

    /// A file that root could make executable may have a handler, which a container does not show.
    @Test func `An answer that is not known has its reason`() async throws {
        let ended = try await folder.inNamespaces("exec $1 can execute /etc/passwd")
        #expect(ended.status == 2)
        #expect(ended.output.contains("it can gain CAP_SYS_ADMIN"), "\(ended)")
    }

    @Test func `A mount that a root directory hides is named`() async throws {
        let ended = try await folder.inNamespaces(
            """
            mkdir -p root/proc root/srv; touch root/srv/x
            for one in usr bin sbin lib lib64 etc opt; do
                [ ! -e /$one ] || { mkdir -p root/$one; mount --rbind /$one root/$one; }
            done
            cp $1 root/warrant; mount -t proc proc root/proc
            chroot --userspec=65534:65534 root /warrant can read /srv/x
            """
        )
        let words = ended.output.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        #expect(ended.status == 2)
        let message =
            "the mount of `/` is not visible from this root directory; ask as root, or make"
        #expect(words.contains(message), "\(ended)")
    }

    @Test func `An explanation shows the mask of an access list that decides`() async throws {
        let path = try folder.file("note", mode: 0o640)
        try await prepare("setfacl --modify user:nobody:rw,mask::r note")
        let refused = try await folder.warrant("can", "write", path, by: .nobody)
        #expect(
            rows(refused.output, of: path) == [
                "✗ \(path) -rw-r-----+ root:root", "✗ write user:nobody:rw-, masked to r--",
            ]
        )
        let granted = try await folder.warrant("can", "--as", "nobody", "read", path)
        #expect(
            rows(granted.output, of: path).joined(separator: " ")
                == "\(path) -rw-r-----+ root:root ✓ read user:nobody:rw-, masked to r--"
        )
    }

    @Test func `An explanation shows the deciding entry of a list without a mask`() async throws {
        let path = try folder.file("note", mode: 0o640)
        try await prepare("setfacl --modify user:nobody:r note")
        let ended = try await folder.warrant("can", "--as", "nobody", "write", path)
        #expect(
            rows(ended.output, of: path).joined(separator: " ")
                == "✗ \(path) -rw-r-----+ root:root ✗ write user:nobody:r--"
        )
    }

    @Test func `An explanation states that empty group bits disable the list`() async throws {
        let path = try folder.file("note", mode: 0o640)
        try await prepare("setfacl --modify user:nobody:r note && chmod g= note")
        let ended = try await folder.warrant("can", "read", path, by: .nobody)
        #expect(ended.status == 1)
        #expect(
            rows(ended.output, of: path).joined(separator: " ")
                == "✗ \(path) -rw-------+ root:root ✗ read others ---, and user `nobody` is not its owner; "
                + "the group bits, which are its mask, are ---, so the kernel ignores the access list"
        )
        #expect(ended.output.contains("\n    chmod g+r \(path)\n"), "\(ended)")
    }

    @Test(arguments: [(UInt32(0o755), true), (0o1755, false)])
    func `A remedy for writing in a directory says what else it permits`(
        mode: UInt32,
        permitsMore: Bool
    ) async throws {
        let path = try folder.folder("open", mode: mode)
        let ended = try await folder.warrant("can", "--as", "nobody", "create", "\(path)/new")
        let words = ended.output.split { " \n".contains($0) }.joined(separator: " ")
        for remedy in ["only these rights, for this user", "every user"] {
            let note = "\(remedy); then also the files in it can be deleted and renamed"
            #expect(words.contains(note) == permitsMore, "\(ended)")
        }
    }

    @Test func `A breach of forbid shows what would prevent it`() async throws {
        let path = try folder.file("letters")
        _ = try await folder.run(["sh", "-c", "chgrp mail letters && chmod 640 letters"])
        let shown = try await preventions(of: "read: \(path)", by: "33:33,8")
        #expect(
            shown == """
                would prevent it, narrowest first
                setfacl --modify user:www-data:--- \(path)
                takes only this right from this user
                chmod g-r \(path)
                takes only this right from the whole group
                """
        )
    }

    /// Each of them would take more than the question is about, could be undone, or would grant what is forbidden.
    @Test(arguments: [
        ("write: FOLDER/open/file", "65534:65534", ""),
        ("write: FOLDER/own", "1:1", ""),
        ("list: FOLDER/groups", "1:1,60,100,50", "chmod g-r"),
        ("write: FOLDER/deep/sub/../../ignored", "1:1", ""),
        ("write: FOLDER/ignored", "1:1", ""),
        ("write: FOLDER/shared", "1:60", "setfacl"),
        ("stat: /etc/passwd", "65534:65534", ""),
        ("execute: /usr/bin/true", "65534:65534", "/usr/bin/true"),
        ("write: /dev/null", "65534:65534", "setfacl --modify user:nobody:r /dev/null"),
        ("create: FOLDER/sticky/new", "65534:65534", "setfacl --modify user:nobody:rx"),
    ])
    func `No change is shown that would do harm`(
        use: String,
        user: String,
        only: String
    ) async throws {
        try folder.folder("open", mode: 0o777)
        try folder.file("open/file")
        try folder.file("own")
        try folder.folder("sticky", mode: 0o1777)
        let script = """
            set -e
            chmod 666 open/file; chown 1 own; chmod 444 own
            mkdir -m 700 groups; setfacl -m g:60:-w-,g:100:--x,g:50:r-- groups
            mkdir deep deep/sub; chown 1 deep deep/sub
            touch ignored; chmod 606 ignored; setfacl -m u:5:---,m::- ignored
            touch shared; chgrp 60 shared; chmod 666 shared
            """
        let made = try await folder.run(["sh", "-c", script])
        #expect(made.status == 0, "\(made)")
        let all = use.replacing("FOLDER", with: folder.path)
        let lines = try await preventions(of: all, by: user).split(separator: "\n")
        let changes = lines.filter { $0.hasPrefix("setfacl") || $0.hasPrefix("chmod") }
        #expect(changes.isEmpty == only.isEmpty && changes.allSatisfy { $0.contains(only) })
    }

    /// Returns the lines about what would prevent a use that a policy forbids, without their indents.
    private func preventions(of use: String, by user: String) async throws -> String {
        try folder.file("p.yaml", "warrant: 1\nname: p\nforbid:\n  - \(use)\n")
        let ended = try await folder.warrant("check", "--evidence", "--as", user, "p.yaml")
        #expect(ended.status == 1, "\(ended)")
        return ended.output.split(separator: "\n").dropLast().drop { !$0.contains("would prevent") }
            .map { $0.split(separator: " ").joined(separator: " ") }.joined(separator: "\n")
    }

    @Test func `The owner and chown come before CAP_FOWNER in a sticky directory`() async throws {
        try folder.folder("sticky", mode: 0o777)
        let path = try folder.file("sticky/theirs")
        try folder.change("sticky/theirs", owner: 1)
        try folder.change("sticky", mode: 0o1777)
        let ended = try await folder.warrant("can", "--as", "nobody", "delete", path)
        let remedies = ended.output.split(separator: "\n").drop { !$0.contains("would help") }
            .map { $0.split(separator: " ").joined(separator: " ") }
        #expect(
            remedies.joined(separator: "\n") == """
                would help, least privilege first
                chown nobody \(path)
                the new owner may also change its mode
                User=daemon
                in the unit, or sudo -u daemon; grants everything that user `daemon` may
                do
                AmbientCapabilities=CAP_FOWNER
                in its unit; lets it change modes and times of every file; or setcap
                cap_fowner+ep on its program, unless it is a script
                """
        )
    }

    /// The second group is that of a file that the refusal does not reach.
    @Test func `A remedy of two groups has both names`() async throws {
        let script = """
            mkdir d; echo x > d/f; chgrp adm d/f; chmod 640 d/f; chgrp shadow d; chmod 750 d; chmod 755 .
            exec "$1" can --as nobody read d/f
            """
        let ended = try await folder.inNamespaces(script)
        #expect(ended.output.contains("usermod --append --groups 'shadow,adm' nobody"), "\(ended)")
    }

    @Test(arguments: [("chown", "daemon", 0), ("chgrp", "adm", 0), ("chown", "nosuch", 64)])
    func `chown and chgrp take names`(action: String, name: String, status: Int) async throws {
        let path = try folder.file("file")
        for command in ["can", "who-can"] {
            let ended = try await folder.warrant(command, action, path, name)
            #expect(ended.status == status)
            #expect(status == 0 || ended.errors.contains("no user `nosuch` here"), "\(ended)")
        }
    }

    /// Root may do more than any kernel capability allows.
    @Test func `Root is not offered as a remedy in a sticky directory`() async throws {
        try folder.folder("sticky", mode: 0o777)
        let path = try folder.file("sticky/roots")
        try folder.change("sticky", mode: 0o1777)
        let ended = try await folder.warrant("can", "--as", "nobody", "delete", path)
        #expect(ended.output.contains("chown nobody \(path)"))
        #expect(!ended.output.contains("User="))
    }

    @Test func `A read-only mount is marked at the creation, not at the search`() async throws {
        let script = """
            mkdir mount && mount -t tmpfs -o ro,mode=777 warrant mount
            "$1" can --as nobody create "$PWD/mount/new"
            """
        let ended = try await folder.inNamespaces(script)
        #expect(ended.status == 1)
        let path = folder.path(of: "mount")
        let found = rows(ended.output, of: path).joined(separator: " ")
        #expect(found.hasPrefix("\(path) drwxrwxrwx root:root ✓ search others rwx ✗ \(path) "))
        #expect(found.hasSuffix(" ✗ create is on a read-only file system (\(path))"))
    }

    @Test func `No empty line follows a long link`() async throws {
        let target = String(repeating: "x", count: 90)
        try folder.folder(target, mode: 0o755)
        try folder.link("link", to: target)
        let ended = try await folder.warrant("can", "read", "link/missing", by: .nobody)
        #expect(ended.status == 1)
        let table = ended.output.split(separator: "\n", omittingEmptySubsequences: false)
            .dropFirst(2).dropLast()
        #expect(table.contains { $0.contains(" -> \(target)") })
        #expect(table.allSatisfy { $0.contains { $0 != " " } })
    }

    @Test func `Each way to bind a low port is marked`() async throws {
        let ended = try await folder.warrant("can", "bind", "tcp:127.9.9.9:443")
        #expect(ended.status == 0)
        let marks = ended.output.split(separator: "\n").dropFirst().map {
            $0.split(separator: " ").prefix(2).joined(separator: " ")
        }
        #expect(
            marks == [
                "✓ CAP_NET_BIND_SERVICE", "✗ net.ipv4.ip_unprivileged_port_start", "✗ a",
            ]
        )
    }

    /// The kernel gives a yes without evidence, so the rules are asked for it.
    @Test func `A broken prohibition names what permits the use`() async throws {
        let policy = "warrant: 1\nname: policy\nforbid:\n  - read: /etc/shadow\n"
        try folder.file("policy.yaml", policy)
        let ended = try await folder.warrant("check", "--evidence", "policy.yaml")
        #expect(ended.status == 1)
        #expect(ended.output.contains("✗ forbid read /etc/shadow   is authorized: owner rw-\n"))
        #expect(ended.output.contains("-rw-r----- root:shadow  ✓ read  owner rw-\n"))
    }

    @Test func `A denial without a remedy says so`() async throws {
        try folder.folder("closed", mode: 0o700)
        let path = try folder.file("closed/key")
        let ended = try await folder.warrant("can", "read", path, by: .nobody)
        #expect(
            ended.output.hasSuffix(
                "\n\n  no change is known that would help; ask as root, who can look at more\n"
            )
        )
    }

    @Test(arguments: [
        (["--as", "nobody:shadow"], "nobody:shadow"),
        (
            ["--as", "nobody", "--capabilities", "cap_dac_read_search"],
            "nobody with CAP_DAC_READ_SEARCH"
        ),
    ])
    func `The answer names the groups and kernel capabilities of the subject`(
        options: [String],
        subject: String
    ) async throws {
        let ended = try await folder.run(
            [TemporaryFolder.program, "can", "read", "/etc/shadow"] + options
        )
        #expect(ended.output.hasPrefix("✓ \(subject) may read /etc/shadow\n"))
        let json = try await folder.run(
            [TemporaryFolder.program, "can", "read", "/etc/shadow", "--format", "json"] + options
        )
        #expect(json.output.contains("\"subject\" : \"user \(subject)\""))
    }

    @Test func `The reason for a missing subject is given once`() async throws {
        let rest = "  - read: /etc/passwd\n  - read: /etc/group\n"
        try folder.file(
            "policy.yaml",
            "warrant: 1\nname: policy\nsubject: { pid: 4194304 }\nrequire:\n" + rest
        )
        let ended = try await folder.warrant("check", "policy.yaml")
        #expect(
            ended.output.split(separator: "\n").dropFirst() == [
                "  ? read /etc/passwd   process 4194304 does not exist here",
                "  ? read /etc/group    as above", "2 of 2 are not known",
            ]
        )
    }

    /// What makes the condition hold breaks no prohibition.
    @Test func `A condition within reach does not break a prohibition`() async throws {
        let theirs = try folder.file("theirs", mode: 0o000)
        try folder.change("theirs", owner: 65534)
        let secret = try folder.file("secret", mode: 0o600)
        try folder.file(
            "policy.yaml",
            """
            warrant: 1
            name: policy
            subject: nobody
            forbid:
              - read: \(secret)
                when: { read: \(theirs) }
            """
        )
        let ended = try await folder.warrant("check", "policy.yaml")
        #expect(ended.status == 2, "\(ended)")
        #expect(ended.output.hasSuffix("1 of 1 is not known\n"))
    }

    @Test func `A failed check shows the first remedy, and says where the others are`() async throws
    {
        let policy =
            "warrant: 1\nname: policy\nsubject: nobody\nrequire:\n  - read: /etc/shadow\n"
        try folder.file("policy.yaml", policy)
        let short = try await folder.warrant("check", "policy.yaml")
        let first = "\n      would help: setfacl --modify user:nobody:r /etc/shadow\n"
        #expect(short.output.contains(first), "\(short.output)")
        #expect(short.output.hasSuffix("1 denied\n`--evidence` shows all that would help\n"))
        let long = try await folder.warrant("check", "--evidence", "policy.yaml")
        #expect(long.output.contains("setfacl --modify user:nobody:r /etc/shadow"))
        #expect(!long.output.contains("`--evidence`"))
        try folder.file("other.yaml", policy.replacing("require", with: "forbid"))
        let wanted = try await folder.warrant("check", "--evidence", "other.yaml")
        #expect(wanted.status == 0 && !wanted.output.contains("setfacl"))
    }

    @Test func `The remedy of a group states that the process must be restarted`() async throws {
        let path = try folder.file("key", mode: 0o640)
        try await prepare("chgrp shadow key")
        let note = "in effect after the process is restarted"
        try await withChild(Caller.nobody.command + ["cat"]) { child in
            let ended = try await folder.warrant("can", "read", path, "--pid", "\(child.pid)")
            let words = ended.output.split { " \n".contains($0) }.joined(separator: " ")
            #expect(words.contains("grants everything that group `shadow` may do; \(note)"))
        }
        let user = try await folder.warrant("can", "read", path, "--as", "nobody")
        let words = user.output.split { " \n".contains($0) }.joined(separator: " ")
        #expect(
            words.contains(
                "grants everything that group `shadow` may do; restart what runs already"
            )
        )
    }
}
