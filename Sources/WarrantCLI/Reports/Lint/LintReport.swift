import Policies
import PolicyAuthoring
import PolicyLanguage
import Text

/// The result of linting some policies.
struct LintReport {
    /// One policy, or the reason why it could not be linted.
    struct File {
        enum Outcome: String {
            case clean, findings, invalid, unreadable, fault
        }

        let path: String
        private(set) var outcome: Outcome
        /// The findings that remain after the repairs.
        var findings: [LintFinding] = []
        /// The text with the findings; nil for a policy that was not read.
        var text: PolicyText?
        /// The number of repaired findings.
        var repaired = 0
        /// The result of --fix in a dry run.
        var dryRun: (repaired: Int, left: Int)?
        /// The repairs as a unified diff.
        var diff = ""
        /// The reason why the file could not be read or written; the file is then unchanged.
        var problem: String?
    }

    let files: [File]

    var status: ExitStatus { ExitStatus.worst(of: files.map(\.status)) }
}

extension PolicyPaths.Named {
    /// - Parameter settings: Values for parameters.
    func linted(_ settings: [String: String]) -> Result<LintedFile, UnreadablePolicy> {
        let place: PolicyPlace
        switch self {
        case .entry(.unreadable(let path, let problem)):
            return .failure(UnreadablePolicy(path: path, problem: problem))
        case .entry(.file(let path)): place = .path(path)
        case .standardInput: place = .standardInput
        }
        return Result { () throws(UnreadablePolicy) in
            try LintedFile(place, settings: settings)
        }
    }
}

extension LintReport.File {
    init(_ file: Result<LintedFile, UnreadablePolicy>, fix: Bool, dryRun: Bool) {
        switch file {
        case .success(let file): self.init(file, fix: fix, dryRun: dryRun)
        case .failure(let error):
            self.init(path: error.path, outcome: .unreadable, problem: error.problem)
        }
    }

    private init(_ file: LintedFile, fix: Bool, dryRun: Bool) {
        let fixed = fix ? file.result.fixed : file.result
        guard fixed.repaired > 0 else {
            self.init(file.path, file.result)
            return
        }
        if dryRun {
            self.init(file.path, file.result)
            let (old, new) = (file.result.text.bytes, fixed.text.bytes)
            self.dryRun = (fixed.repaired, fixed.findings.count)
            diff = UnifiedDiff(from: old, to: new, file: file.path).text
            return
        }
        do throws(UnwritablePolicy) {
            try file.write(fixed)
            self.init(file.path, fixed)
        } catch {
            self.init(file.path, file.result)
            outcome = .fault
            problem = "\(error)"
        }
    }

    private init(_ path: String, _ result: LintResult) {
        self.init(
            path: path,
            outcome: result.isInvalid ? .invalid : result.findings.isEmpty ? .clean : .findings,
            findings: result.findings,
            text: result.text,
            repaired: result.repaired
        )
    }

    var status: ExitStatus {
        switch outcome {
        case .clean: .holds
        case .findings: .fails
        case .invalid: .invalidPolicy
        case .unreadable: .unreadablePolicy
        case .fault: .fault
        }
    }
}

extension LintReport {
    /// Returns the text report: one line for each finding, on a terminal the source line below it, and the sum.
    func text(_ style: Style) -> String {
        let lines = files.flatMap { $0.lines(style) }
        // Of policies that were not read there is no sum.
        let sums = files.contains { $0.text != nil } ? [sum] : []
        return (lines + sums).joined(separator: "\n") + "\n"
    }

    private var sum: String {
        let read = files.count { $0.text != nil }
        let repaired = files.reduce(0) { $0 + $1.repaired }
        let left = files.reduce(0) { $0 + ($1.dryRun?.left ?? $1.findings.count) }
        let fixable = files.reduce(0) { $0 + $1.fixable }
        // A dry run and a real one have the same total.
        let all = repaired + left + files.reduce(0) { $0 + ($1.dryRun?.repaired ?? 0) }
        var parts = [counted(all, "finding") + " in " + counted(read, "policy")]
        if repaired > 0 {
            parts += ["\(repaired) repaired"] + (left > 0 ? ["\(left) left"] : [])
        }
        if fixable > 0 { parts.append("\(fixable) that --fix repairs") }
        return parts.joined(separator: ", ")
    }

    private func counted(_ count: Int, _ noun: String) -> String {
        let plural = noun.hasSuffix("y") ? noun.dropLast() + "ies" : noun + "s"
        return count == 1 ? "1 \(noun)" : "\(count == 0 ? "no" : "\(count)") \(plural)"
    }
}

extension LintReport.File {
    fileprivate var fixable: Int { dryRun?.repaired ?? findings.count { !$0.fix.isEmpty } }

    fileprivate func lines(_ style: Style) -> [String] {
        let problems = problem.map { ["\(path): error: \($0)".onOneLine] } ?? []
        // A diff to be applied is printed alone; it already ends with a line end. The line end is removed as a scalar.
        // As a `Character` it could be the `\r\n` of a file with such line ends.
        if !diff.isEmpty { return [String(diff.unicodeScalars.dropLast())] }
        return problems
            + findings.flatMap { finding in
                [style.painted(finding)] + (style.isTerminal ? caret(finding) : [])
            }
    }

    /// Returns the line of a finding, and a mark below its column.
    private func caret(_ finding: LintFinding) -> [String] {
        let place = finding.diagnostic.location
        // The lines of an included policy are not in this text.
        guard place.file == text?.file, let line = text?.line(place.line) else { return [] }
        let number = "\(place.line)"
        let before = String(String.UnicodeScalarView(line.unicodeScalars.prefix(place.column - 1)))
        return [
            "  \(number) | \(line.onTerminal)",
            "  \("".padded(to: number.count)) | \("".padded(to: before.onTerminal.count))^",
        ]
    }
}

extension String {
    /// The text without tabs, whose width depends on the terminal.
    fileprivate var onTerminal: String {
        String(map { $0 == "\t" ? " " : $0 }).onOneLine
    }
}

extension Style {
    fileprivate func painted(_ finding: LintFinding) -> String {
        let place = bold("\(finding.diagnostic.location)".onOneLine)
        let severity = painted(finding.severity.rawValue, finding.severity == .error ? 31 : 33)
        let advice = finding.diagnostic.help.map { "; \($0)" } ?? ""
        let text = "\(finding.diagnostic.problem)\(advice)".onOneLine
        return "\(place): \(severity): \(text) \(faint("[\(finding.diagnostic.id)]"))"
    }
}
