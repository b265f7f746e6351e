import ArgumentParser
import LinuxCapabilities
import Policies
import PolicyLanguage
import Procedures
import Questions

/// What `warrant check` is asked to do.
struct Check: Answering, Equatable {
    /// Paths, names of installed policies, or `-`.
    var policy: [String]
    var format: CheckFormat = .text
    var only: OnlyFindings?
    var changes = false
    var probe = false
    var evidence = false
    var strict = false
    var allowWritablePolicy = false
    var authorize = false
    var within: String?
    var parameterChoice = ParameterChoice()
    var subjectChoice = SubjectChoice()

    func validate() throws {
        _ = try asking()
        try PolicyPaths.refuseRepeatedInput(policy)
        guard only == nil && !changes || format == .text || format == .json else {
            let option = changes ? "--changes" : "--only"
            throw ValidationError("\(option) is for --format text and json; leave it out")
        }
        guard !changes || !subjectChoice.setUnit.isEmpty else {
            throw ValidationError("--changes belongs to --set-unit; give a setting with it")
        }
        guard !probe || format == .text || format == .json else {
            throw ValidationError("--probe is for --format text and json; leave it out")
        }
        guard !probe || subjectChoice.unitFile != nil || subjectChoice.unit != nil else {
            throw ValidationError("--probe belongs to --unit-file and --unit; name a service")
        }
        guard !probe || subjectChoice.systemdVersion == nil else {
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
        try AskingChoice(authorize, within: within, subjectChoice)
    }

    func answer() async throws -> ExitCode {
        let named = try subjectChoice.subject()
        let subject = await SubjectChoice.asked(named)
        if probe, let unit = subjectChoice.unit, subject?.isService != true {
            throw ValidationError(
                "--probe is about the start of a service, and \(unit.quoted) runs; add --restarted"
            )
        }
        // A request may change a service, or a file that a user sees.
        let host = authorize ? subjectChoice.host : subjectChoice.host.keepingSubjects()
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
        let settings = try parameterChoice.settings()
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
        try parameterChoice.refuseWrong(settings, for: policies)
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

extension Check: PlainQuestion {
    init?(plain words: [String], about subject: SubjectChoice) {
        guard !words.isEmpty else { return nil }
        self.init(policy: words, subjectChoice: subject)
    }
}

extension Subject {
    /// The same service without the settings of `--set-unit`.
    fileprivate var withoutSettings: Self {
        changingStart { $0.settings = [] }
    }
}
