import TestSupport
import Testing

@Suite struct `The command test` {
    let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
        try folder.file("p.yaml", Self.policy)
        try folder.file("p.test.yaml", Self.test(["{ case: told, expect: holds }"]))
    }

    private static let policy = """
        warrant: 1
        name: p
        parameters: { key: { type: path, default: /key } }
        require:
          - id: key
            read: ${key}
          - when: { unit: a.service }
            bind: tcp:80
        forbid:
          - write: /key
            as: alice

        """

    private static func test(_ cases: [String]) -> String {
        """
        warrant: 1
        given:
          users: { alice: [alice] }
          self: alice
          units: { a.service: active }
          files: { /key: -rw-r--r--, /other: missing }
          ports: { tcp:80: self }
        cases:
        \(cases.map { "  - \($0)\n" }.joined())
        """
    }

    @Test func `The summary states that all cases are as expected`() async throws {
        #expect(
            try await folder.warrant("test", "p.test.yaml")
                == Ended(0, output: "1 case in 1 test, all as expected\n")
        )
    }

    @Test(arguments: [".yaml", ".yml", ".json"])
    func `A policy argument runs the test beside it`(ending: String) async throws {
        try folder.file(
            "q\(ending)",
            #"{"warrant": 1, "name": "q", "require": [{"stat": "/key"}]}"#
        )
        #expect(
            try await folder.warrant("test", "./q\(ending)")
                == Ended(
                    65,
                    output: """
                        ./q\(ending):1:1: this is a policy, and no test of its name stands beside it; \
                        name the test, or write one whose name has `.test` before `.yaml` [no-test]
                        1 test could not run

                        """
                )
        )
        try folder.file(
            "q.test\(ending)",
            #"{"warrant": 1, "cases": [{"case": "untold", "expect": "undetermined","#
                + #" "requirements": {"stat /key": "undetermined"}}]}"#
        )
        #expect(
            try await folder.warrant("test", "./q\(ending)", "p.yaml")
                == Ended(0, output: "2 cases in 2 tests, all as expected\n")
        )
    }

    @Test func `Each unmet expectation is reported with its reason`() async throws {
        try folder.file(
            "p.test.yaml",
            Self.test([
                "{ case: as told, expect: holds }",
                "{ case: no port, expect: holds, given: { ports: { tcp:80: free } } }",
                "{ case: other key, expect: fails, set: { key: /other }, "
                    + "requirements: { key: fails permission-refused } }",
                "{ case: all well, expect: fails, requirements: { key: fails } }",
            ])
        )
        #expect(
            try await folder.warrant("test", "p.test.yaml")
                == Ended(
                    1,
                    output: """
                        p.test.yaml:10:13: ✗ no port
                            the policy: expected holds, found fails
                            bind tcp:80: expected holds, found fails needs-capability
                              tcp:80 needs CAP_NET_BIND_SERVICE below port 1024, and it is not in effect
                        p.test.yaml:11:13: ✗ other key
                            key: expected fails permission-refused, found fails missing
                              /other does not exist
                        p.test.yaml:12:13: ✗ all well
                            the policy: expected fails, found holds
                            key: expected fails, found holds
                        3 of 4 cases in 1 test not as expected

                        """
                )
        )
    }

    @Test func `Uncovered requirements are reported, and fail if that is asked`() async throws {
        let report = """
            p.yaml:5:5: no case makes `key` fail
            p.yaml:7:5: no case makes `bind tcp:80` fail, and no case lists `bind tcp:80` as not-applicable
            p.yaml:10:5: no case makes `forbid write /key` fail

            """
        let sum = "1 case in 1 test, all as expected; 0 of 3 requirements covered\n"
        #expect(
            try await folder.warrant("test", "--coverage", "p.test.yaml")
                == Ended(0, output: report + sum)
        )
        #expect(
            try await folder.warrant("test", "--full-coverage", "p.test.yaml")
                == Ended(1, output: report + sum)
        )
    }

    @Test func `A requirement is covered if it was seen to hold and to fail`() async throws {
        try folder.file(
            "p.test.yaml",
            Self.test([
                "{ case: as told, expect: holds }",
                "{ case: nothing, expect: fails, given: { ports: { tcp:80: free }, "
                    + "files: { /key: missing } }, "
                    + "requirements: { key: fails missing, bind tcp:80: fails needs-capability } }",
                "{ case: everybody, expect: fails, given: { files: { /key: -rw-rw-rw- } }, "
                    + "requirements: { forbid write /key: fails file-permitted } }",
                "{ case: no unit, expect: holds, given: { units: { a.service: failed }, "
                    + "ports: unknown }, requirements: { bind tcp:80: not-applicable } }",
            ])
        )
        #expect(
            try await folder.warrant("test", "--full-coverage", "p.test.yaml")
                == Ended(
                    0,
                    output: "4 cases in 1 test, all as expected; 3 of 3 requirements covered\n"
                )
        )
    }

    @Test func `An unknown requirement is refused with status 65`() async throws {
        let one =
            "{ case: a, expect: fails, requirements: { keys: fails, forbid write /k: fails, "
            + "write /key: fails } }"
        let two = "{ case: b, expect: fails, requirements: { key: fails, keys: fails } }"
        try folder.file("p.test.yaml", Self.test([one, two]))
        #expect(
            try await folder.warrant("test", "p.test.yaml")
                == Ended(
                    65,
                    output: """
                        p.test.yaml:9:47: the policy has no requirement `keys`; did you mean `key`? \
                        [unknown-requirement]
                        p.test.yaml:9:60: the policy has no requirement `forbid write /k`; \
                        did you mean `forbid write /key`? [unknown-requirement]
                        p.test.yaml:9:84: the policy has no requirement `write /key`; \
                        did you mean `forbid write /key`? [unknown-requirement]
                        p.test.yaml:10:59: the policy has no requirement `keys`; if it was removed \
                        there, put it back, or remove it here; `warrant show` lists what it requires \
                        [unknown-requirement]
                        1 test could not run

                        """
                )
        )
    }

    @Test func `An invalid policy or an unknown parameter yields status 65`()
        async throws
    {
        try folder.file("w.yaml", "warrant: 1\nname: w\nrequire: [{ raed: /x }]\n")
        try folder.file("w.test.yaml", "warrant: 1\ncases: [{ case: a, expect: holds }]\n")
        let wrong = try await folder.warrant("test", "w.test.yaml")
        #expect(wrong.status == 65)
        #expect(wrong.output.hasPrefix("w.yaml:3:13: unknown word `raed`; did you mean `read`?"))
        try folder.file("p.test.yaml", Self.test(["{ case: a, expect: holds, set: { kee: /x } }"]))
        #expect(
            try await folder.warrant("test", "p.test.yaml")
                == Ended(
                    65,
                    output: """
                        p.test.yaml:9:38: unknown parameter `kee`; did you mean `key`? [unknown-parameter]
                        1 test could not run

                        """
                )
        )
    }

    @Test func `A missing file, policy or test yields status 66`() async throws {
        try folder.folder("empty")
        try folder.file("lone.test.yaml", "warrant: 1\ncases: [{ case: a, expect: holds }]\n")
        #expect(
            try await folder.warrant("test", "gone.test.yaml", "empty", "lone.test.yaml")
                == Ended(
                    66,
                    output: """
                        gone.test.yaml: \(noSuchPolicy)
                        empty: the folder holds no test; its name ends in .test.yaml, .test.yml or \
                        .test.json
                        lone.test.yaml: cannot read `lone.yaml`: No such file or directory (ENOENT)
                        3 tests could not run

                        """
                )
        )
    }

    @Test func `The example in the help is a valid test`() async throws {
        let help = try await folder.warrant("test", "--help").output
        let example = help.split(separator: "A TEST\n")[1].split(separator: "\n\n")[0]
        try folder.file(
            "shop.yaml",
            "warrant: 1\nname: shop\nsubject: { user: shop }\nrequire: [{ read: /srv/shop.key }]\n"
        )
        try folder.file("shop.test.yaml", String(example))
        #expect(
            try await folder.warrant("test", "--full-coverage", "shop.test.yaml")
                == Ended(
                    0,
                    output: "2 cases in 1 test, all as expected; 1 of 1 requirement covered\n"
                )
        )
    }

    @Test func `A test looks at nothing on this host`() async throws {
        try folder.file(
            "e.yaml",
            "warrant: 1\nname: e\nparameters: { x: { environment: KEY, default: /a } }\nrequire: [{ read: \"${x}\", as: root }]\n"
        )
        try folder.file(
            "e.test.yaml",
            "warrant: 1\ngiven: { self: root, files: { /a: -rw-r--r-- } }\ncases: [{ case: a, expect: holds }]\n"
        )
        let ended = try await folder.warrant("test", "e.test.yaml", environment: ["KEY": "/b"])
        #expect(ended == Ended(0, output: "1 case in 1 test, all as expected\n"))
    }

    @Test func `Included policies are parts of the tested policy`() async throws {
        try folder.folder("parts")
        try folder.file(
            "parts/tls.yaml",
            "warrant: 1\nname: tls\nparameters: { key: {} }\n"
                + "require: [{ id: key, read: \"${key}\" }]\n"
        )
        try folder.file(
            "site.yaml",
            "warrant: 1\nname: site\nparameters: { key: { default: /key } }\n"
                + "include: { tls: { policy: parts/tls.yaml, set: { key: \"${key}\" } } }\n"
        )
        try folder.folder("tests")
        try folder.file(
            "tests/any.yaml",
            """
            warrant: 1
            policy: ../site.yaml
            given: { self: root, files: { /key: -rw-------, /other: missing } }
            cases:
              - { case: the key, expect: holds }
              - case: another
                set: { key: /other }
                expect: fails
                requirements: { tls/key: fails missing }
            """
        )
        #expect(
            try await folder.warrant("test", "--full-coverage", "tests/any.yaml")
                == Ended(
                    0,
                    output: "2 cases in 1 test, all as expected; 1 of 1 requirement covered\n"
                )
        )
    }

    @Test func `The tests of the shipped policies cover every requirement`() async throws {
        let policies = TemporaryFolder.program.split(separator: "/.build/")[0] + "/policies"
        let ended = try await folder.warrant("test", "--full-coverage", String(policies))
        #expect(ended.status == 0, "\(ended.output)")
        #expect(ended.errors == "")
    }

    /// The cases are decided at the same time.
    @Test func `Many cases are reported in the order in which they are written`() async throws {
        let cases = (0..<500).map { number in
            number % 2 == 0
                ? "{ case: \(number), expect: holds }"
                : "{ case: \(number), expect: holds, set: { key: /other } }"
        }
        try folder.file("p.test.yaml", Self.test(cases))
        let expected = stride(from: 1, to: 500, by: 2).map { number in
            """
            p.test.yaml:\(number + 9):13: ✗ \(number)
                the policy: expected holds, found fails
                key: expected holds, found fails missing
                  /other does not exist

            """
        }
        #expect(
            try await folder.warrant("test", "p.test.yaml")
                == Ended(
                    1,
                    output: expected.joined() + "250 of 500 cases in 1 test not as expected\n"
                )
        )
    }

    @Test func `The JSON report has the outcome and each unmet expectation`() async throws {
        try folder.file("p.test.yaml", Self.test(["{ case: a, expect: fails }"]))
        let ended = try await folder.warrant("test", "--format", "json", "p.test.yaml")
        #expect(ended.status == 1)
        for line in [
            #"  "command" : "test","#, #"  "exit" : 1,"#, #"          "found" : "holds","#,
            #"          "expected" : "fails","#, #"      "outcome" : "fails","#,
            #"          "requirement" : "forbid write /key""#,
        ] {
            #expect(
                ended.output.split(separator: "\n").contains {
                    $0.contains(line.drop { $0 == " " })
                },
                "\(line)"
            )
        }
    }
}
