import ArgumentParser
import Policies

struct Compare: AnsweringCommand {
    static let configuration = CommandConfiguration(
        commandName: "compare",
        abstract: "Check that a new policy demands at least as much as an old one.",
        usage: "warrant compare [<options>] <old> <new>",
        discussion: """
            Searches for a host on which the new policy holds and the old one does not. It examines no real \
            host. It considers every possible answer to each requirement, and which answers can occur \
            together. The page docs/reading-policies.md describes the rules; the package has it below \
            /usr/share/doc/warrant.

            EXAMPLES
              warrant compare deployed.yaml proposed.yaml
              warrant compare --format json old.yaml new.yaml | jq .answer

            Exits 0 if there is no such host, so the new policy demands at least as much; 1 if there is one, \
            which the report shows; 2 if this is not known; 65 if a policy is wrong; 66 if a policy cannot \
            be read.
            """
    )

    @Argument(help: "The old policy.", completion: .policies)
    var old: String

    @Argument(help: "The new policy.", completion: .policies)
    var new: String

    @Option(help: "How to print: text for people, json for programs.")
    var format: ReportFormat = .text

    @OptionGroup
    var parameterOptions: ParameterOptions

    func validate() throws {
        try PolicyPaths.refuseRepeatedInput([old, new])
    }

    func answer() async throws -> ExitCode {
        let settings = try parameterOptions.choice.settings()
        let loaded = try [old, new].map { try LoadedPolicy(shownAt: $0, settings: settings) }
        try parameterOptions.choice.refuseWrong(settings, for: loaded)
        let report = ComparisonReport(old: try loaded[0].ready(), new: try loaded[1].ready())
        switch format {
        case .text: try write(report.text(Style.ofStandardOutput))
        case .json: try write(try encoded(report.json))
        }
        return report.status.code
    }
}
