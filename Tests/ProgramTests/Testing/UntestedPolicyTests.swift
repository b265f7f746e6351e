import TestSupport
import Testing

@Suite struct `Coverage of a directory of policies` {
    let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
        try folder.file("p.yaml", "warrant: 1\nname: p\nrequire: [{ id: x, read: /x }]\n")
        try folder.file(
            "p.test.yaml",
            """
            warrant: 1
            given: { self: root, files: { /x: -rw-r--r-- } }
            cases:
              - { case: a, expect: holds }
              - case: b
                given: { files: { /x: missing } }
                expect: fails
                requirements: { x: fails missing }

            """
        )
    }

    private static let sum = "2 cases in 1 test, all as expected; 1 of 1 requirement covered"

    @Test func `A policy without a test is not covered, and the sum says so`() async throws {
        try folder.file("q.yaml", "warrant: 1\nname: q\nrequire: [{ read: /x }]\n")
        let one = "./q.yaml: has no test\n\(Self.sum); 1 policy has no test\n"
        #expect(
            try await folder.warrant("test", "--full-coverage", ".") == Ended(1, output: one)
        )
        #expect(try await folder.warrant("test", "--coverage", ".") == Ended(0, output: one))
        let plain = "2 cases in 1 test, all as expected; 1 policy has no test\n"
        #expect(try await folder.warrant("test", ".") == Ended(0, output: plain))
        let warning = "::warning file=./q.yaml,line=1,col=1,title=./q.yaml::coverage: has no test\n"
        #expect(
            try await folder.warrant("test", "--format", "github", ".") == Ended(0, output: warning)
        )
        let tap = try await folder.warrant("test", "--format", "tap", ".")
        #expect(tap.status == 0 && tap.output.contains("# TODO advice"), "\(tap)")
        let junit = try await folder.warrant("test", "--format", "junit", ".")
        #expect(junit.status == 0 && junit.output.contains("<skipped "), "\(junit)")
        try folder.file("r.yaml", "warant: 1\nname: r\nrequire: [{ read: /x }]\n")
        let two = """
            ./q.yaml: has no test
            ./r.yaml: has no test
            \(Self.sum); 2 policies have no test

            """
        #expect(
            try await folder.warrant("test", "--full-coverage", ".") == Ended(1, output: two)
        )
    }

    @Test func `A policy with a wrong test is not counted as untested`() async throws {
        try folder.file("q.yaml", "warrant: 1\nname: q\nrequire: [{ read: /x }]\n")
        try folder.file("q.test.yaml", "warrant: 1\ncases: []\n")
        #expect(
            try await folder.warrant("test", ".")
                == Ended(
                    65,
                    output: """
                        ./q.test.yaml:2:8: the test has no case; list at least one under `cases` \
                        [tests-nothing]
                        2 cases in 1 test, all as expected; 1 test could not run

                        """
                )
        )
    }

    @Test func `Coverage counts all tests of a policy, by any path to it`()
        async throws
    {
        try folder.folder("other")
        try folder.file(
            "p.test.yaml",
            "warrant: 1\ngiven: { self: root, files: { /x: -rw-r--r-- } }\n"
                + "cases: [{ case: a, expect: holds }]\n"
        )
        try folder.file(
            "other/b.test.yaml",
            "warrant: 1\npolicy: ../other/../p.yaml\n"
                + "given: { self: root, files: { /x: missing } }\n"
                + "cases: [{ case: b, expect: fails, requirements: { x: fails missing } }]\n"
        )
        let sum = "2 cases in 2 tests, all as expected; 1 of 1 requirement covered\n"
        #expect(
            try await folder.warrant("test", "--full-coverage", ".") == Ended(0, output: sum)
        )
        let json = try await folder.warrant("test", "--full-coverage", "--format=json", ".")
        #expect(json.status == 0 && !json.output.contains("false"), "\(json)")
        let alone = try await folder.warrant("test", "--full-coverage", "other")
        #expect(alone.status == 1, "\(alone)")
    }

    @Test func `Files that are not policies do not affect coverage`() async throws {
        try folder.file("record.yaml", "warrant: 1\ncases: [{ case: a, expect: holds }]\n")
        try folder.file("report.json", "{ \"version\": 1, \"command\": \"check\" }\n")
        try folder.file("list.yaml", "- a\n")
        #expect(
            try await folder.warrant("test", "--full-coverage", ".")
                == Ended(0, output: "\(Self.sum)\n")
        )
    }

    @Test func `An empty test is reported without a count of requirements`() async throws {
        try folder.file("p.test.yaml", "warrant: 1\ncases: []\n")
        #expect(
            try await folder.warrant("test", "--coverage", "p.test.yaml")
                == Ended(
                    65,
                    output: """
                        p.test.yaml:2:8: the test has no case; list at least one under `cases` \
                        [tests-nothing]
                        1 test could not run

                        """
                )
        )
    }
}
