import TestSupport
import Testing

@Suite struct `Expectations about requirements` {
    let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
        try folder.file(
            "p.yaml",
            """
            warrant: 1
            name: p
            require:
              - read: /x
              - { read: /x, as: alice }
              - { read: /x, as: alice, within: 1s }
              - { stat: /y, as: alice }
              - { stat: /y, as: bob }

            """
        )
    }

    private func test(_ requirements: String) async throws -> Ended {
        try folder.file(
            "p.test.yaml",
            """
            warrant: 1
            given:
              users: { alice: [alice], bob: [bob] }
              self: root
              files: { /x: -rw-------, /y: missing }
            cases:
              - { case: a, expect: fails, requirements: { \(requirements) } }

            """
        )
        return try await folder.warrant("test", "p.test.yaml")
    }

    private static let good = Ended(0, output: "1 case in 1 test, all as expected\n")

    @Test func `Subject and number distinguish requirements with the same name`()
        async throws
    {
        let alice = "read /x as user alice"
        let names = """
            \(alice) (1): fails permission-refused, \(alice) (2): fails, stat /y: fails missing
            """
        #expect(try await test(names) == Self.good)
        #expect(
            try await test("read /x: fails, \(alice) (1): fails, stat /y as user bob: fails")
                == Ended(
                    1,
                    output: """
                        p.test.yaml:7:13: ✗ a
                            read /x: expected fails, found holds
                            read /x as user alice (2): expected holds, found fails permission-refused
                              /x 0600 `root:root`, and user `alice` is not its owner; \
                        not listed under `requirements`, so it must hold
                            stat /y as user alice: expected holds, found fails missing
                              /y does not exist; not listed under `requirements`, so it must hold
                        1 of 1 case in 1 test not as expected

                        """
                )
        )
    }

    @Test func `Advice that fails is named where the policy should fail`() async throws {
        try folder.policy("stat: /", "read: /x, severity: advice")
        try folder.file(
            "policy.test.yaml",
            """
            warrant: 1
            given: { self: root, files: { /x: missing } }
            cases: [{ case: a, expect: fails, requirements: { read /x: fails } }]

            """
        )
        let ended = try await folder.warrant("test", "policy.yaml")
        #expect(ended.status == 1)
        let why =
            "the policy: expected fails, found holds\n      `read /x` fails, but its severity is `advice`, so the policy holds"
        #expect(ended.output.contains(why), "\(ended)")
    }

    @Test func `An unknown reason code is an error`() async throws {
        #expect(
            try await test("read /x: fails nosuch, stat /y: fails misssing")
                == Ended(
                    65,
                    output: """
                        p.test.yaml:7:56: no reason has the code `nosuch`; \
                        policy-testing.md lists all codes; without a code, any reason will do \
                        [unknown-reason]
                        p.test.yaml:7:79: no reason has the code `misssing`; did you mean `missing`? \
                        [unknown-reason]
                        1 test could not run

                        """
                )
        )
    }

    @Test func `A missing fact fails the expectation and is named`() async throws {
        try folder.file("p.yaml", "warrant: 1\nname: p\nrequire: [{ create: /run/a/pid }]\n")
        try folder.file(
            "p.test.yaml",
            """
            warrant: 1
            given: { self: root, files: { /run/a: drwxr-xr-x } }
            cases: [{ case: a, expect: holds }]

            """
        )
        #expect(
            try await folder.warrant("test", "p.test.yaml")
                == Ended(
                    1,
                    output: """
                        p.test.yaml:3:17: ✗ a
                            the policy: expected holds, found undetermined
                            create /run/a/pid: expected holds, found undetermined not-known
                              /run/a/pid is not described; add `/run/a/pid` to `files`, as `ls -l` shows it, \
                        or as `missing`
                        1 of 1 case in 1 test not as expected

                        """
                )
        )
        try folder.file("p.yaml", "warrant: 1\nname: p\nrequire: [{ read: /run/b/pid }]\n")
        let ended = try await folder.warrant("test", "p.test.yaml")
        #expect(
            ended.output.contains(
                "      /run/b/pid is not described; add `/run/b/pid` to `files`, as `ls -l` shows it, or as `missing`\n"
            )
        )
    }
}
