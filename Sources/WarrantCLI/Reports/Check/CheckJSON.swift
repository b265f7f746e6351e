import Capabilities
import FoundationEssentials
import Policies
import PolicyAuthoring
import PolicyLanguage

/// The output of `warrant check --format json`.
struct CheckJSON: Encodable {
    let version = 1
    let command = "check"
    let exit: Int32
    let policies: [PolicyJSON]
    /// The address of a bus other than the system bus; nil if none was asked.
    let bus = ForeignBus.address

    /// Writes the report in pieces, because it is many times as large as the findings that it contains.
    ///
    /// - Parameters:
    ///   - shown: The requirements to write.
    ///   - probes: The answers in the sandbox of the service, by the paths of the policies.
    static func encode(
        _ results: [CheckResult],
        exit status: ExitStatus,
        _ shown: ShownFindings,
        _ probes: [String: ProbeReport],
        _ write: (String) throws -> Void
    ) throws {
        let frame = CheckJSON(
            exit: status.rawValue,
            policies: results.map { PolicyJSON($0, probes) }
        )
        var rest = Substring(try encoded(frame))
        for case .checked(let file, let report) in results {
            // No name in JSON contains the line ends of an empty list.
            guard let list = rest.firstRange(of: "\"requirements\" : [\n\n") else { continue }
            try write("\(rest[..<list.lowerBound])\"requirements\" : [\n")
            var separator = ""
            for finding in shown.findings(of: file, report) {
                let lines = try encoded(finding).split(
                    separator: "\n",
                    omittingEmptySubsequences: false
                )
                let indented = lines.dropLast().map { $0.isEmpty ? "" : "        \($0)" }
                try write(separator + indented.joined(separator: "\n"))
                separator = ",\n"
            }
            rest = "\n" + rest[list.upperBound...]
        }
        try write(String(rest))
    }
}

struct PolicyJSON: Encodable {
    let path: String
    let outcome: String
    var name: String?
    var summary: String?
    var subject: String?
    var requirements: [PolicyReport.Finding]?
    /// The errors in the policy, or the warnings about its file.
    var diagnostics: [DiagnosticJSON]?
    /// The reason why the policy could not be read.
    var problem: String?
    /// The answers in the sandbox of the service, if they were asked for.
    var probe: ProbeReport?

    init(_ result: CheckResult, _ probes: [String: ProbeReport]) {
        switch result {
        case .checked(let file, let report):
            path = file.path
            outcome = report.outcome.rawValue
            name = report.name
            summary = report.summary
            subject = report.subject
            // The requirements follow one by one.
            requirements = []
            diagnostics = file.warnings.map(DiagnosticJSON.init)
            probe = probes[file.path]
        case .invalid(let path, let found):
            self.path = path
            outcome = "invalid"
            diagnostics = found.all.map(DiagnosticJSON.init)
        case .unreadable(let path, let problem):
            self.path = path
            outcome = "unreadable"
            self.problem = problem
        case .fault(let path, let problem):
            self.path = path
            outcome = "fault"
            self.problem = problem
        }
    }
}

/// Returns a value with one field a line, sorted by name, so that two reports can be compared.
func encoded(_ value: some Encodable) throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    return try encoder.text(of: value)
}
