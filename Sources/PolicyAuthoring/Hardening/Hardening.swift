import Capabilities
import Kernel
package import LinuxCapabilities
import LinuxSystem
package import Policies
import PolicyLanguage
package import Procedures
import Questions
import Text

/// The tightest settings of a unit under which a policy holds.
///
/// The settings are verified: each requirement was asked again about the service with all of them.
package struct Hardening: Sendable {
    /// A line of the drop-in.
    package struct Line: Sendable, Encodable {
        package let setting: String
        package let reason: String
        /// True if it permits what a requirement needs; the policy does not hold without it.
        package let isAllowance: Bool
    }

    /// A restriction that the unit cannot have, or not in full.
    package struct LeftOut: Sendable, Encodable {
        package let setting: String
        /// The requirement or the command that needs more, or the service, which would not start.
        package let requirement: String
    }

    /// The name of the drop-in. It comes after all others, so that its lines decide; one that exists is replaced.
    package static let dropIn = "zz-harden.conf"

    /// The reason that the service does not start as it is; nil if it does. There are no lines then.
    package let problem: Reason?
    package let lines: [Line]
    package let leftOut: [LeftOut]
    /// The uses that the service with these lines may make, and that the policy does not require.
    package let surplus: Surplus
    /// The requirements that no settings satisfy, and those that are not known.
    package let failures: [PolicyReport.Finding]
    /// The service with the settings, the report on the policy about it, and the host that gave it; nil if the service
    /// does not start as it is.
    package let verified: (service: Subject, report: PolicyReport, host: Host)?
    /// The settings of the service that have no effect here, such as misspelt ones: `has X=yes in a.service:4, which …`.
    package let ineffective: [String]

    /// - Parameters:
    ///   - source: The policy.
    ///   - unit: The service, without further settings.
    /// - Throws: ``Diagnostics`` of the policy; the errors of the probes; `CancellationError`.
    package init(of source: PolicySource, for unit: Subject) async throws {
        let host = Host.live.keepingSubjects(replacing: Self.dropIn).keepingPorts()
        guard case .known(let identity) = try await host.identity(of: unit) else {
            (lines, leftOut, surplus, failures, ineffective) = ([], [], Surplus(), [], [])
            problem = try await host.problem(of: unit)
            verified = nil
            return
        }
        var search = try HardeningSearch(source, unit, on: host)
        try await search.leaveOut(for: identity)
        try await search.run(identity)
        let report = try await search.report()
        problem = nil
        verified = (search.subject, report, host)
        ineffective = identity.notEnforcedSettings.map(\.message)
        lines = search.drawn
        leftOut = search.leftOut
        failures = search.failures(in: report)
        surplus = try await Surplus(beyond: report, and: lines, for: search.subject, on: host)
    }
}
