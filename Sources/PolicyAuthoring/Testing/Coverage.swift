import Policies
package import PolicyLanguage

/// The requirements of a policy that some cases exercised. Tests should see each requirement both hold and fail.
package struct Coverage: Sendable {
    package struct Requirement: Sendable {
        package let name: String
        package let location: SourceLocation
        package fileprivate(set) var hasHeld = false
        package fileprivate(set) var hasFailed = false

        package var isCovered: Bool { hasHeld && hasFailed }
    }

    /// The requirements in the order written.
    package private(set) var requirements: [Requirement]

    /// - Parameter cases: The cases of one policy, with any values of its parameters.
    package init(_ cases: [TestedCase]) {
        requirements = (cases.first?.findings ?? []).map {
            Requirement(name: $0.name, location: $0.location)
        }
        // A policy that changed between two of its tests may have more requirements by then.
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
