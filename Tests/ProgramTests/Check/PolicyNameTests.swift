import TestSupport
import Testing

@Suite struct `The name of an installed policy` {
    let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    /// Runs lines of shell on a host with the installed policies `nginx`, `sshd` and `host`; `host` is in both
    /// directories.
    private func run(_ script: String) async throws -> Ended {
        let policy = #"printf 'warrant: 1\nname: %s\nrequire: [read: /etc/passwd]\n'"#
        return try await folder.inNamespaces(
            """
            cp -a /etc etc; mkdir -p etc/warrant; mount --bind etc /etc
            mount -t tmpfs tmpfs /usr/share; mkdir -p /usr/share/warrant/policies/host
            mkdir /usr/share/warrant/policies/nginx
            \(policy) shipped > /usr/share/warrant/policies/host/host.yaml
            \(policy) nginx > /usr/share/warrant/policies/nginx/nginx.yaml
            \(policy) own > /etc/warrant/host.yaml
            \(policy) sshd > /etc/warrant/sshd.json
            mkdir -p work; cd work
            \(script)
            """
        )
    }

    @Test(arguments: [
        ("host", "/etc/warrant/host.yaml: own"),
        ("host.yaml", "/etc/warrant/host.yaml: own"),
        ("sshd", "/etc/warrant/sshd.json: sshd"),
        ("nginx", "/usr/share/warrant/policies/nginx/nginx.yaml: nginx"),
        ("./nginx", "./nginx: No such file or directory (ENOENT)"),
        ("nginx/nginx.yaml", "nginx/nginx.yaml: No such file or directory (ENOENT)"),
    ])
    func `A name is looked up in the host's own directory first`(name: String, line: String)
        async throws
    {
        let ended = try await run("exec $1 check \(name)")
        #expect(ended.output.split(separator: "\n").first.map(String.init) == line)
        #expect(ended.status == (line.hasSuffix("(ENOENT)") ? 66 : 0), "\(ended)")
    }

    @Test(arguments: [
        ("cp /etc/warrant/sshd.json host", "host: sshd"),
        ("mkdir host; cp /etc/warrant/sshd.json host/a.yaml", "host/a.yaml: sshd"),
        (
            "mkdir host",
            "host: the folder holds no policy; the name of a policy ends in .yaml, .yml or .json"
        ),
        ("ln -s none host", "host: No such file or directory (ENOENT)"),
        ("mkdir ../gone; cd ../gone; rmdir ../gone", "/etc/warrant/host.yaml: own"),
    ])
    func `A file in the working directory precedes an installed policy`(
        script: String,
        line: String
    ) async throws {
        let ended = try await run("\(script); exec $1 check host")
        #expect(ended.output.split(separator: "\n").first.map(String.init) == line, "\(ended)")
    }

    @Test(arguments: [
        ("hots", "; did you mean `host`?"), ("ssdh", "; did you mean `sshd`?"),
        ("postgresql", "; installed policies: `host`, `sshd`, `nginx`"), ("postgresql.yaml", ""),
    ])
    func `A missing policy is reported with the nearest names`(name: String, advice: String)
        async throws
    {
        let ended = try await run("exec $1 check \(name)")
        #expect(ended == Ended(66, output: "\(name): \(noSuchPolicy)\(advice)\n"))
    }

    @Test func `The file of that name in the working directory is proposed`() async throws {
        let ended = try await run("touch shop.yaml; exec $1 check shop")
        let advice = "; did you mean the file `shop.yaml`?"
        #expect(ended == Ended(66, output: "shop: \(noSuchPolicy)\(advice)\n"))
    }

    @Test func `A lookup stops at a directory that the caller may not search`() async throws {
        let nobody = Caller.nobody.command.joined(separator: " ")
        let ended = try await run("chmod 700 /etc/warrant; exec \(nobody) $1 check nginx")
        let problem = "/etc/warrant/nginx: Permission denied (EACCES)\n"
        #expect(ended == Ended(66, output: problem))
    }

    /// The working directory of a user's shell after su(1) is often root's home.
    @Test(arguments: [
        ("check nginx", 0, "/usr/share/warrant/policies/nginx/nginx.yaml: nginx\n"),
        ("lint nginx", 1, "/usr/share/warrant/policies/nginx/nginx.yaml:"),
        ("show --format tree nginx", 0, "nginx"),
        ("check mine.yaml", 66, refusedPolicy("mine.yaml")),
    ])
    func `A name is looked up from a directory that the caller may not search`(
        command: String,
        status: Int,
        start: String
    ) async throws {
        let nobody = Caller.nobody.command.joined(separator: " ")
        let ended = try await run("touch mine.yaml; chmod 700 .; exec \(nobody) $1 \(command)")
        #expect(ended.status == status, "\(ended)")
        #expect(ended.output.hasPrefix(start), "\(ended)")
    }

    @Test func `A name that looks like a GitHub command is shown as a path`() async throws {
        let ended = try await run("exec $1 check ::stop-commands::x")
        #expect(ended.status == 66)
        #expect(ended.output.hasPrefix("./::stop-commands::x: "), "\(ended)")
    }

    @Test func `The commands test and lint accept the name of a policy`() async throws {
        let test =
            #"warrant: 1\ngiven: {users: {shop: [shop]}, self: {user: shop}}\ncases: [{case: there, expect: holds, given: {files: {/etc/passwd: -rw-r--r--}}}]"#
        let tested = try await run(
            "printf '\(test)\n' > /usr/share/warrant/policies/nginx/nginx.test.yaml; exec $1 test nginx"
        )
        #expect(tested.status == 0, "\(tested)")
        #expect(tested.output.contains("1 case in 1 test"), "\(tested)")
        let coverage = try await run("exec $1 test --coverage nginx")
        #expect(coverage.output.contains("the folder holds no test"), "\(coverage)")
        let linted = try await run("exec $1 lint sshd nginx")
        #expect(linted.output.hasPrefix("/etc/warrant/sshd.json:"), "\(linted)")
        #expect(linted.output.contains("\n/usr/share/warrant/policies/nginx/nginx.yaml:"))
        let missing = try await run("exec $1 lint ssdh")
        #expect(missing.status == 66)
        #expect(missing.output.contains("did you mean `sshd`?"), "\(missing)")
    }

    @Test func `The command record accepts the name of a policy`() async throws {
        let record = try await run("exec $1 record nginx")
        #expect(record.status == 0, "\(record)")
        #expect(record.output.contains("/etc/passwd"), "\(record)")
        let missing = try await run("exec $1 record ngnix")
        #expect(
            missing == Ended(66, errors: "warrant: ngnix: \(noSuchPolicy); did you mean `nginx`?\n")
        )
    }

    @Test func `The commands show and compare accept the name of a policy`() async throws {
        let shown = try await run("exec $1 show --format tree nginx")
        #expect(shown.output.hasPrefix("nginx"), "\(shown)")
        let compared = try await run("exec $1 compare nginx sshd")
        #expect(compared.status == 0, "\(compared)")
    }
}
