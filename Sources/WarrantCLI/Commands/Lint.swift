import ArgumentParser
import Policies

struct Lint: Answering {
    static let configuration = CommandConfiguration(
        commandName: "lint",
        abstract: "Tell what is wrong with policies, or could be clearer, narrower or safer.",
        usage: "warrant lint [<options>] [<policy> ...]",
        discussion: """
            Looks at the text alone, with that of what it includes, and never at this host or its \
            environment. Each finding ends with its id; docs/rules has a page for each. Folders are \
            searched, and installed policies found by name, as by check; without any policy it is \
            the folder that you are in. A parameter without a value is left open; --set gives it one.

            A comment allows a finding of its own line, or of the next, and has to be needed:
              # warrant: allow RULE why

            --fix repairs what is safe, and keeps comments and layout. A file is replaced whole \
            or not at all, and never through a symbolic link.

            EXAMPLES
              warrant lint policies
              warrant lint --fix --dry-run web.yaml
              warrant lint --format sarif policies > lint.sarif

            Exits 0 when nothing was found, 1 when something was (with --fix: is left, with \
            --dry-run: was found), 65 when a policy is wrong, 66 when one cannot be read, 70 \
            when one cannot be written.
            """
    )

    @Argument(
        help: "Policy files, folders of them, or names of installed policies.",
        completion: .policies
    )
    var policy: [String] = ["."]

    @Option(help: "How to print: text for people, json for programs, sarif or github for theirs.")
    var format: LintFormat = .text

    @Flag(help: "Repair what is safe to repair.")
    var fix = false

    @Flag(help: "With --fix: show what would change, and write nothing.")
    var dryRun = false

    @OptionGroup
    var parameterOptions: ParameterOptions

    func validate() throws {
        guard !dryRun || fix else {
            throw ValidationError("--dry-run shows what --fix would do; give both")
        }
        guard !dryRun || format == .text else {
            throw ValidationError("--dry-run prints a diff; leave out --format")
        }
    }

    func answer() async throws -> ExitCode {
        let settings = try parameterOptions.settings()
        let files = PolicyPaths.policies(of: policy).map { $0.linted(settings) }
        try parameterOptions.refuseWrong(settings, for: files)
        let report = LintReport(
            files: files.map { LintReport.File($0, fix: fix, dryRun: dryRun) }
        )
        switch format {
        case .text: try write(report.text(Style.ofStandardOutput))
        case .json: try write(try report.json())
        case .sarif: try write(try report.sarif())
        case .github: try write(report.github)
        }
        return report.status.code
    }
}

enum LintFormat: String, CaseIterable, WordOption {
    case text, json, sarif, github
}
