import ArgumentParser
import Policies
import PolicyAuthoring
import PolicyLanguage
import Text

struct Record: Answering {
    static let configuration = CommandConfiguration(
        commandName: "record",
        abstract: "Print what a check of this host looks at, as a test of the policy.",
        usage: "warrant record [<options>] <policy>",
        discussion: """
            So a host on which a policy fails becomes a test case: the facts as docs/policy-testing.md has \
            them, and one case that expects what was found. Put it beside the policy.

            Left out are what files hold, the environment but for the values that parameters have of it, and \
            what else is in the folders on the way. Names, addresses and owners stand there as they are, and the id of a machine whose journal \
            was asked about: look it through before you give it away.

            EXAMPLES
              warrant record policies/host/host.yaml > host.test.yaml
              warrant record --set port=8080 web.yaml > web.test.yaml

            Exits 0 when the test finds what the check found, 2 when it does not, since something has \
            no word there, which is told on standard error; 65 when the policy is wrong, or could be written by others, \
            66 when it cannot be read, 70 for a fault of the record itself.
            """
    )

    @Argument(help: "A policy file.", completion: .policies)
    var policy: String

    @Flag(help: "Read a policy that others could write, and say so on standard error.")
    var allowWritablePolicy = false

    @OptionGroup
    var parameterOptions: ParameterOptions

    func answer() async throws -> ExitCode {
        let settings = try parameterOptions.settings()
        let recorded: RecordedTest
        do {
            recorded = try await RecordedTest(
                policy: policy,
                settings: settings,
                allowWritable: allowWritablePolicy
            )
        } catch {
            complain("\(error)")
            throw ExitStatus(ofRecordThatThrew: error).code
        }
        ForeignBus.complainOf()
        try write(recorded.text)
        for warning in recorded.warnings { complain(warning.description) }
        for mismatch in recorded.mismatches { complain(Self.words(for: mismatch)) }
        for name in recorded.missedVariables { complain(Self.words(forVariable: name)) }
        let isWhole = recorded.mismatches.isEmpty && recorded.missedVariables.isEmpty
        return (isWhole ? ExitStatus.holds : .undetermined).code
    }

    private static func words(forVariable name: String) -> String {
        "\(name.quoted) of the environment cannot be told: an included policy reads it"
            .onOneLine
    }

    private static func words(for mismatch: TestedCase.Mismatch) -> String {
        let name = mismatch.name ?? "the policy"
        return "\(name.quoted) cannot be told: found here was \(mismatch.expected.quoted), "
            + "and by the record \(mismatch.found.quoted)"
    }
}

extension ExitStatus {
    /// What is wrong with the record itself is no fault of the policy.
    init(ofRecordThatThrew error: any Error) {
        self =
            switch error {
            case is Diagnostics: .invalidPolicy
            case is UnreadablePolicy: .unreadablePolicy
            default: .fault
            }
    }
}
