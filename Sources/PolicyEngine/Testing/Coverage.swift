package import PolicyLanguage

/// Which requirements of a policy some cases turned: each should be seen to hold, and to fail.
package struct Coverage: Sendable {
    package struct Requirement: Sendable {
        package let name: String
        package let location: SourceLocation
        package fileprivate(set) var hasHeld = false
        package fileprivate(set) var hasFailed = false

        package var isCovered: Bool { hasHeld && hasFailed }
    }

    /// In the order written.
    package private(set) var requirements: [Requirement]

    /// - Parameter reports: Of one policy, whatever its parameters; at least one.
    package init(_ reports: [PolicyReport]) {
        requirements = (reports.first?.findings ?? []).map {
            Requirement(name: $0.name, location: $0.location)
        }
        for finding in reports.lazy.flatMap({ $0.findings.enumerated() }) {
            switch finding.element.outcome {
            case .holds: requirements[finding.offset].hasHeld = true
            case .fails: requirements[finding.offset].hasFailed = true
            case .undetermined, .notApplicable: break
            }
        }
    }

    package var missing: [Requirement] { requirements.filter { !$0.isCovered } }
}
