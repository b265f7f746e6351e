import TestSupport
import Testing

@Suite struct `Usage errors` {
    let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    @Test(arguments: [
        (
            ["fly", "/etc/passwd"],
            "unknown action `fly`; the nearest are `use`, `read` and `list`; "
                + "`warrant can --help` lists all"
        ),
        (["exec", "/bin/sh"], "unknown action `exec`; did you mean `execute`?"),
        (["cap", "CAP_CHOWN"], "unknown action `cap`; did you mean `use`?"),
        (["raed", "/etc/passwd"], "unknown action `raed`; did you mean `read`?"),
        (
            ["read", "/etc/passwd", "twice"],
            "`read` takes one path, and `twice` is one more; leave one of them out"
        ),
        (
            ["use", "CAP_NET_ADMN"],
            "unknown kernel capability `CAP_NET_ADMN`; did you mean `CAP_NET_ADMIN`?"
        ),
        (["raise", "CAP_063"], "unknown kernel capability `CAP_063`; capabilities(7) lists them"),
        (["unit", "a.service", "activ"], "unknown unit state `activ`; did you mean `active`?"),
        (["unit", "nginx"], "`nginx` does not end in a unit type; write `nginx.service`"),
        (
            ["unit", "a/b.service"],
            "`a/b.service` has a slash, and unit names have none; "
                + "write `b.service`, without its directory"
        ),
        (["bind", "tcp:0"], "`tcp:0` has the port `0`; a port is a number from 1 to 65535"),
        (
            ["bind", "tcp:65536"],
            "`tcp:65536` has the port `65536`; a port is a number from 1 to 65535"
        ),
        (
            ["connect", "tcp:localhost:0"],
            "`tcp:localhost:0` has the port `0`; a port is a number from 1 to 65535"
        ),
        (["connect", "localhost"], "`localhost` names no protocol; write it like `tcp:localhost`"),
        (["connect", "tcp:80"], "`tcp:80` names no host; write it like `tcp:HOST:PORT`"),
        (
            ["bind", "tcp:localhost:80"],
            "`tcp:localhost:80` is bound at a name; write a numeric address of this host, or none for all"
        ),
        (
            ["bind", "tcp:80, tcp:8080"],
            "`tcp:80, tcp:8080` names more than one endpoint; write one; a policy has one a line, below "
                + "`any:` if one of them is enough"
        ),
        (
            ["connect", "tcp:a:80,tcp:b:80"],
            "`tcp:a:80,tcp:b:80` names more than one endpoint; write one; a policy has one a line, "
                + "below `any:` if one of them is enough"
        ),
        (["bind", "tcp:80", "--no-follow"], "--no-follow belongs to the file actions"),
        ([], "name an action and its object, as in `warrant can read /etc/shadow`"),
        (
            ["read", "/x", "--as", "nosuchuser"],
            "no user `nosuchuser` here; `getent passwd` lists them"
        ),
        (["read", "/x", "--as", "nobdy"], "no user `nobdy` here; did you mean `nobody`?"),
        (["read", "/x", "--as", "nobody:shado"], "no group `shado` here; did you mean `shadow`?"),
        (
            ["read", "/x", "--as", "nobody:nosuchgroup"],
            "no group `nosuchgroup` here; `getent group` lists them"
        ),
        (
            ["read", "/x", "--as", "nobody:"],
            "--as `nobody:` has no group after the colon; leave out the colon for the groups that the user has here"
        ),
        (
            ["read", "/x", "--as", "4242424"],
            "uid 4242424 has no entry here; name its groups too: --as 4242424:GROUP"
        ),
        (
            ["read", "/x", "--as", "nobody", "--pid", "1"],
            "--as, --pid, --unit, --container and --unit-file each name a subject; give one of them"
        ),
        (
            ["read", "/x", "--unit", "a.service", "--pid", "1"],
            "--as, --pid, --unit, --container and --unit-file each name a subject; give one of them"
        ),
        (
            ["read", "/x", "--capabilities", "CAP_CHOWN"],
            "--capabilities belongs to --as; name a user with it"
        ),
        (
            ["read", "/x", "--as", "nobody", "--capabilities", "CAP_CHWON"],
            "unknown kernel capability `CAP_CHWON`; did you mean `CAP_CHOWN`?"
        ),
        (["read", "/x", "--pid", "0"], "`0` is not a process id; give a number above 0"),
        (["read", "/x", "--pid", "one"], "`one` is not a process id; give a number above 0"),
        (
            ["read", "/x", "--unit", "a/b.service"],
            "`a/b.service` has a slash, and unit names have none; "
                + "write `b.service`, without its directory"
        ),
        (
            ["read", "/x", "--caps", "cap_chown"],
            "unknown option `--caps`; write `--capabilities`, with `--as USER`"
        ),
        (["read"], "`read` needs an object, as in `warrant can read /etc/shadow`"),
        (["read", "/x", "--nonsense"], "Unknown option '--nonsense'"),
        (["unit", "a.service", "active", "z"], "Unexpected argument 'z'"),
        (["--list"], "--list lists a directory; name one"),
        (
            ["--list", "read", "/etc"],
            "--list takes one directory; leave out the other arguments"
        ),
        (
            ["--list", "/etc", "--no-follow"],
            "--list takes one directory; leave out the other arguments"
        ),
        (["--list", "/etc", "--depth=-1"], "--depth counts from 0; -1 is below"),
        (["--list", "/etc", "--limit=-1"], "--limit counts from 0; -1 is below"),
        (["--list", "/etc", "--ask", "kernel"], "--list asks the rules; leave out --ask"),
        (
            ["read", "/etc", "--depth", "1"],
            "--depth, --limit, --may and --not-owner belong to --list"
        ),
        (
            ["read", "/etc", "--may", "write"],
            "--depth, --limit, --may and --not-owner belong to --list"
        ),
        (
            ["--batch", "-", "--limit", "1"],
            "--depth, --limit, --may and --not-owner belong to --list"
        ),
        (
            ["--batch", "-", "--not-owner"],
            "--depth, --limit, --may and --not-owner belong to --list"
        ),
        (
            ["--list", "/etc", "--may", "fly"],
            "The value 'fly' is invalid for '--may <right>'. Please provide one of 'read', 'write', "
                + "'execute', 'create' or 'delete'."
        ),
        (["--list", "--batch", "-"], "--batch excludes --list; leave one out"),
        (
            ["--list", "/etc", "--as", "nosuchuser"],
            "no user `nosuchuser` here; `getent passwd` lists them"
        ),
        (
            ["read", "/x", "--format", "jsn"],
            "The value 'jsn' is invalid for '--format <format>'; did you mean `json`?"
        ),
        (
            ["read", "/x", "--format", "' is invalid for 'x"],
            "The value '' is invalid for 'x' is invalid for '--format <format>'. "
                + "Please provide one of 'text' and 'json'."
        ),
        (
            ["--list", "/etc", "--may", "wrte"],
            "The value 'wrte' is invalid for '--may <right>'; did you mean `write`?"
        ),
        (["create", "/x", "fil"], "`fil` is not a kind of file here; did you mean `file`?"),
        (["touch", "/x", "nwo"], "`nwo` is no time; did you mean `now`?"),
        (
            ["read", "/x", "--format", "xml"],
            "The value 'xml' is invalid for '--format <format>'. Please provide one of 'text' and 'json'."
        ),
    ])
    func `A usage error of can is reported in one line`(
        question: [String],
        problem: String
    ) async throws {
        let ended = try await folder.run([TemporaryFolder.program, "can"] + question)
        #expect(ended.status == 64)
        #expect(ended.problem == "Error: \(problem)")
        #expect(ended.output == "")
    }

