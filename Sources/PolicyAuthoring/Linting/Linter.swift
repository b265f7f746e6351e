import Capabilities
import Policies
import PolicyLanguage
import Questions

/// Checks policies against rules.
package struct Linter: Sendable {
    package let rules: [any LintRule]

    /// - Parameter rules: The rules that know the words of the policies, besides ``languageRules``.
    package init(rules: [any LintRule]) { self.rules = Self.languageRules + rules }

    /// Returns all findings that no comment allows, in the order of their places.
    package func findings(in policy: LintedPolicy) -> [LintFinding] {
        let found = rules.flatMap { $0.findings(in: policy) }
        let rules = rules.map { type(of: $0).id }.filter {
            $0 != InvalidAllow.id && $0 != UnneededAllow.id
        }
        let allowances = Allowances(in: policy.text, rules: rules)
        // Swift's sort is stable: findings at one place stay in the order of the rules.
        return allowances.remaining(of: found, in: policy.text).sorted {
            $0.diagnostic.location < $1.diagnostic.location
        }
    }
}

extension Linter {
    /// The rules that need only the language.
    static var languageRules: [any LintRule] {
        [
            MissingSummary(), UnusedParameter(), MissingBecause(), OnlyAdvice(), OnlyConditional(),
            DuplicateRequirement(), OppositeParts(), IdleCondition(), SinglePart(),
            NestedGroup(), DoubleNegation(), ForbiddenNegation(), NestedSeverity(), LongerLimit(),
            RedundantSubject(), InvalidAllow(), UnneededAllow(),
        ]
    }
}

extension Linter {
    /// The rules of the language, and those for Linux. Add a new rule here.
    package static let linux = Linter(rules: [
        Contradiction(implied: implied(by:), settled: settled(by:)),
        ImpliedRequirement(implied: implied(by:), settled: settled(by:)),
        NeverHolds(), AlwaysHolds(), ExclusiveStates(), BroadCapability(), OverrideToRead(),
        NewKernelCapability(), CapabilityCase(), UncleanPath(), ParentInPath(), LinkedPath(),
        WorldWritableParent(), FixedPid(), EphemeralPort(), WildcardDestination(), OpenedSocket(),
        UserCapability(), GlobInPath(), UnbracedParameter(),
    ])

    @Sendable private static func implied(by capability: any Capability) -> [any Capability] {
        WordTable.linux.implied(by: capability)
    }

    @Sendable private static func settled(by capability: any Capability) -> [any Capability] {
        WordTable.linux.settled(by: capability)
    }
}
