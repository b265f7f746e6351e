import ArgumentParser
import Policies

struct Compare: Answering {
    static let configuration = CommandConfiguration(
        commandName: "compare",
        abstract: "Tell whether a policy demands at least as much as another.",
        usage: "warrant compare [<options>] <old> <new>",
        discussion: """
            Is there a host on which the new policy holds, and the old one does not? Looks at no host, but \
            at all that there could be: what each answer makes of both, and what answers go together. \
            docs/reading-policies.md tells what is known of that.

            EXAMPLES
              warrant compare deployed.yaml proposed.yaml
              warrant compare --format json old.yaml new.yaml | jq .answer

            Exits 0 when there is none, so that the new policy demands at least as much, 1 when there is \
            one, which is shown, 2 when nobody can tell, 65 when a policy is wrong, 66 when one \
            cannot be read.
            """
    )

    @Argument(help: "The policy so far.", completion: .policies)
    var old: String

    @Argument(help: "The policy from now on.", completion: .policies)
    var new: String

    @Option(help: "How to print: text for people, json for programs.")
    var format: ReportFormat = .text

    @OptionGroup
    var parameterOptions: ParameterOptions

    func validate() throws {
        guard old != "-" || new != "-" else {
            throw ValidationError("`-` is given twice; standard input can be read once")
        }
    }

    func answer() async throws -> ExitCode {
        let settings = try parameterOptions.settings()
        let loaded = try [old, new].map { try LoadedPolicy(shownAt: $0, settings: settings) }
        try parameterOptions.refuseWrong(settings, for: loaded)
        let report = ComparisonReport(old: try loaded[0].ready(), new: try loaded[1].ready())
        switch format {
        case .text: try write(report.text(Style.ofStandardOutput))
        case .json: try write(try encoded(report.json))
        }
        return report.status.code
    }
}
