import TestSupport
import Testing

@Suite struct `The command compare` {
    let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
        try policy(
            "old",
            """
            parameters: { key: { default: /a } }
            require:
              - read: ${key}
              - { connect: "tcp:h:1", within: 1s, id: up, because: b }
            """
        )
        try policy("new", "require: [{ read: /a }, { connect: 'tcp:h:1' }]")
        try policy("more", "include: { old: old.yaml }\nforbid: [{ read: /b }]")
        try policy("tied", "require: [{ stat: /a }]")
        try policy("whose", "subject: { user: a }\nrequire: [{ read: /b }]")
        try policy("only", "require: [{ read: /b, when: { read: /a } }]")
    }

    private func policy(_ name: String, _ text: String) throws {
        try folder.file("\(name).yaml", "warrant: 1\nname: \(name)\n\(text)\n")
    }

    @Test func `The status is 0 if the new policy demands at least as much`() async throws {
        #expect(
            try await folder.warrant("compare", "old.yaml", "more.yaml")
                == Ended(0, output: "✓ more.yaml demands at least as much as old.yaml\n")
        )
    }

    @Test func `The status is 1 with an example if the new policy demands less`() async throws {
        let output = """
            ✗ new.yaml holds where old.yaml does not

              old.yaml:6:5: requires connect tcp:h:1 (up, within 1 s)

              where
                ✓ connect tcp:h:1 within 5 s   authorized
                ? connect tcp:h:1 within 1 s   undetermined
                and all other requirements of new.yaml hold

            """
        #expect(
            try await folder.warrant("compare", "old.yaml", "new.yaml") == Ended(1, output: output)
        )
    }

    @Test func `An example names the subject if it is not this process`() async throws {
        let output = """
            ✗ tied.yaml holds where whose.yaml does not

              whose.yaml:4:11: requires read /b

              where
                ✗ read /b as user a   denied
                and all other requirements of tied.yaml hold

            """
        #expect(
            try await folder.warrant("compare", "whose.yaml", "tied.yaml")
                == Ended(1, output: output)
        )
    }

    @Test func `All lost demands are listed, and the first has an example`() async throws {
        try policy("long", "require: [{ read: /a }, { read: /b }]\nforbid: [{ read: /c }]")
        let output = """
            ✗ tied.yaml holds where long.yaml does not

              long.yaml:3:11: requires read /a

              where
                ✓ stat /a   authorized
                ✗ read /a   denied

              and elsewhere it does not demand
              long.yaml:3:25: requires read /b
              long.yaml:4:10: forbids read /c

            """
        #expect(
            try await folder.warrant("compare", "long.yaml", "tied.yaml")
                == Ended(1, output: output)
        )
    }

    @Test func `The output states that more demands may be lost`() async throws {
        try policy("some", "require: [{ create: /a }, { read: /c }]")
        let output = """
            ✗ tied.yaml holds where some.yaml does not

              some.yaml:3:27: requires read /c

              where
                ✗ read /c   denied
                and all other requirements of tied.yaml hold

              more may be lost, but this is not known

            """
        #expect(
            try await folder.warrant("compare", "some.yaml", "tied.yaml")
                == Ended(1, output: output)
        )
    }

    @Test func `The status is 1 if the old policy does not apply to an example`() async throws {
        let output = """
            ✗ whose.yaml holds where only.yaml does not

              no requirement of only.yaml applies, so the policy does not hold

              where
                ✗ read /a   denied

            """
        try policy("whose", "forbid: [{ read: /a }]")
        #expect(
            try await folder.warrant("compare", "only.yaml", "whose.yaml")
                == Ended(1, output: output)
        )
    }

    @Test func `The status is 2 if the comparison has no certain answer`() async throws {
        try policy("run", "require: [{ create: /a }]")
        let output = """
            ? cannot tell whether new.yaml holds where run.yaml does not

              run.yaml:3:11: requires create /a

              where
                ✓ read /a     authorized
                ✗ create /a   denied
                and all other requirements of new.yaml hold

              it is not known whether any host answers `create /a` and `read /a` in this way

            """
        #expect(
            try await folder.warrant("compare", "run.yaml", "new.yaml") == Ended(2, output: output)
        )
    }

    @Test func `The option --set applies to the compared policies`() async throws {
        try policy("same", "parameters: { key: { default: /d } }\nrequire: [{ read: '${key}' }]")
        try policy("last", "require: [{ read: /c }]")
        let command = ["compare", "--set", "key=/c", "same.yaml", "last.yaml"]
        #expect(try await folder.run([TemporaryFolder.program] + command).status == 0)
        #expect(try await folder.warrant("compare", "same.yaml", "last.yaml").status == 1)
    }

    @Test func `Errors of a policy go to standard error`() async throws {
        try policy("wrong", "require: [{ raed: /x }]")
        let problem = "wrong.yaml:3:13: unknown word `raed`; did you mean `read`? [unknown-word]\n"
        #expect(
            try await folder.warrant("compare", "old.yaml", "wrong.yaml")
                == Ended(65, errors: problem)
        )
        let missing =
            "warrant: none.yaml: no such file here, and no such policy in /etc/warrant or "
            + "/usr/share/warrant/policies\n"
        #expect(
            try await folder.warrant("compare", "none.yaml", "old.yaml")
                == Ended(66, errors: missing)
        )
    }

    @Test func `The JSON report has the answer, an example and the lost demands`() async throws {
        let ended = try await folder.warrant(
            "compare",
            "--format",
            "json",
            "tied.yaml",
            "whose.yaml"
        )
        let output = """
            {
              "answer" : "demands-less",
              "command" : "compare",
              "example" : {
                "answers" : [
                  {
                    "question" : "read /b",
                    "subject" : "user a",
                    "verdict" : "authorized"
                  },
                  {
                    "question" : "stat /a",
                    "subject" : "this process",
                    "verdict" : "denied"
                  }
                ],
                "breach" : {
                  "place" : {
                    "column" : 11,
                    "file" : "tied.yaml",
                    "line" : 3
                  },
                  "rule" : "require",
                  "title" : "stat /a"
                }
              },
              "exit" : 1,
              "lost" : [
                {
                  "place" : {
                    "column" : 11,
                    "file" : "tied.yaml",
                    "line" : 3
                  },
                  "rule" : "require",
                  "title" : "stat /a"
                }
              ],
              "new" : {
                "name" : "whose",
                "path" : "whose.yaml"
              },
              "old" : {
                "name" : "tied",
                "path" : "tied.yaml"
              },
              "version" : 1
            }

            """
        #expect(ended == Ended(1, output: output))
    }
}
