import Glibc
import TestSupport
import Testing

@Suite struct `A listing` {
    let folder: TemporaryFolder
    private let top: String

    init() throws {
        folder = try TemporaryFolder()
        top = try folder.folder("site")
        try folder.folder("site/closed", mode: 0o700)
        try folder.file("site/closed/key")
        try folder.file("site/closed/pin")
        try folder.folder("site/empty", mode: 0o700)
        try folder.folder("site/open")
        try folder.file("site/open/a", mode: 0o600)
        try folder.file("site/open/b", mode: 0o600)
        try folder.file("site/open/c", mode: 0o644)
        try folder.file("site/open/d", mode: 0o600)
        try folder.link("site/open/link", to: "c")
        try folder.folder("site/sticky")
        try folder.file("site/sticky/theirs", mode: 0o664)
        try folder.change("site/sticky/theirs", owner: 1)
        try folder.change("site/sticky", mode: 0o1777)
    }

    private func list(_ arguments: String..., of name: String = "site") async throws -> Ended {
        let program = [TemporaryFolder.program, "can", "--list", folder.path(of: name)]
        return try await folder.run(program + arguments)
    }

    @Test func `The report says why the subject is not known`() async throws {
        let bus = "DBUS_SYSTEM_BUS_ADDRESS=unix:path=/nonexistent"
        let question = ["can", "--list", "--unit", "a.service", folder.path]
        let ended = try await folder.run(["env", bus, TemporaryFolder.program] + question)
        #expect(ended.status == 2)
        let line = "? unit a.service is not known: no D-Bus at /nonexistent\n"
        #expect(ended.output.contains(line), "\(ended)")
    }

