import ArgumentParser
import LinuxCapabilities
import Policies
import PolicyLanguage
import Procedures
import Questions

struct Check: Answering {
    static let configuration = CommandConfiguration(
        commandName: "check",
        _superCommandName: "warrant",
        abstract:
            "Check that this host grants what policies require, and nothing that they forbid.",
        usage: "warrant check [<options>] <policy> ...",
        discussion: """
            Checks all requirements at the same time, and reports them in the order of the file: \
            ✓ holds, ✗ does not hold, ? not known, ! advice that does not hold, or a warning. A check changes nothing. To check a connection, it \
            opens one and closes it at once, which can wake a socket-activated unit.

            --as, --pid, --unit, --container and --unit-file replace the subject of a policy and of the \
            policies that it includes. They do not replace the `as` of a requirement. The report names the subject if it is not the \
            subject of the policy.

            In folders, it checks *.yaml, *.yml and *.json, but not *.test.yaml. `-` is standard input. \
            A name without `/` that is not a file in the working directory is an installed policy: NAME, \
            NAME.yaml, NAME.yml or NAME.json in /etc/warrant, or else in /usr/share/warrant/policies.

            --set-unit tries a setting of the unit. With --changes, the report shows only the requirements \
            whose answer the setting changes.

            With --probe, systemd also starts this program with the settings of the service, in a unit of its \
            own, and the report shows the answers from there that differ. Only root can ask for it.

            With --authorize, it requests missing permissions in the order of the file, and announces each \
            request on standard error. `confirm` asks a person, `action` asks a polkit agent, `unit` starts \
            or stops the unit, and `connect` waits for the network. If a requirement fails that no \
            request can repair, it requests nothing. It stops after the first request that fails. It \
            makes no request for `forbid`, `not`, `when` or advice.

            EXAMPLES
              warrant check host
              warrant check --only failures policies
              warrant check --authorize --within 1m deploy.yaml
              warrant check --set port=8080 web.yaml
              warrant check --unit-file a.service --set-unit User=web --changes a.yaml
              warrant check --unit a.service --restarted --probe a.yaml
              warrant check --format json /etc/warrant | jq .exit

            Exits 0 if every requirement holds, 1 if one does not, 2 if one is not known, 65 if a policy is \
            wrong, 66 if a policy cannot be read. With --format nagios it exits as a monitoring plugin: 0 OK, \
            1 WARNING for advice, 2 CRITICAL, 3 UNKNOWN.

            In a unit, use ExecStartPre=: if the check fails, the unit does not start, and the log shows why.
            """
    )

    @Argument(
        help: "Policy files, folders of them, names of installed policies, or `-`.",
        completion: .policies
    )
    var policy: [String]

    @Option(
        help: "The output format: text for people; the others are for programs."
    )
    var format: CheckFormat = .text

    @Option(
        help: ArgumentHelp(
            "Show only the requirements that fail or are not known (text and json).",
            valueName: "failures"
        )
    )
    var only: OnlyFindings?

    @Flag(
        help: "With --set-unit: show only the requirements whose answer it changes (text and json)."
    )
    var changes = false

    @Flag(help: "Also ask in a unit of systemd with the settings of the service (text and json).")
    var probe = false

    @Flag(help: "Show the evidence for every requirement, even if it holds.")
    var evidence = false

    @Flag(help: "Report a yes that rests on an assumption as not known.")
    var strict = false

    @Flag(help: "Accept policies that other users could write, with a warning in the report.")
    var allowWritablePolicy = false

    @Flag(help: "Request missing permissions before the report: from a person, polkit or systemd.")
    var authorize = false

