import ArgumentParser
import Policies

struct Lint: AnsweringCommand {
    static let configuration = CommandConfiguration(
        commandName: "lint",
        abstract: "Find mistakes in policies, and text that could be clearer, narrower or safer.",
        usage: "warrant lint [<options>] [<policy> ...]",
        discussion: """
            Reads the policies and the policies that they include. It does not examine this host or its \
            environment. `-` is standard input. Each finding ends with the name of its rule. The folder \
            docs/rules has a page for each rule; the package has it below /usr/share/doc/warrant. It finds \
            files in folders and installed policies as check does. Without a policy, it lints the working \
            directory. A parameter may be without a value; --set gives it one.

            A comment allows a finding on its own line or on the next line. A comment that allows nothing \
            is a finding itself:
              # warrant: allow RULE why

            --fix makes the safe repairs, and keeps comments and layout. It replaces a file as a whole \
            or not at all, and never through a symbolic link.

            EXAMPLES
              warrant lint policies
              warrant lint --fix --dry-run web.yaml
              warrant lint --format sarif policies > lint.sarif

            Exits 0 if there is no finding, 1 if there is one (with --fix: if one is left; \
            with --dry-run: if one was found), 65 if a policy is wrong, 66 if a policy cannot be read, \
            70 if a file cannot be written.
            """
    )

    @Argument(
        help: "Policy files, folders of them, names of installed policies, or `-`.",
        completion: .policies
    )
    var policy: [String] = ["."]

    @Option(help: "The output format: text for people; json, sarif and github for programs.")
    var format: LintFormat = .text

    @Flag(help: "Make the repairs that are safe.")
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
        try PolicyPaths.refuseRepeatedInput(policy)
        if fix && policy.contains(where: PolicyPaths.isStandardInput) {
            throw ValidationError(
                "--fix replaces a file, and standard input is none; name the file"
            )
        }
    }

    func answer() async throws -> ExitCode {
        let settings = try parameterOptions.choice.settings()
        let files = PolicyPaths.named(policy).map { $0.linted(settings) }
        try parameterOptions.choice.refuseWrong(settings, for: files)
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
