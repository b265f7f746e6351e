import LinuxCapabilities
import LinuxSystem
import Policies
import PolicyLanguage
import Text

/// A record in printed form: the facts, and one case that expects the recorded results.
struct RecordText {
    let path: String
    /// True if the test names the policy by its whole path, because it will not be put beside it.
    let isInstalled: Bool
    let report: PolicyReport
    let facts: HostFacts
    /// The unit file whose directories are recorded as systemd makes them; nil for the host as it is.
    let unitFile: String?
    let settings: [String: String]
    let fromEnvironment: [EnvironmentParameter]

    var text: String {
        let name = isInstalled ? path : path.pathNames.last.map(String.init) ?? path
        var lines = head + ["warrant: 1", "policy: \(name.inYAML)"]
        lines += Self.section("given:", facts.yamlLines) + Self.section("set:", set)
        lines += ["", "cases:"]
        switch report.outcome {
        case .holds, .notApplicable: break
        case .fails: lines.append("  # The policy does not hold here, and this case expects that.")
        case .undetermined:
            lines.append("  # The policy is not known to hold here, and this case expects that.")
        }
        // Every requirement is listed, so that the test notices the removal of one.
        lines += Self.lines(
            ofCase: "as recorded",
            outcome: report.outcome,
            requirements: zip(report.requirementNames, report.findings).map {
                ($0, $1.outcome, $1.decidingCode)
            }
        )
        return lines.joined(separator: "\n") + "\n"
    }

    /// Returns the lines of a case below `cases:`.
    static func lines(
        ofCase name: String,
        given: [String] = [],
        outcome: PolicyReport.Outcome,
        requirements: [(name: String, outcome: PolicyReport.Outcome, code: String?)]
    ) -> [String] {
        let expected = requirements.map { name, outcome, code in
            let hasReason = outcome == .fails || outcome == .undetermined
            let words = [outcome.rawValue, hasReason ? code : nil].compactMap(\.self)
            return "\(name.inYAML): \(words.joined(separator: " "))"
        }
        return ["  - case: \(name.inYAML)"]
            + (section("given:", given) + ["expect: \(outcome.rawValue)"]
            + section("requirements:", expected)).map { "    \($0)" }
    }

    /// A warning for users who share the record.
    private var head: [String] {
        let without = "# Facts that `warrant record` found, without the content of files, and "
        var lines = [without + "without environment."]
        if !fromEnvironment.isEmpty {
            lines = [without + "with these environment variables only:"]
            lines += fromEnvironment.map { parameter in
                let (name, variable) = (parameter.name.quoted, parameter.variable.quoted)
                return "# the parameter \(name) has the value of \(variable).".onOneLine
            }
        }
        if let unitFile {
            let words = "# The directories of \(unitFile.quoted) are here as systemd makes them."
            lines.append(words.onOneLine)
        }
        if case .some(.some) = facts.machineID { lines.append(Self.idNote) }
        return lines
    }

    private var set: [String] {
        let own = fromEnvironment.map { ($0.name, $0.value) }
        return settings.merging(own) { set, _ in set }.sorted { $0.key < $1.key }
            .map { "\($0.inYAML): \($1.inYAML)" }
    }

    /// The warning of machine-id(5).
    private static let idNote =
        "# The id of this machine, by which its journal is found, is confidential."

    private static func section(_ key: String, _ lines: [String]) -> [String] {
        lines.isEmpty ? [] : [key] + lines.map { "  \($0)" }
    }
}