    @Option(
        help: ArgumentHelp(
            "With --authorize: the time limit of each request (5m).",
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
        try PolicyPaths.refuseRepeatedInput(policy)
        guard only == nil && !changes || format == .text || format == .json else {
            let option = changes ? "--changes" : "--only"
            throw ValidationError("\(option) is for --format text and json; leave it out")
        }
        guard !changes || !subjectOptions.setUnit.isEmpty else {
            throw ValidationError("--changes belongs to --set-unit; give a setting with it")
        }
        guard !probe || format == .text || format == .json else {
            throw ValidationError("--probe is for --format text and json; leave it out")
        }
        guard !probe || subjectOptions.unitFile != nil || subjectOptions.unit != nil else {
            throw ValidationError("--probe belongs to --unit-file and --unit; name a service")
        }
        guard !probe || subjectOptions.systemdVersion == nil else {
            throw ValidationError("--probe asks the running systemd; leave out --systemd-version")
        }
        guard !probe || !authorize && only == nil && !changes else {
            throw ValidationError(
                "--probe is for a whole report about one host; leave out --authorize, --only and --changes"
            )
        }
        guard !changes || only == nil else {
            throw ValidationError("--changes and --only each select requirements; give one of them")
        }
    }

    private func asking() throws -> AskingChoice? {
        try AskingChoice(authorize, within: within, subjectOptions)
    }

    func answer() async throws -> ExitCode {
        let named = try subjectOptions.subject()
        let subject = await SubjectOptions.asked(named)
        if probe, let unit = subjectOptions.unit, subject?.isService != true {
            throw ValidationError(
                "--probe is about the start of a service, and \(unit.quoted) runs; add --restarted"
            )
        }
        // A request may change a service, or a file that a user sees.
        let host = authorize ? subjectOptions.host : subjectOptions.host.keepingSubjects()
        let policies = try loaded(subject, on: host)
        await IgnoredLines.warn(of: subject, on: host)
        var results = await checkAll(policies)
        if let asking = try asking() { results = await results.asked(asking) }
        let shown = try await shownFindings(of: named, on: host)
        let probes = try await probes(of: results, for: subject, on: host)
        let status = ExitStatus.worst(of: results.map(\.status) + probes.map(\.value.status))
        if format != .text && format != .json { ForeignBus.complainOf() }
        switch format {
        case .text: try writePieces { try writeText(results, shown, probes, $0) }
        case .json:
            try writePieces { try CheckJSON.encode(results, exit: status, shown, probes, $0) }
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
        _ findings: ShownFindings,
        _ probes: [String: ProbeReport],
        _ write: (String) throws -> Void
    ) rethrows {
        let style = Style.ofStandardOutput
        let isShort = only != nil && results.count > 1
        let shown = isShort ? results.filter { !$0.isWithoutFailure } : results
        for (index, result) in shown.enumerated() {
            if index > 0 { try write("\n") }
            let probe = probes[result.path]
            try result.writeText(style, evidence: evidence, findings, probe, write)
        }
        let total = CheckTotal(results: results).lines
        if !total.isEmpty && !shown.isEmpty { try write("\n") }
        for line in total.flatMap({ $0.wrapped(to: style.columns) }) { try write(line + "\n") }
        try write(ForeignBus.line)
    }

    private func shownFindings(of subject: Subject?, on host: Host) async throws -> ShownFindings {
        guard changes else { return only == nil ? .all : .failures }
        let results = await checkAll(try loaded(subject?.withoutSettings, on: host))
        var reports: [String: PolicyReport] = [:]
        for case .checked(let file, let report) in results { reports[file.path] = report }
        return .changes(since: reports)
    }

    /// Asks each policy again in the sandbox of the service.
    ///
    /// - Returns: The answers by the paths of the policies; none without `--probe`.
    private func probes(
        of results: [CheckResult],
        for subject: Subject?,
        on host: Host
    ) async throws -> [String: ProbeReport] {
        var probes: [String: ProbeReport] = [:]
        for case .checked(let file, let report) in results {
            guard let policy = file.aboutReader, let subject else { continue }
            probes[file.path] = try await ProbeReport(
                policy,
                report,
                for: subject,
                on: host,
                strict: strict
            )
        }
        return probes
    }

    /// - Parameter subject: The subject in place of that of each policy; nil for none.
    private func loaded(_ subject: Subject?, on host: Host) throws -> [LoadedPolicy] {
        let settings = try parameterOptions.settings()
        let words = Catalogue(.linux, on: host)
        let policies = PolicyPaths.named(policy).map {
            LoadedPolicy(
                $0,
                settings: settings,
                subject: subject,
                in: words,
                allowWritable: allowWritablePolicy,
                strict: strict,
                isProbed: probe
            )
        }
        try parameterOptions.refuseWrong(settings, for: policies)
        return policies
    }

    /// Checks many policies at the same time, so that a slow one does not delay the others. The results are in the
    /// order named.
    private func checkAll(_ policies: [LoadedPolicy]) async -> [CheckResult] {
        let progress = Progress()
        let turns = Policy.turns()
        return await progress.showing(policies.reduce(0) { $0 + $1.count }) {
            await allStartedHere(policies.count) { await policies[$0].check(turns, progress) }
        }
    }
}

extension Check: OptionlessCommand {
    static func withoutOptions(_ arguments: [String]) -> Self? {
        guard !arguments.isEmpty else { return nil }
        // In an initializer, a value would become the default of an option, and not its value.
        var command = Self()
        (command.policy, command.format, command.only, command.within) = (
            arguments, .text, nil, nil
        )
        (command.changes, command.probe, command.evidence) = (false, false, false)
        (command.strict, command.allowWritablePolicy, command.authorize) = (false, false, false)
        (command.parameterOptions, command.subjectOptions) = (.none, .none)
        return command
    }
}

extension Subject {
    /// The same service without the settings of `--set-unit`.
    fileprivate var withoutSettings: Self {
        changingStart { $0.settings = [] }
    }
}
