import TestSupport
import Testing

@Suite struct `Users who may use a file` {
    let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func isAnswered(
        _ question: [String],
        _ output: String,
        sourceLocation: SourceLocation = #_sourceLocation
    ) async throws {
        let ended = try await folder.run([TemporaryFolder.program, "who-can"] + question)
        #expect(ended == Ended(0, output: output + "\n"), sourceLocation: sourceLocation)
    }

    @Test func `The answer names every user for a file that all users may read`() async throws {
        let path = try folder.file("page")
        try await isAnswered(["read", path], "✓ every user may read \(path)")
    }

    @Test func `The answer names root and a group without members`() async throws {
        let path = try folder.file("key", mode: 0o640)
        try #require(try await folder.run(["chgrp", "shadow", path]) == Ended(0))
        try await isAnswered(
            ["read", path],
            """
            ✓ of the users here, only root may read \(path)

              groups     members of `shadow`
              others     0640 `root:shadow`, and another user is not in group `shadow`
            """
        )
    }

    @Test func `The answer names all users with the id of root`() async throws {
        let path = try folder.file("key", mode: 0o600)
        let accounts = try folder.file(
            "passwd",
            "root:x:0:0::/root:/bin/sh\ntoor:x:0:0::/root:/bin/sh\n"
        )
        let script = "mount --bind \(accounts) /etc/passwd && exec \"$@\""
        let ended = try await folder.run([
            "unshare", "-m", "sh", "-euc", script, "sh", TemporaryFolder.program, "who-can",
            "read", path,
        ])
        #expect(ended.output.contains("✓ 2 users of this host may read \(path)\n"))
        #expect(ended.output.contains("users      root, toor\n"))
    }

    @Test func `The answer names users`() async throws {
        let path = try folder.file("note", mode: 0o600)
        try folder.change("note", owner: 1)
        try await isAnswered(
            ["chmod", path, "600"],
            """
            ✓ 2 users of this host may chmod \(path) 600

              users      root, daemon
              others     belongs to user `daemon`, and another user lacks CAP_FOWNER
            """
        )
    }

    @Test func `The answer names users and groups that the mode shuts out`() async throws {
        let path = try folder.file("open", mode: 0o604)
        try #require(try await folder.run(["chgrp", "daemon", path]) == Ended(0))
        try await isAnswered(
            ["read", path],
            """
            ✓ all but 1 user may read \(path)

              not        daemon
              not        members of `daemon`
            """
        )
    }

    @Test func `No user may read a file that does not exist`() async throws {
        try await isAnswered(
            ["read", "/none"],
            """
            ✗ no user may read /none

              why        does not exist
            """
        )
    }

    @Test func `The answer is not known if the caller cannot reach the file`() async throws {
        try folder.folder("closed", mode: 0o700)
        let path = try folder.file("closed/key")
        #expect(
            try await folder.warrant("who-can", "read", path, by: .nobody)
                == Ended(
                    2,
                    output: """
                        ? it is not known who may read \(path)

                          not known  root
                          why        \(folder.path)/closed could not be searched: Permission
                                     denied (EACCES); ask as root

                        """
                )
        )
    }

    @Test func `Writing to a directory suggests a question about a new file in it`()
        async throws
    {
        try folder.folder("open", mode: 0o777)
        try folder.file("open/new")
        let path = folder.path(of: "open")
        let new = path + "/newX"
        for typed in [path, "open"] {
            try await isAnswered(
                ["write", typed],
                """
                ✗ no user may write \(path)

                  why        is a directory

                did you mean `who-can create \(new)`?
                ✓ every user may create \(new)
                """
            )
        }
        let json = try await folder.warrant("who-can", "--format", "json", "append", path)
        #expect(json.output.contains(#""likely" : {"#) || json.output.contains(#""likely":{"#))
        #expect(json.output.contains("\(path)/newX"))
    }
}

@Suite struct `Users who may use ports, kernel capabilities and units` {
    let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func output(_ question: String...) async throws -> String {
        let ended = try await folder.run([TemporaryFolder.program, "who-can"] + question)
        #expect(ended.status == 0)
        return ended.output
    }

    @Test func `Only root may bind a low port`() async throws {
        let found = try await output("bind", "tcp:127.9.9.9:443")
        #expect(
            found == """
                ✓ of the users here, only root may bind tcp:127.9.9.9:443

                  others     needs CAP_NET_BIND_SERVICE below port 1024, and another user lacks
                             it

                """
        )
    }

    @Test func `Every user may bind a high port`() async throws {
        let found = try await output("bind", "tcp:127.9.9.9:4443")
        #expect(found == "✓ every user may bind tcp:127.9.9.9:4443\n")
    }

    @Test func `No user may bind a port that is held`() async throws {
        let socket = try OpenSocket("127.0.0.1")
        let found = try await output("bind", "tcp:127.0.0.1:\(socket.port)")
        #expect(found.hasPrefix("✗ no user may bind tcp:127.0.0.1:\(socket.port)\n"))
    }

    @Test func `Only root may use a kernel capability`() async throws {
        let found = try await output("use", "CAP_NET_ADMIN")
        #expect(found.hasPrefix("✓ of the users here, only root may use CAP_NET_ADMIN\n"))
    }

    /// The kernel is the judge: each user of the host binds the port.
    @Test func `The answer for a port agrees with bind(2)`() async throws {
        let script = """
            sysctl --quiet --write net.ipv4.ip_unprivileged_port_start=600 && ip link set lo up
            for port in 599 600; do
                "$1" who-can --format json bind tcp:127.0.0.1:$port | tr -d ' \\n' | \
                    grep -o '"others":"[a-z]*"'
                setpriv --reuid nobody --clear-groups python3 -c "import socket
            socket.socket().bind(('127.0.0.1', $port))" 2>/dev/null && echo bound || echo refused
            done
            """
        let command = ["unshare", "--net", "bash", "-uc", script, "bash", TemporaryFolder.program]
        let ended = try await folder.run(command)
        #expect(
            ended.output
                == "\"others\":\"denied\"\nrefused\n\"others\":\"authorized\"\nbound\n"
        )
    }

    @Test func `The answer for a unit is not known without systemd`() async throws {
        let ended = try await folder.warrant("who-can", "restart", "nginx.service")
        #expect(ended.status == 2)
        #expect(ended.output.hasPrefix("? "))
        #expect(ended.output.contains("nginx.service"))
    }
}
