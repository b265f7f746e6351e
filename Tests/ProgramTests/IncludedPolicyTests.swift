import TestSupport
import Testing

@Suite struct `A policy that includes others` {
    let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
        for name in ["site", "shared"] { try folder.folder(name) }
        try policy(
            "shared/tls.yaml",
            "parameters: { key: { type: path } }\nrequire: [{ read: '${key}', id: key }]"
        )
    }

    private func policy(_ name: String, _ text: String) throws {
        try folder.file(name, "warrant: 1\nname: \(name.split(separator: ".")[0])\n\(text)\n")
    }

    private func including(_ include: String, in name: String = "site/site.yaml") throws {
        try policy(name, "include: \(include)\nrequire: [{ read: /etc/passwd, id: own }]")
    }

    @Test func `Includes are found from the directory of the policy`() async throws {
        try including(
            "{ tls: { policy: ../shared/tls.yaml, set: { key: /etc/group } }, "
                + "old: { policy: ../shared/tls.yaml, set: { key: /none } } }"
        )
        let ended = try await folder.warrant("check", "site/site.yaml")
        #expect(
            ended
                == Ended(
                    1,
                    output: """
                        site/site.yaml: site/site

                          ✓ read /etc/passwd
                          ✓ read /etc/group
                          ✗ read /none         does not exist
                              [old/key]

                        1 of 3 does not hold: 1 denied

                        """
                )
        )
        let json = try await folder.warrant("check", "--format", "json", "site/site.yaml")
        for line in [
            #""id" : "own","#, #""id" : "tls/key","#, #""id" : "old/key","#,
            #""file" : "site/../shared/tls.yaml","#,
        ] { #expect(json.output.contains(line), "\(line)") }
    }

    @Test func `A policy gives the same result from any directory and link`()
        async throws
    {
        try including("{ tls: { policy: ../shared/tls.yaml, set: { key: /etc/group } } }")
        try folder.link("shared/link.yaml", to: "../site/site.yaml")
        for path in [
            folder.path(of: "site/site.yaml"), "./site/../site/site.yaml", "shared/link.yaml",
        ] {
            #expect(try await folder.warrant("check", path).status == 0, "\(path)")
        }
        let inside = "cd \"\(folder.path(of: "site"))\" && \"$1\" check site.yaml"
        let ended = try await folder.run(["sh", "-c", inside, "sh", TemporaryFolder.program])
        #expect(ended.status == 0)
    }

    @Test(arguments: [
        (
            "../shared/none.yaml",
            "3:17: cannot read `../shared/none.yaml`: No such file or directory (ENOENT); "
                + "write the path relative to the directory of this policy [unreadable-include]"
        ),
        (
            "shared/tls.yaml",
            "3:17: cannot read `shared/tls.yaml`: No such file or directory (ENOENT); "
                + "write the path relative to the directory of this policy [unreadable-include]"
        ),
        (
            "../shared",
            "3:17: cannot read `../shared`: it is a directory, not a regular file; "
                + "write the path relative to the directory of this policy [unreadable-include]"
        ),
        (
            "site.yaml",
            "3:17: `site.yaml` includes this policy, or is this policy, which is a cycle; "
                + "remove one of the two includes [include-cycle]"
        ),
        (
            "{ policy: ../shared/tls.yaml, set: { kye: /a, key: a } }",
            """
            3:54: unknown parameter `kye`; did you mean `key`? [unknown-parameter]
            site/site.yaml:3:68: `a` is not an absolute path, as the parameter `key` must be; \
            begin it with `/` [invalid-parameter]
            """
        ),
    ])
    func `An error of an include is reported at its place`(
        include: String,
        problem: String
    ) async throws {
        try including("{ tls: \(include) }")
        let ended = try await folder.warrant("check", "site/site.yaml")
        #expect(ended == Ended(65, output: "site/site.yaml:\(problem)\n"))
    }

    @Test func `Errors in included policies are reported in their own files`() async throws {
        try policy("shared/a.yaml", "require:\n\n\n\n  - raed: /a")
        try policy("shared/b.yaml", "require:\n  - raed: /b")
        try including(
            "{ a: ../shared/a.yaml, b: ../shared/b.yaml, tls: ../shared/tls.yaml }"
        )
        let ended = try await folder.warrant("check", "site/site.yaml")
        #expect(
            ended
                == Ended(
                    65,
                    output: """
                        site/../shared/a.yaml:7:5: unknown word `raed`; did you mean `read`? [unknown-word]
                        site/../shared/b.yaml:4:5: unknown word `raed`; did you mean `read`? [unknown-word]
                        site/../shared/tls.yaml:3:15: the parameter `key` has no value; \
                        set it at site/site.yaml:3:59, or give it a `default` [missing-value]

                        """
                )
        )
    }

    @Test func `A cycle through another policy is refused`() async throws {
        try including("{ a: ../shared/a.yaml }")
        try including("{ b: ../site/site.yaml }", in: "shared/a.yaml")
        let ended = try await folder.warrant("check", "site/site.yaml")
        #expect(ended.status == 65)
        #expect(
            ended.output.hasPrefix("site/../shared/a.yaml:3:15: `../site/site.yaml` includes this")
        )
    }

    @Test func `Includes may be nested eight levels deep and no deeper`() async throws {
        for level in 1...8 { try including("{ n: \(level + 1).yaml }", in: "\(level).yaml") }
        try policy("9.yaml", "forbid: [{ read: /none }]")
        #expect(try await folder.warrant("check", "2.yaml").status == 0)
        let ended = try await folder.warrant("check", "1.yaml")
        #expect(
            ended
                == Ended(
                    65,
                    output:
                        "8.yaml:3:15: with `9.yaml` there are more than 64 policies, or includes nest "
                        + "deeper than 8; include fewer policies, or check some on their own "
                        + "[too-many-includes]\n"
                )
        )
    }

    @Test func `A policy and its includes are at most 64 policies`() async throws {
        try policy("leaf.yaml", "forbid: [{ read: /none }]")
        let list = { (count: Int) in (1...count).map { "n\($0): leaf.yaml" }.joined(separator: ", ")
        }
        try including("{ \(list(63)) }", in: "many.yaml")
        #expect(try await folder.warrant("check", "many.yaml").status == 0)
        try including("{ \(list(64)) }", in: "many.yaml")
        #expect(
            try await folder.warrant("check", "many.yaml").output.hasSuffix("[too-many-includes]\n")
        )
    }

    @Test func `A policy and its includes are at most 16 MiB`() async throws {
        let filler = String(repeating: "# filler\n", count: 1 << 20)
        try policy("big.yaml", "forbid: [{ read: /none }]\n" + filler)
        try including("{ a: big.yaml }", in: "one.yaml")
        #expect(try await folder.warrant("check", "one.yaml").status == 0)
        try including("{ a: big.yaml, b: big.yaml }", in: "two.yaml")
        let ended = try await folder.warrant("check", "two.yaml")
        #expect(
            ended
                == Ended(
                    65,
                    output:
                        "two.yaml:3:28: cannot read `big.yaml`: it and the files read before are larger "
                        + "than 16 MiB; write the path relative to the directory of this policy "
                        + "[unreadable-include]\n"
                )
        )
    }

    @Test func `A writable include is refused unless it is allowed`() async throws {
        try including("{ tls: { policy: ../shared/tls.yaml, set: { key: /etc/group } } }")
        try folder.change("shared/tls.yaml", mode: 0o666)
        let ended = try await folder.warrant("check", "site/site.yaml")
        let path = "site/../shared/tls.yaml"
        #expect(
            ended
                == Ended(
                    65,
                    output: "\(path):1:1: others could write the policy: `\(path)` has mode 0666; "
                        + "run `chmod go-w \(path)`, or pass --allow-writable-policy [writable-policy]\n"
                )
        )
        let allowed = try await folder.warrant("check", "--allow-writable-policy", "site/site.yaml")
        #expect(allowed.status == 0)
        #expect(allowed.output.contains("others could write the policy"))
    }

    @Test func `An include through a writable directory is refused`() async throws {
        try including("{ tls: { policy: ../open/link/tls.yaml, set: { key: /etc/group } } }")
        try folder.folder("open", mode: 0o777)
        try folder.link("open/link", to: "../shared")
        let ended = try await folder.warrant("check", "site/site.yaml")
        #expect(ended.status == 65)
        let open = folder.path(of: "open")
        #expect(ended.output.contains("others could write its directory: `\(open)` has mode 0777"))
    }

    @Test func `An included policy keeps its subject unless --as replaces it`() async throws {
        try policy("site/site.yaml", "include: { a: ../shared/a.yaml }")
        try policy(
            "shared/a.yaml",
            "subject: { user: nobody }\nrequire: [{ read: /etc/shadow, id: s }]"
        )
        let ended = try await folder.warrant("check", "site/site.yaml")
        #expect(ended.status == 1)
        #expect(try await folder.warrant("check", "--as", "root", "site/site.yaml").status == 0)
    }
}
