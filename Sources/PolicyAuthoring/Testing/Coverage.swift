import Policies
package import PolicyLanguage

/// The requirements of a policy that some cases exercised. Tests should see each requirement both hold and fail. Without
/// a `when`, it must never be *not applicable*, and with one, a case should expect that.
package struct Coverage: Sendable {
    package struct Requirement: Sendable {
        package let name: String
        package let location: SourceLocation
        package fileprivate(set) var hasHeld = false
        package fileprivate(set) var hasFailed = false
        /// True once a case expects that it does not apply; nil without a `when`.
        package fileprivate(set) var hasNotApplied: Bool?

        package var isCovered: Bool { hasHeld && hasFailed && hasNotApplied != false }

        /// Returns what no case shows, in words; nil if it is covered.
        ///
        /// - Parameter subject: Stands for the requirement: `it`, or its name.
        package func gap(_ subject: String) -> String? {
            guard !isCovered else { return nil }
            let never = (hasHeld ? [] : ["hold"]) + (hasFailed ? [] : ["fail"])
            guard hasNotApplied == false else {
                return "no case makes \(subject) \(never.joined(separator: " or "))"
            }
            guard never.isEmpty else {
                return "no case makes \(subject) \(never.joined(separator: " or ")), and none "
                    + "expects it to be not-applicable"
            }
            return "no case expects \(subject) to be not-applicable, as its `when` permits"
        }
    }

    /// The requirements in the order written.
    package private(set) var requirements: [Requirement]

    /// - Parameter cases: The cases of one policy, with any values of its parameters.
    package init(_ cases: [TestedCase]) {
        requirements = (cases.first?.findings ?? []).map {
            Requirement(
                name: $0.name,
                location: $0.location,
                hasNotApplied: $0.isConditional ? false : nil
            )
        }
        // A policy that changed between two of its tests may have more requirements by then.
        for finding in cases.lazy.flatMap({ $0.findings.enumerated() })
        where finding.offset < requirements.count {
            switch finding.element.outcome {
            case .holds: requirements[finding.offset].hasHeld = true
            case .fails: requirements[finding.offset].hasFailed = true
            case .notApplicable where finding.element.isListed:
                requirements[finding.offset].hasNotApplied = true
            case .undetermined, .notApplicable: break
            }
        }
    }

    package var missing: [Requirement] { requirements.filter { !$0.isCovered } }
}
