import ArgumentParser
import Policies

struct TestCommand: Answering {
    static let configuration = CommandConfiguration(
        commandName: "test",
        abstract: "Tell whether policies say what their tests expect, on hosts that are told of.",
        usage: "warrant test [<options>] [<test> ...]",
        discussion: """
            A test, NAME.test.yaml beside NAME.yaml, tells what some hosts are like, and what \
            the policy is expected to say of each: the facts are judged as those of a real host \
            are, and nothing of this one is looked at. docs/policy-testing.md tells how to write \
            it. A policy stands for its test. Folders are searched for *.test.yaml, *.test.yml and \
            *.test.json; without any test it is the folder that you are in. A name without `/` that is \
            no file here is an installed policy, as for check.

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

            What is not told is not known. A requirement that a case does not list has to hold. Where \
            the test is not named as its policy, it says `policy: PATH`.

            EXAMPLES
              warrant test policies
              warrant test --coverage nginx.yaml
              warrant test --format junit policies > tests.xml

            Exits 0 when every case is as expected, 1 when one is not (with --full-coverage: or \
            a requirement was not seen to hold and to fail), 65 when a test or its policy is \
            wrong, 66 when one cannot be read.
            """
    )

    @Argument(
        help: "Test files, policies that have one, folders, or names of installed policies.",
        completion: .file(extensions: ["yaml"])
    )
    var test: [String] = ["."]

    @Option(
        help: "How to print the report: text for people, json for programs, or for their tools."
    )
    var format: TestFormat = .text

    @Flag(help: "Tell which requirements no case was seen to hold or to fail by.")
    var coverage = false

    @Flag(help: "Fail where a requirement was not seen to hold and to fail.")
    var fullCoverage = false

    func answer() async throws -> ExitCode {
        let entries = PolicyPaths.tests(of: test)
        var files: [TestReport.File] = []
        for entry in entries { files.append(await TestReport.File(entry)) }
        let tested = Set(files.compactMap(\.tested))
        let untested =
            coverage || fullCoverage ? PolicyPaths.untested(in: test, except: tested) : []
        let report = TestReport(
            files: files,
            untested: untested,
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