    @Test func `Entries have rows, and neighbours without rights share one`() async throws {
        #expect(
            try await list("--as", "daemon:nogroup")
                == Ended(
                    0,
                    output: """
                        rights of user daemon:nogroup in \(top)

                        may    mode         owners         name
                        r-x--  drwxr-xr-x   root:root      \(top)
                        -----  drwx------   root:root      closed
                               its 2 entries are out of reach
                        -----  drwx------   root:root      empty
                               it is empty, and new entries would be out of reach
                        r-x--  drwxr-xr-x   root:root      open
                        --- -               2 entries      open/a to open/b
                        r-- -  -rw-r--r--   root:root      open/c
                        --- -  -rw-------   root:root      open/d
                            -  lrwxrwxrwx   root:root      open/link -> c
                        rwxc-  drwxrwxrwt   root:root      sticky
                        rw- d  -rw-rw-r--   daemon:root    sticky/theirs

                        """
                )
        )
    }

    @Test func `The option --depth limits the depth`() async throws {
        let ended = try await list("--depth", "0", "--as", "nobody")
        #expect(
            ended
                == Ended(
                    0,
                    output: """
                        rights of user nobody in \(top)

                        may    mode         owners         name
                        r-x--  drwxr-xr-x   root:root      \(top)

                        """
                )
        )
        let rows = try await list("--depth", "1").output.split(separator: "\n")
        #expect(rows.count == 7)
    }

    @Test func `A listing cut by --limit says so and exits 2`() async throws {
        #expect(
            try await list("--limit", "1", "--as", "nobody")
                == Ended(
                    2,
                    output: """
                        rights of user nobody in \(top)

                        may    mode         owners         name
                        r-x--  drwxr-xr-x   root:root      \(top)
                        -----  drwx------   root:root      closed
                               its 2 entries are out of reach

                        ? there are more than 1 entries, and the rest was not looked at; raise --limit, or lower --depth

                        """
                )
        )
        #expect(try await list("--limit", "11").status == 2)
        #expect(try await list("--limit", "12").status == 0)
    }

    @Test func `The options --may and --not-owner select entries`() async throws {
        let ended = try await list("--as", "daemon:nogroup", "--may", "write")
        #expect(
            ended
                == Ended(
                    0,
                    output: """
                        rights of user daemon:nogroup in \(top)

                        may    mode         owners         name
                        rwxc-  drwxrwxrwt   root:root      sticky
                        rw- d  -rw-rw-r--   daemon:root    sticky/theirs

                        """
                )
        )
        let others = try await list("--as", "daemon:nogroup", "--may", "write", "--not-owner")
        #expect(others.output.split(separator: "\n").map { $0.suffix(6) }.last == "sticky")
        let lines = try await list("--as=daemon", "--may=delete", "--format=json")
        #expect(
            try ListedLine.all(lines.output).map(\.path) == ["\(top)/sticky/theirs"]
        )
    }

    @Test func `A listing states that no entry matches`() async throws {
        let ended = try await list("--as", "nobody", "--may", "delete")
        #expect(
            ended
                == Ended(
                    0,
                    output: """
                        rights of user nobody in \(top)

                        may    mode         owners         name
                        – no entry matches

                        """
                )
        )
        let json = try await list("--as=nobody", "--may=delete", "--format=json")
        #expect(json.output.contains(#""entries":0,"exit":0,"#))
        #expect(json.output.contains(#""problem":"no entry matches""#))
    }

    @Test func `The option --may keeps entries that are not known`() async throws {
        let command = ["can", "--list", top, "--as=root", "--may=write", "--format=json"]
        let program = try await folder.sharedProgram()
        let ended = try await folder.run(Caller.nobody.command + [program] + command)
        #expect(ended.status == 2)
        #expect(try ListedLine.all(ended.output).map(\.path).contains("\(top)/closed"))
    }

    @Test func `A listing names the directory that refuses the search`() async throws {
        try folder.folder("site/closed/inner")
        #expect(
            try await list("--as", "nobody", of: "site/closed/inner")
                == Ended(
                    0,
                    output: """
                        rights of user nobody in \(top)/closed/inner

                        may    mode         owners         name
                        -----  drwxr-xr-x   root:root      \(top)/closed/inner
                               it is empty, and new entries would be out of reach:
                               \(top)/closed is 0700 `root:root`, and user `nobody`
                               is not its owner

                        """
                )
        )
    }

    @Test func `A missing directory yields status 1 and the reason`() async throws {
        let problem = "\(folder.path)/none does not exist"
        #expect(try await list(of: "none") == Ended(1, output: "✗ \(problem)\n"))
        #expect(
            try await list("--format=json", of: "none")
                == Ended(
                    1,
                    output: #"{"command":"list","entries":0,"exit":1,"isCut":false,"#
                        + #""object":"\#(folder.path)/none","problem":"\#(problem)","#
                        + #""subject":"this process","version":1}"# + "\n"
                )
        )
    }

    @Test func `A listing for a process shows the rights of that process`() async throws {
        let own = try await list("--format=json")
        let other = try await list("--format=json", "--pid", "\(getpid())")
        #expect(other.status == 0)
        let told = try ListedLine.all(own.output).map(\.rights.letters)
        #expect(try ListedLine.all(other.output).map(\.rights.letters) == told)
        #expect(told.count == 13)
    }

    @Test func `A directory that the caller may not read is not known`() async throws {
        let ended = try await folder.warrant("can", "--list", top, "--as=root", by: .nobody)
        #expect(ended.status == 2)
        #expect(
            ended.output.contains(
                "\n       its entries are not known: it could not be listed: "
                    + "Permission denied\n       (EACCES)\n"
            )
        )
    }

    @Test func `The JSON has a line for each entry and one for the end`() async throws {
        let ended = try await list("--depth=0", "--as=nobody", "--format=json")
        #expect(
            ended
                == Ended(
                    0,
                    output: #"{"facts":{"gid":0,"kind":"directory","list":false,"mode":"0755","#
                        + #""owners":"root:root","uid":0},"path":"\#(top)","rights":"#
                        + #"{"create":"denied","delete":"denied","execute":"authorized","#
                        + #""read":"authorized","write":"denied"}}"# + "\n"
                        + #"{"command":"list","entries":1,"exit":0,"isCut":false,"#
                        + #""object":"\#(top)","subject":"user nobody","version":1}"# + "\n"
                )
        )
    }

    @Test func `Control characters and invalid bytes in names are escaped`() async throws {
        try folder.file("site/open/\u{1B}[31m\n")
        let made = try await folder.run(["sh", "-c", #"touch "$0/open/$(printf '\377')""#, top])
        try #require(made == Ended(0))
        let output = try await list("--as", "nobody").output
        #expect(output.contains(#"open/\u{1b}[31m\n"# + "\n"))
        #expect(output.contains("open/\u{FFFD}\n"))
    }

    @Test func `Mounted file systems are included and marked`() async throws {
        let script = """
            mkdir -p site/open/mount && mount -t tmpfs -o mode=755 warrant site/open/mount
            touch site/open/mount/file && "$1" can --list --as nobody "$PWD/site/open"
            """
        let ended = try await folder.inNamespaces(script)
        #expect(ended.status == 0)
        let rows = ended.output.split(separator: "\n").suffix(2)
        #expect(
            Array(rows) == [
                "r-x--  drwxr-xr-x   root:root      mount  (tmpfs mounted)",
                "r-- -  -rw-r--r--   root:root      mount/file",
            ]
        )
    }
}
