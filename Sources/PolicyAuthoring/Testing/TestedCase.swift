import Capabilities
package import Policies
package import PolicyLanguage
import Procedures

/// The results of a policy on the host of one case.
package struct TestedCase: Sendable {
    package let name: Located<String>
    /// The results in the order written.
    package let findings: [Finding]
    /// The unexpected results: the policy first, then its requirements in the order written.
    package let mismatches: [Mismatch]

    package var passes: Bool { mismatches.isEmpty }

    /// The result of one requirement. The evidence is left out, because a long test would keep it for every case.
    package struct Finding: Sendable {
        package let name: String
        package let location: SourceLocation
        package let outcome: PolicyReport.Outcome
        /// The code of the deciding reason.
        package let code: String?
        /// True if the requirement has a `when`.
        let isConditional: Bool
        /// True if the case states the result that it expects.
        let isListed: Bool
    }

    /// One unexpected result.
    package struct Mismatch: Sendable {
        /// The requirement; nil for the policy as a whole.
        package let name: String?
        /// The expected result, such as `fails search-refused`.
        package let expected: String
        package let found: String
        /// The reason for the actual result, in one line.
        package let why: String
        /// The place of the expectation.
        package let location: SourceLocation
    }
}

extension TestedCase {
    /// - Throws: ``Diagnostics`` for expectations about requirements that the policy does not have.
    package init(_ syntax: TestCaseSyntax, _ report: PolicyReport) throws(Diagnostics) {
        let names = report.requirementNames
        let known = Set(names).union(report.findings.map(\.name))
        let listed = Set(syntax.requirements.map(\.name.value))
        let unknown = syntax.requirements.filter { !known.contains($0.name.value) }
        if let problems = Diagnostics(
            unknown.map { .unknownRequirement($0.name, known: names, listed: listed) }
        ) {
            throw problems
        }
        name = syntax.name
        let expected = Self.expectations(in: syntax, names, report)
        findings = zip(zip(names, report.findings), expected).map {
            Finding(name: $0.0, $0.1, isListed: $1 != nil)
        }
        var mismatches: [Mismatch] = []
        if report.outcome.rawValue != syntax.expected.value.rawValue {
            mismatches.append(Mismatch(syntax, report))
        }
        mismatches += zip(zip(names, report.findings), expected).compactMap {
            Mismatch($0.1, $0.0, $1, in: syntax)
        }
        self.mismatches = mismatches
    }

    /// Returns the expectation of each requirement, or nil. A name that several requirements share stands for all of
    /// them, unless one has exactly that name.
    private static func expectations(
        in syntax: TestCaseSyntax,
        _ names: [String],
        _ report: PolicyReport
    ) -> [TestCaseSyntax.Expectation?] {
        let expected = Dictionary(syntax.requirements.map { ($0.name.value, $0) }) { $1 }
        let taken = Set(names)
        return zip(names, report.findings).map { name, finding in
            expected[name] ?? (taken.contains(finding.name) ? nil : expected[finding.name])
        }
    }
}

extension TestedCase.Finding {
    fileprivate init(name: String, _ finding: PolicyReport.Finding, isListed: Bool) {
        self.init(
            name: name,
            location: finding.location,
            outcome: finding.outcome,
            code: finding.decidingCode,
            isConditional: finding.part.isConditional,
            isListed: isListed
        )
    }
}

extension TestedCase.Mismatch {
    fileprivate init(_ syntax: TestCaseSyntax, _ report: PolicyReport) {
        name = nil
        expected = syntax.expected.value.rawValue
        found = report.outcome.rawValue
        if report.findings.allSatisfy({ $0.outcome == .notApplicable }) {
            why = "nothing of it applies"
        } else if let advice = report.firstFailedAdvice {
            why = "\(advice.quoted) fails, but its severity is `advice`, so the policy holds"
        } else {
            why = ""
        }
        location = syntax.expected.location
    }

    /// - Parameter expectation: The expectation; nil if the requirement must hold or not apply.
    /// - Returns: nil if the requirement is as expected.
    fileprivate init?(
        _ finding: PolicyReport.Finding,
        _ name: String,
        _ expectation: TestCaseSyntax.Expectation?,
        in syntax: TestCaseSyntax
    ) {
        let outcome = finding.outcome
        let code = finding.decidingCode
        if let expectation {
            let isExpected = outcome.rawValue == expectation.outcome.rawValue
            let reason = expectation.reason?.value
            guard !isExpected || reason != nil && reason != code else {
                return nil
            }
        } else if outcome == .holds || outcome == .notApplicable {
            return nil
        }
        self.name = name
        expected =
            ([expectation?.outcome.rawValue ?? "holds", expectation?.reason?.value] as [String?])
            .compactMap(\.self).joined(separator: " ")
        found = ([outcome.rawValue] + [code].compactMap(\.self)).joined(separator: " ")
        let why = finding.part.verdict.reasons.first.map { "\($0.object) \($0.message)" }
        // Where all are expected to hold, this one is no exception that was forgotten.
        let isForgotten = expectation == nil && syntax.expected.value != .holds
        let rule = isForgotten ? "not listed under `requirements`, so it must hold" : nil
        self.why = [why, rule].compactMap(\.self).joined(separator: "; ")
        location = expectation?.name.location ?? syntax.name.location
    }
}

extension PolicyReport {
    /// The first advice that fails, if the policy holds all the same.
    fileprivate var firstFailedAdvice: String? {
        guard outcome == .holds else { return nil }
        return zip(requirementNames, findings).first {
            $1.severity == .advice && $1.outcome == .fails
        }?.0
    }
}

extension PolicyReport.Finding {
    /// The code of the deciding reason; nil for an `authorized` that the kernel alone gave.
    package var decidingCode: String? { part.verdict.reasons.first?.code.rawValue }
}
