import LinuxSystem
import Policies
import PolicyAuthoring
import PolicyLanguage
import Procedures
import Text

/// The report of `warrant harden`.
struct HardenReport {
    private let hardening: Hardening
    private let policy: String
    private let unit: String
    private let baseline: HardenBaseline?
    private let probe: ProbeReport?

    init(
        _ hardening: Hardening,
        policy: String,
        unit: String,
        _ baseline: HardenBaseline?,
        _ probe: ProbeReport?
    ) {
        (self.hardening, self.policy, self.unit) = (hardening, policy, unit)
        (self.baseline, self.probe) = (baseline, probe)
    }

    /// The surplus that the baseline does not have; none without a baseline.
    private var growth: [String] {
        guard let baseline else { return [] }
        return hardening.surplus.uses.filter { !baseline.surplus.contains($0) }
    }

    /// The uses that may be more surplus than the baseline has; none without a baseline.
    private var perhapsGrowth: [String] {
        guard let baseline else { return [] }
        let known = baseline.surplus.union(baseline.unknownSurplus)
        return hardening.surplus.unknown.filter { !known.contains($0) }
    }

    var status: ExitStatus {
        .worst(
            of: hardening.failures.map { ExitStatus($0.outcome) } + growth.map { _ in .fails }
                + (perhapsGrowth + probeProblems).map { _ in .undetermined }
        )
    }

    /// The problems with the settings that the probe found.
    private var probeProblems: [String] {
        guard let probe, let report = hardening.verified?.report else { return [] }
        if let problem = probe.problem { return ["--probe has no answers: \(problem)"] }
        return probe.answers.compactMap { answer in
            let finding = report.findings[answer.requirement]
            guard finding.severity == .failure, finding.outcome == .holds,
                let words = probe.words(for: answer.requirement, finding.outcome)
            else { return nil }
            let name = "\(finding.rule.rawValue) \(finding.title)"
            return "\(finding.location.file):\(finding.location.line): \(name.quoted), \(words)"
        }
    }

    /// The lines for standard error about the service as it is.
    var warnings: [String] { hardening.ineffective.map { "\(unit) \($0)" } }

    /// The lines for standard error: each requirement that does not hold, and each growth.
    var complaints: [String] {
        hardening.failures.map { finding in
            let ending =
                finding.outcome == .fails
                ? "does not hold with any settings" : "is not known with these settings"
            let reason = finding.verdict.summary(about: finding.title)
            let name = "\(finding.rule.rawValue) \(finding.title)"
            return "\(finding.location.file):\(finding.location.line): \(name.quoted) \(ending)"
                + (reason.isEmpty ? "" : ": \(reason)")
        }
            + growth.map { use in
                baseline?.unknownSurplus.contains(use) == true
                    ? "the service may \(use), which was not known for the baseline"
                    : "the service may now also \(use), which the baseline does not have"
            }
            + perhapsGrowth.map {
                "it is not known whether the service may also \($0), which the baseline does not have"
            } + probeProblems
    }

    func text(_ format: HardenFormat) throws -> String {
        switch format {
        case .systemd: dropIn
        case .docker: ContainerHardening(hardening).docker
        case .compose: ContainerHardening(hardening).compose
        case .kubernetes: ContainerHardening(hardening).kubernetes
        case .json: try encoded(json)
        }
    }

    private var dropIn: String {
        var lines = [
            "# The tightest settings of \(unit) under which \(policy) holds.",
            "# Save it as \(dropInPath), which comes last among its drop-ins.",
        ]
        let isVerified = hardening.failures.isEmpty && probeProblems.isEmpty
        if !isVerified {
            lines.append("# NOT VERIFIED: see the end.")
        } else if probe != nil {
            lines.append("# systemd started warrant with them, and got the same answers there.")
        }
        lines += ["[Service]"]
        var reason = ""
        for line in hardening.lines {
            if line.reason != reason { lines.append("# \(line.reason)") }
            lines.append(line.setting)
            reason = line.reason
        }
        lines += Self.section(
            "Not set, or not as tight as it could be:",
            hardening.leftOut.map { "\($0.setting), because of \($0.requirement)" }
        )
        lines += Self.section(
            "No word of a policy decides about these:",
            HardeningSuggestion.all.map { "\($0.setting)   \($0.purpose)" }
        )
        lines += Self.section(
            "Surplus, which the service may do and the policy does not require:",
            hardening.surplus.uses
        )
        lines += Self.section(
            "No answer about these uses, which the policy does not require:",
            hardening.surplus.unknown
        )
        lines += Self.section(
            "In the unit in which systemd started warrant with these settings:",
            probe?.replaced ?? []
        )
        lines += Self.section("Not verified:", complaints)
        return lines.map { $0.onOneLine + "\n" }.joined()
    }

    private var dropInPath: String {
        let name = unit.pathNames.last.map(String.init) ?? ""
        return "/etc/systemd/system/\(name).d/\(Hardening.dropIn)"
    }

    private static func section(_ title: String, _ items: [String]) -> [String] {
        items.isEmpty ? [] : ["", "# \(title)"] + items.map { "#   \($0)" }
    }

    private var json: HardenJSON {
        HardenJSON(
            exit: status.rawValue,
            unit: unit,
            policy: policy,
            settings: hardening.lines,
            leftOut: hardening.leftOut,
            suggestions: HardeningSuggestion.all,
            surplus: hardening.surplus.uses,
            unknownSurplus: hardening.surplus.unknown,
            grown: baseline == nil ? nil : growth,
            perhapsGrown: baseline == nil ? nil : perhapsGrowth,
            failures: hardening.failures,
            probe: probe
        )
    }
}

/// The output of `warrant harden --format json`.
private struct HardenJSON: Encodable {
    let version = 1
    let command = "harden"
    let exit: Int32
    let unit: String
    let policy: String
    let settings: [Hardening.Line]
    let leftOut: [Hardening.LeftOut]
    let suggestions: [HardeningSuggestion]
    let surplus: [String]
    let unknownSurplus: [String]
    let grown: [String]?
    let perhapsGrown: [String]?
    let failures: [PolicyReport.Finding]
    let probe: ProbeReport?
}
