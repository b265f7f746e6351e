import Policies
package import PolicyLanguage

/// The requirements of a policy that some cases exercised. Tests should see each requirement hold and fail, and not apply
/// if it has a `when`.
package struct Coverage: Sendable {
    package struct Requirement: Sendable {
        package let name: String
        package let location: SourceLocation
        package fileprivate(set) var hasHeld = false
        package fileprivate(set) var hasFailed = false
        /// True if a case expects that it does not apply; nil without a `when`.
        package fileprivate(set) var hasNotApplied: Bool?

        package var isCovered: Bool { hasHeld && hasFailed && hasNotApplied != false }

        /// Returns what no case shows, in words; nil if it is covered.
        ///
        /// - Parameter subject: Stands for the requirement: `it`, or its name.
        package func gap(_ subject: String) -> String? {
            let never = [hasHeld ? nil : "hold", hasFailed ? nil : "fail"].compactMap(\.self)
            let gaps = [
                never.isEmpty
                    ? nil : "no case makes \(subject) \(never.joined(separator: " or "))",
                hasNotApplied == false ? "no case lists \(subject) as not-applicable" : nil,
            ].compactMap(\.self)
            return gaps.isEmpty ? nil : gaps.joined(separator: ", and ")
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
