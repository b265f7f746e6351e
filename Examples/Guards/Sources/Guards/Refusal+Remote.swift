import Warrant

extension Refusal {
    /// True if the system denies something; false if the answer is not known.
    ///
    /// This is all that a remote caller may learn. The reasons name paths, units and users of this host.
    var isDenial: Bool {
        findings.contains { finding in
            if case .refused = finding.result { true } else { false }
        }
    }
}
