import Capabilities
import FoundationEssentials
import LinuxCapabilities
import Policies
import PolicyAuthoring
import PolicyLanguage
import Text

/// The answers of this program in the sandbox of a service, beside the report about that service.
struct ProbeReport: Sendable, Encodable {
    /// An answer beside that of the report.
    enum Comparison: String, Encodable {
        case same, differs
        /// One of them is not known.
        case open
    }

    /// The answer to one requirement.
    struct Answer: Sendable, Encodable {
        /// The index of the requirement in the report, from 0.
        let requirement: Int
        let outcome: PolicyReport.Outcome
        let verdict: String
        /// The first reason, if there is one.
        let because: String?
        let comparison: Comparison
        /// True if the report itself has no answer.
        fileprivate let isOpenInReport: Bool

        private enum CodingKeys: CodingKey {
            case requirement, outcome, verdict, because, comparison
        }
    }

    /// The settings of the service that the program did not have as they are, each with what it had instead.
    private(set) var replaced: [String] = []
    /// The reason why there are no answers.
    private(set) var problem: String?
    private(set) var answers: [Answer] = []

    /// Has systemd start this program with the settings of a service.
    ///
    /// - Parameters:
    ///   - policy: The policy about the process that reads it.
    ///   - report: The report on it about the service.
    ///   - host: The host that gave the report.
    ///   - strict: True if an `authorized` that rests on an assumption becomes `undetermined`.
    /// - Throws: `CancellationError`.
    init(
        _ policy: PolicyAboutReader,
        _ report: PolicyReport,
        for service: Subject,
        on host: Host,
        strict: Bool
    ) async throws {
        guard !policy.indexes.isEmpty else { return }
        do {
            let found = try await host.probe(
                service,
                ["check", "--format", "json", "--allow-writable-policy"]
                    + (strict ? ["--strict"] : []) + ["-"],
                input: policy.text,
                refusing: Self.refusal(of:)
            )
            replaced = found.replaced
            let inner = try? JSONDecoder().decode(InnerReport.self, from: Data(found.output))
            let requirements = inner?.policies.first?.requirements ?? []
            guard requirements.count == policy.indexes.count else {
                problem = "the program printed another report"
                return
            }
            answers = zip(policy.indexes, requirements).compactMap { index, found in
                Answer(found, to: index, beside: report.findings[index])
            }
            if answers.count < requirements.count { problem = "the program printed another report" }
        } catch let failure as ServiceProbe.Failure {
            problem = failure.description
        }
    }

    /// Returns the reason why a unit file must not decide what runs as root, by the rule for policies; nil if it may.
    private static func refusal(of path: String) -> String? {
        let reason: String
        do throws(SourceFile.Problem) {
            _ = try SourceFile(at: path, limit: Limits.bytes, refusesWritable: true)
            return nil
        } catch .file(let problem) {
            reason = problem.words
        } catch .secret {
            reason = "other users chose it, and may not read it"
        } catch {
            reason = "other users could write it; copy it to a directory of root"
        }
        return "\(path) decides what runs as root, and is not safe: \(reason)"
    }

    /// The status of the report with these answers: each of them has to confirm it.
    var status: ExitStatus {
        problem != nil || answers.contains { $0.comparison != .same && !$0.isOpenInReport }
            ? .undetermined : .holds
    }
}

extension ProbeReport.Answer {
    /// - Returns: nil for an answer that this program does not give.
    fileprivate init?(
        _ found: InnerReport.Requirement,
        to requirement: Int,
        beside finding: PolicyReport.Finding
    ) {
        let verdicts = ["authorized", "denied", "undetermined"]
        guard let outcome = PolicyReport.Outcome(rawValue: found.outcome),
            verdicts.contains(found.finding.verdict)
        else { return nil }
        self.requirement = requirement
        isOpenInReport = finding.outcome == .undetermined
        let isSame = outcome == finding.outcome
        // Some answers come from the rules even there. They do not know the filter, which the report has read.
        if !isSame, found.finding.isAssumed(.seccompFilter) {
            (self.outcome, verdict) = (.undetermined, "undetermined")
            because = "the call was not made there, and the filter may refuse it"
        } else {
            (self.outcome, verdict) = (outcome, found.finding.verdict)
            because = found.finding.because
        }
        comparison =
            isOpenInReport || self.outcome == .undetermined ? .open : isSame ? .same : .differs
    }
}

// The report of this program, as far as it is read.
private struct InnerReport: Decodable {
    struct Policy: Decodable { let requirements: [Requirement]? }
    struct Requirement: Decodable {
        let outcome: String
        let finding: Finding
    }
    struct Finding: Decodable {
        let title: String
        let verdict: String
        let reasons: [Reason]
        let assumes: [Assumption]?

        func isAssumed(_ code: KnownAssumption) -> Bool {
            assumes?.contains { $0.code == code.rawValue } == true
        }

        var because: String? {
            reasons.first.map { sentence($0.message, about: $0.object, in: title) }
        }
    }
    struct Assumption: Decodable { let code: String }
    struct Reason: Decodable {
        let object: String
        let message: String
    }

    let policies: [Policy]
}

// Text.
extension ProbeReport {
    /// Returns what the answer to a requirement is in the sandbox; nil if it is that of the report.
    func words(for requirement: Int, _ outcome: PolicyReport.Outcome) -> String? {
        guard let answer = answers.first(where: { $0.requirement == requirement }),
            answer.outcome != outcome
        else { return nil }
        let because = answer.because.map { ": \($0)" } ?? ""
        return "in a unit of its own: \(answer.outcome.words)\(because)"
    }

    /// The sum of the answers, and what they are based on.
    func lines(_ style: Style) -> [String] {
        if let problem {
            return "--probe has no answers: \(problem)".onOneLine.wrapped(to: style.columns)
        }
        let same = answers.count { $0.comparison == .same }
        let different = answers.count { $0.comparison == .differs }
        var text = "--probe: \(same) of \(answers.count) answers are the same in a unit of its own"
        let open = answers.count - same - different
        if different > 0 { text += "; \(different) \(different == 1 ? "differs" : "differ")" }
        if open > 0 { text += "; \(open) \(open == 1 ? "is" : "are") not known" }
        let indented = replaced.flatMap { line in
            line.onOneLine.wrapped(to: style.columns - 2).map { "  \($0)" }
        }
        return text.wrapped(to: style.columns) + indented
    }
}
