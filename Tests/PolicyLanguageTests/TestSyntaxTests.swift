import Policies
import PolicyLanguage
import Testing

@Suite struct `A test of a policy` {
    private static func tests(_ text: String) throws(Diagnostics) -> TestSyntax {
        try TestSyntax.parse(try YAMLTree.parse(Array(text.utf8), file: "p.test.yaml"))
    }

    private static func complaints(_ text: String) -> [String] {
        do throws(Diagnostics) {
            _ = try tests(text)
            return []
        } catch {
            return error.all.map(\.description)
        }
    }

    @Test func `A test has its cases in the order in which they are written`() throws {
        let tests = try Self.tests(
            """
            warrant: 1
            policy: ../p.yaml
            cases:
              - { case: one, expect: holds }
              - { case: two, expect: fails, requirements: { key: fails missing, port: holds } }
            """
        )
        #expect(tests.policy?.value == "../p.yaml")
        #expect(tests.cases.map(\.name.value) == ["one", "two"])
        #expect(tests.cases.map(\.expected.value) == [.holds, .fails])
        #expect(tests.cases[1].requirements.map(\.name.value) == ["key", "port"])
        #expect(tests.cases[1].requirements.map(\.outcome) == [.fails, .holds])
        #expect(tests.cases[1].requirements.map(\.reason?.value) == ["missing", nil])
    }

    @Test func `The facts of a case override the common facts, key by key`() throws {
        let tests = try Self.tests(
            """
            warrant: 1
            set: { port: "80", host: a }
            given: { files: { /a: one, /b: { is: two, acl: [x] } }, self: root }
            cases:
              - case: c
                set: { port: "81" }
                given: { files: { /b: { is: three }, /c: four }, self: { user: b } }
                expect: holds
            """
        )
        let told = try Self.node(
            """
            files: { /a: one, /b: { is: three, acl: [x] }, /c: four }
            self: { user: b }
            """
        )
        #expect(tests.cases[0].given?.text == told.text)
        #expect(tests.cases[0].settings.mapValues(\.value) == ["port": "81", "host": "a"])
    }

    private static func node(_ text: String) throws -> Node {
        try YAMLTree.parse(Array(text.utf8), file: "n.yaml")
    }

    @Test(arguments: [
        (
            "warrant: 1",
            [
                "p.test.yaml:1:1: the test has no case; list at least one under `cases` [tests-nothing]"
            ]
        ),
        (
            "warrant: 1\ncases: []",
            [
                "p.test.yaml:2:8: the test has no case; list at least one under `cases` [tests-nothing]"
            ]
        ),
        (
            "warrant: 1\ncase: [{ case: a, expect: holds }]",
            ["p.test.yaml:2:1: unknown key `case` of a test; did you mean `cases`? [unknown-key]"]
        ),
        (
            "cases: [{ case: a, expect: holds }]",
            [
                "p.test.yaml:1:1: the key `warrant` is missing; begin with `warrant: 1` [missing-key]"
            ]
        ),
        (
            "warrant: 2\ncases: [{ case: a, expect: holds }]",
            [
                "p.test.yaml:1:10: version `2` of the policy format is unknown; this program knows `1` "
                    + "[unknown-version]"
            ]
        ),
        (
            "warrant: 1\ncases: [{ expect: hold }, { case: a }]",
            [
                "p.test.yaml:2:9: the key `case` is missing; write what it shows [missing-key]",
                "p.test.yaml:2:19: `hold` is not a value of `expect`; did you mean `holds`? "
                    + "[unknown-value]",
                "p.test.yaml:2:27: the key `expect` is missing; write `expect: holds`, `fails` or "
                    + "`undetermined` [missing-key]",
            ]
        ),
        (
            "warrant: 1\ncases: [{ case: a, expect: holds }, { case: a, expect: fails }]",
            [
                "p.test.yaml:2:45: the case `a` is given twice, first at line 2, column 17; "
                    + "choose another name [duplicate-case]"
            ]
        ),
        (
            "warrant: 1\ncases: [{ case: a, expect: fails, requirements: { k: denied } }]",
            [
                "p.test.yaml:2:54: `denied` is not an outcome of a requirement; "
                    + "write `holds`, `fails`, `undetermined` or `not-applicable`, "
                    + "and after it the code of the deciding reason [invalid-expectation]"
            ]
        ),
        (
            "warrant: 1\nname: n\nrequire: []",
            [
                "p.test.yaml:1:1: this is a policy, and no test of its name stands beside it; "
                    + "name the test, or write one whose name has `.test` before `.yaml` [no-test]"
            ]
        ),
        (
            "warrant: 1\ncases: [a]",
            [
                "p.test.yaml:2:9: a case is a mapping, but this is a text; write `case: …` and "
                    + "`expect: …` [wrong-type]"
            ]
        ),
    ])
    func `An invalid test is reported with its place and help`(text: String, complaints: [String]) {
        #expect(Self.complaints(text) == complaints)
    }
}

extension Node {
    /// The tree without its places.
    fileprivate var text: String {
        switch kind {
        case .scalar(let text, _): text
        case .sequence(let items): "[\(items.map(\.text).joined(separator: ", "))]"
        case .mapping(let entries):
            "{\(entries.map { "\($0.key.value): \($0.value.text)" }.joined(separator: ", "))}"
        }
    }
}
