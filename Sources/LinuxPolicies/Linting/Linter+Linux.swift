package import PolicyEngine

extension Linter {
    /// The rules of the language, and those that know Linux. A new rule adds itself here.
    package static let linux = Linter(rules: [
        Contradiction(implied: linuxImplications), ImpliedRequirement(implied: linuxImplications),
        NeverHolds(), AlwaysHolds(), ExclusiveStates(), BroadCapability(), OverrideToRead(),
        NewKernelCapability(), CapabilityCase(), UncleanPath(), ParentInPath(), LinkedPath(),
        WorldWritableParent(), FixedPid(), EphemeralPort(), WildcardDestination(), OpenedSocket(),
        UserCapability(), GlobInPath(), UnbracedParameter(),
    ])
}