    @Test(arguments: [
        (["check"], "Missing expected argument '<policy> ...'"),
        (["check", "--nonsense", "a.yaml"], "Unknown option '--nonsense'"),
        (
            ["check", "--as", "nosuchuser", "a.yaml"],
            "no user `nosuchuser` here; `getent passwd` lists them"
        ),
        (["chekc"], "unknown command `chekc`; did you mean `check`?"),
        (["help", "chekc"], "unknown command `chekc`; did you mean `check`?"),
        (
            ["diff", "--help"],
            "unknown command `diff`; use one of check, can, who-can, lint, show, compare, test, "
                + "record, harden, new, schema"
        ),
        (["chec\u{1B}", "--help"], #"unknown command `chec\u{1b}`; did you mean `check`?"#),
        (["who-can", "read"], "Missing expected argument '<object>'"),
        (["who-can", "raed", "/x"], "unknown action `raed`; did you mean `read`?"),
        (
            ["who-can", "unit", "a.service"],
            "`who-can` does not ask `unit`; `warrant can` asks it about one subject"
        ),
        (
            ["who-can", "use", "CAP_KIL"],
            "unknown kernel capability `CAP_KIL`; did you mean `CAP_KILL`?"
        ),
        (
            ["who-can", "bind", "tcp:80", "--no-follow"],
            "--no-follow belongs to the file actions"
        ),
        (["who-can", "read", "/x", "--nonsense"], "Unknown option '--nonsense'"),
    ])
    func `A usage error of another command is reported in one line`(
        arguments: [String],
        problem: String
    ) async throws {
        let ended = try await folder.run([TemporaryFolder.program] + arguments)
        #expect(ended.status == 64)
        #expect(ended.problem == "Error: \(problem)")
        #expect(ended.output == "")
    }

    @Test(arguments: [
        (
            ["use", "\u{1B}[31mred\nline"],
            #"unknown kernel capability `\u{1b}[31mred\nline`; capabilities(7) lists them"#
        ),
        (
            ["read", "/x", "--as", "\u{1B}[31m\nred"],
            #"--as `\u{1b}[31m\nred` names `\u{1b}[31m\nred`, which is not a valid user name; "#
                + "give a name or a number"
        ),
        (
            ["read", "/x", "--pid", "\u{1B}[31m"],
            #"`\u{1b}[31m` is not a process id; give a number above 0"#
        ),
    ])
    func `A usage error is reported without control characters`(question: [String], problem: String)
        async throws
    {
        let ended = try await folder.run([TemporaryFolder.program, "can"] + question)
        #expect(ended.status == 64)
        #expect(ended.problem == "Error: \(problem)")
    }
}

@Suite struct `An option that a command does not have` {
    let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    @Test(arguments: [
        (["can", "--user", "u1", "read", "/x"], "unknown option `--user`; write `--as u1`"),
        (["can", "read", "/x", "--user=u1"], "unknown option `--user`; write `--as u1`"),
        (["can", "read", "/x", "--uid", "33"], "unknown option `--uid`; write `--as 33`"),
        (["can", "read", "/x", "--user"], "unknown option `--user`; write `--as USER`"),
        (
            ["can", "read", "/x", "--as", "root", "--group", "adm"],
            "unknown option `--group`; name a group behind its user, as in `--as USER:GROUP`"
        ),
        (["check", "--user", "u1", "p.yaml"], "unknown option `--user`; write `--as u1`"),
        (
            ["who-can", "--as", "u1", "read", "/x"],
            "`who-can` asks about all users and has no --as; ask about one subject with "
                + "`warrant can --as u1 …`"
        ),
        (
            ["who-can", "read", "/x", "--pid=1"],
            "`who-can` asks about all users and has no --pid; ask about one subject with "
                + "`warrant can --pid 1 …`"
        ),
        (
            ["who-can", "read", "/x", "--user", "u1"],
            "`who-can` asks about all users and has no --user; ask about one subject with "
                + "`warrant can --as u1 …`"
        ),
    ])
    func `The error of an unknown option names the right one`(arguments: [String], problem: String)
        async throws
    {
        let ended = try await folder.run([TemporaryFolder.program] + arguments)
        #expect(ended.status == 64)
        #expect(ended.problem == "Error: \(problem)")
        #expect(ended.errors.contains("Usage: warrant \(arguments[0]) "))
        #expect(ended.errors.contains("See 'warrant \(arguments[0]) --help'"))
        #expect(ended.output == "")
    }

    @Test func `A word after two dashes is not an option`() async throws {
        let ended = try await folder.warrant("can", "stat", "--", "--user")
        #expect(ended.output.hasPrefix("✗ this process may not stat \(folder.path)/--user\n"))
    }
}
