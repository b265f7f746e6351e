import Policies
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

    /// - Parameter cases: Of one policy, whatever its parameters.
    package init(_ cases: [TestedCase]) {
        requirements = (cases.first?.findings ?? []).map {
            Requirement(name: $0.name, location: $0.location)
        }
        // A policy that changed between two of its tests may have more of them by then.
        for finding in cases.lazy.flatMap({ $0.findings.enumerated() })
        where finding.offset < requirements.count {
            switch finding.element.outcome {
            case .holds: requirements[finding.offset].hasHeld = true
            case .fails: requirements[finding.offset].hasFailed = true
            case .undetermined, .notApplicable: break
            }
        }
    }

    package var missing: [Requirement] { requirements.filter { !$0.isCovered } }
}
