import ArgumentParser
import Policies
import PolicyAuthoring

struct TestCommand: AnsweringCommand {
    static let configuration = CommandConfiguration(
        commandName: "test",
        abstract: "Check policies against their tests, on hosts that the tests describe.",
        usage: "warrant test [<options>] [<test> ...]",
        discussion: """
            A test, NAME.test.yaml beside NAME.yaml, describes some hosts, and the expected result of the \
            policy on each. Warrant judges these facts by the same rules as a real host, and does not examine \
            this host. The page docs/policy-testing.md explains the format; the package has it below \
            /usr/share/doc/warrant. You can name a test or its policy. In folders, it runs *.test.yaml, \
            *.test.yml and *.test.json. Without an argument, it uses the working directory. A name without \
            `/` that is not a file in the working directory is an installed policy, as for check.

            A TEST
              warrant: 1
              given:
                users: { shop: [shop] }
                files: { /srv/shop.key: -rw-r----- root:shop }
              cases:
                - case: the key is there
                  expect: holds
                - case: the key is missing
                  given: { files: { /srv/shop.key: missing } }
                  expect: fails
                  requirements: { read /srv/shop.key: fails missing }

            A fact that the test does not state is not known. A requirement that a case does not list must \
            hold, or not apply. If the test has another name than its policy, write `policy: PATH` in it.

            EXAMPLES
              warrant test policies
              warrant test --coverage nginx.yaml
              warrant test --format junit policies > tests.xml

            Exits 0 if every case is as expected, 1 if one is not (with --full-coverage: or if no case makes \
            some requirement hold, or fail, or if none lists one with a `when` as not-applicable), 65 if \
            a test or its policy is wrong, 66 if one cannot be read.
            """
    )

    @Argument(
        help: "Test files, policies that have one, folders, or names of installed policies.",
        completion: .file(extensions: ["yaml"])
    )
    var test: [String] = ["."]

    @Option(
        help: "The output format: text for people; the others are for programs."
    )
    var format: TestFormat = .text

    @Flag(help: "List requirements that no case makes hold, or fail, or (with `when`) not apply.")
    var coverage = false

    @Flag(help: "Fail unless cases make each requirement hold, fail, and (with `when`) not apply.")
    var fullCoverage = false

    func answer() async throws -> ExitCode {
        let entries = PolicyPaths.tests(of: test)
        var files: [TestReport.File] = []
        for entry in entries { files.append(await TestReport.File(entry)) }
        // A test that is wrong is a test all the same.
        let tested = Set(
            files.compactMap { file in
                file.tested ?? PolicyTest.policy(of: file.path).map { NamedFile($0) }
            }
        )
        let report = TestReport(
            files: files,
            untested: PolicyPaths.untested(in: test, except: tested),
            tellsCoverage: coverage || fullCoverage,
            needsCoverage: fullCoverage
        )
        switch format {
        case .text: try write(report.text(Style.ofStandardOutput))
        case .json: try write(try report.json())
        case .junit: try write(JUnitReport(suites: report.suites).text)
        case .tap: try write(TAPReport(suites: report.suites).text)
        case .github: try write(report.github)
        }
        return report.status.code
    }
}

enum TestFormat: String, CaseIterable, WordOption {
    case text, json, junit, tap, github
}
