import ArgumentParser
import LinuxCapabilities
import Policies
import Procedures

struct Check: Answering {
    static let configuration = CommandConfiguration(
        commandName: "check",
        _superCommandName: "warrant",
        abstract:
            "Tell whether this host grants what some policies require, and nothing they forbid.",
        usage: "warrant check [<options>] <policy> ...",
        discussion: """
            Every requirement is looked at, at the same time, and reported in the order written: \
            ✓ it holds, ✗ it does not, ? there is no answer. Nothing is changed; a look at a \
            connection is a connection, closed at once, and can wake a socket-activated unit.

            --as, --pid and --unit stand in place of the subject of a policy, and of those that it \
            includes; the as of a requirement stays. A report names who was asked where that is not whom \
            the policy is about.

            Folders are searched for *.yaml, *.yml and *.json; *.test.yaml is left out. `-` is standard \
            input. A name without `/` that is no file here is a policy in /etc/warrant, or else in \
            /usr/share/warrant/policies: NAME, NAME.yaml, NAME.yml or NAME.json.

            With --authorize, what is required and missing is asked for in the order written, once it was \
            told on standard error: a person by confirm, an agent of polkit by action; a unit is started or \
            stopped, and the network waited for. Nobody is asked in vain: nothing is asked for \
            while something else is missing that no asking can get, nor after something was not given; and \
            never what is forbidden, what stands under not or when, or advice.

            EXAMPLES
              warrant check host
              warrant check --only failures policies
              warrant check --authorize --within 1m deploy.yaml
              warrant check --set port=8080 web.yaml
              warrant check --format json /etc/warrant | jq .exit

            Exits 0 when every requirement holds, 1 when one does not, 2 when one could not be \
            determined, 65 when a policy is wrong, 66 when one cannot be read. With --format nagios it \
            exits as a monitoring plugin: 0 OK, 1 WARNING for advice, 2 CRITICAL, 3 UNKNOWN.

            Under systemd use ExecStartPre=, which fails the start and shows why.
            """
    )

    @Argument(
        help: "Policy files, folders of them, names of installed policies, or `-`.",
        completion: .policies
    )
    var policy: [String]

    @Option(
        help: "How to print the report: text for people, json for programs, or for their tools."
    )
    var format: CheckFormat = .text

    @Option(
        help: ArgumentHelp(
            "Show only what keeps a policy from holding (text and json).",
            valueName: "failures"
        )
    )
    var only: ShownFindings?

    @Flag(help: "Show what was looked at, also where the requirement holds.")
    var evidence = false

    @Flag(help: "Count what is authorized only on an assumption as not known.")
    var strict = false

    @Flag(help: "Read policies that others could write, and say so in the report.")
    var allowWritablePolicy = false

    @Flag(help: "Ask for what is required and missing, and report then.")
    var authorize = false

    @Option(
        help: ArgumentHelp(
            "With --authorize: how long to ask for each at most (5m).",
            valueName: "duration"
        )
    )
    var within: String?

    @OptionGroup
    var parameterOptions: ParameterOptions

    @OptionGroup(title: "Subject")
    var subjectOptions: SubjectOptions

    func validate() throws {
        _ = try asking()
        guard policy.count(where: { $0 == "-" }) < 2 else {
            throw ValidationError("`-` is given twice; standard input can be read once")
        }
        guard only == nil || format == .text || format == .json else {
            throw ValidationError("--only is for --format text and json; leave it out")
        }
    }

    private func asking() throws -> AskingChoice? {
        try AskingChoice(authorize, within: within, subjectOptions)
    }

    func answer() async throws -> ExitCode {
        let policies = try loaded()
        var results = await checkAll(policies)
        if let asking = try asking() { results = await results.asked(asking) }
        let status = ExitStatus.worst(of: results.map(\.status))
        if format != .text && format != .json { ForeignBus.complainOf() }
        switch format {
        case .text: try writePieces { try writeText(results, $0) }
        case .json: try writePieces { try CheckJSON.encode(results, exit: status, only, $0) }
        case .junit: try write(JUnitReport(suites: results.map(\.suite)).text)
        case .tap: try write(TAPReport(suites: results.map(\.suite)).text)
        case .sarif: try write(try CheckSARIF(results: results, status: status).text())
        case .github: try write(CheckGitHub(results: results).text)
        case .prometheus: try write(PrometheusReport(results: results, status: status).text)
        case .nagios:
            let report = NagiosReport(results)
            try write(report.text)
            return ExitCode(report.status.rawValue)
        }
        return status.code
    }

    private func writeText(
        _ results: [CheckResult],
        _ write: (String) throws -> Void
    ) rethrows {
        let style = Style.ofStandardOutput
        let isShort = only != nil && results.count > 1
        let shown = isShort ? results.filter { !$0.isWithoutFailure } : results
        for (index, result) in shown.enumerated() {
            if index > 0 { try write("\n") }
            try result.writeText(style, evidence: evidence, only: only, write)
        }
        let total = CheckTotal(results: results).lines
        if !total.isEmpty && !shown.isEmpty { try write("\n") }
        for line in total.flatMap({ $0.wrapped(to: style.columns) }) { try write(line + "\n") }
        try write(ForeignBus.line)
    }

    private func loaded() throws -> [LoadedPolicy] {
        let subject = subjectOptions.subject
        let settings = try parameterOptions.settings()
        let policies = PolicyPaths.named(policy).map {
            LoadedPolicy(
                $0,
                settings: settings,
                subject: subject,
                allowWritable: allowWritablePolicy,
                strict: strict
            )
        }
        try parameterOptions.refuseWrong(settings, for: policies)
        return policies
    }

    /// Many at once, so that a slow policy hides no other; in the order named.
    private func checkAll(_ policies: [LoadedPolicy]) async -> [CheckResult] {
        let progress = Progress()
        let turns = Slots(Policy.mostAtOnce)
        return await progress.showing(policies.reduce(0) { $0 + $1.count }) {
            await allStartedHere(policies.count) { await policies[$0].check(turns, progress) }
        }
    }
}
