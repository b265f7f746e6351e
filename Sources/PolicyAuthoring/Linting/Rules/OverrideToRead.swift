import Capabilities
import Kernel
import LinuxCapabilities
import Policies
import PolicyLanguage

/// Finds CAP_DAC_OVERRIDE required for a subject of which only reading is required.
struct OverrideToRead: LintRule {
    static let id = "override-to-read"
    static let severity = LintFinding.Severity.warning
    static let summary = "CAP_DAC_OVERRIDE is required where CAP_DAC_READ_SEARCH is enough"

    func findings(in policy: LintedPolicy) -> [LintFinding] {
        let overrides = policy.requirements.filter {
            $0.isUsed && $0.use?.name == "capability"
                && ($0.capability as? ProcessCapability)?.capability == .dacOverride
        }
        guard !overrides.isEmpty, let all = policy.allRequirements else { return [] }
        var needs: [Subject: Bool] = [:]
        for capability in all.filter(\.isUsed).compactMap(\.capability) {
            guard let (subject, isReading) = Self.use(of: capability) else { continue }
            needs[subject] = needs[subject, default: true] && isReading
        }
        return overrides.compactMap { placed in
            guard let override = placed.capability as? ProcessCapability,
                needs[override.subject] == true, let use = placed.use
            else { return nil }
            return Self.finding(
                at: use.value.location,
                "`CAP_DAC_OVERRIDE` also allows writing, but this policy only requires reading",
                help: "require `CAP_DAC_READ_SEARCH`"
            )
        }
    }

    /// Returns the subject that uses files for the capability, and whether CAP_DAC_READ_SEARCH suffices. Returns nil if
    /// the capability uses no file.
    private static func use(of capability: any Capability) -> (Subject, Bool)? {
        switch capability {
        case let file as FileAccess: (file.subject, file.action.isReading)
        // Connecting to a socket needs write permission on it; binding one needs write permission on its directory.
        case let network as NetworkReachability where network.name.contains(" unix:"):
            (network.subject, false)
        case let open as OpenQuestion: (open.subject, false)
        default: nil
        }
    }
}

extension PlacedRequirement {
    /// True if the requirement is wanted itself, not as a condition.
    fileprivate var isUsed: Bool { isWanted && !isCondition }
}

extension FileAccess.Action {
    /// True if the action needs only permission to read files, and to list and search directories.
    fileprivate var isReading: Bool {
        switch self {
        case .read, .list, .search, .stat, .readLink: true
        case .access(let modes): modes.isSubset(of: .read)
        default: false
        }
    }
}
