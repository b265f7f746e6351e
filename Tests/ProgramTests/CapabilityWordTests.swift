import TestSupport
import Testing

@Suite struct `The word capability` {
    let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    @Test(arguments: [
        ("", "capability CAP_DAC_READ_SEARCH", "is in the effective set"),
        (", in: effective", "capability CAP_DAC_READ_SEARCH", "is in the effective set"),
        (
            ", in: permitted", "capability CAP_DAC_READ_SEARCH in permitted",
            "is in the permitted set"
        ),
        (
            ", in: inheritable", "capability CAP_DAC_READ_SEARCH in inheritable",
            "is in the inheritable set"
        ),
        (", in: bounding", "capability CAP_DAC_READ_SEARCH in bounding", "is in the bounding set"),
        (", in: ambient", "capability CAP_DAC_READ_SEARCH in ambient", "is in the ambient set"),
    ])
    func `The capability is found in each set of a process that has it`(
        key: String,
        title: String,
        message: String
    ) async throws {
        try folder.policy("capability: CAP_DAC_READ_SEARCH\(key)")
        let ended = try await folder.warrant("check", "policy.yaml", by: .nobodyReadingAll)
        #expect(ended.status == 0)
        // Titles of more than 38 characters, and texts that do not fit, have their own line.
        #expect(ended.findings.joined(separator: "\n").hasPrefix("  ✓ \(title)"))
        #expect(ended.findings.joined().hasSuffix(message))
    }

    @Test(arguments: ["effective", "permitted", "inheritable", "ambient"])
    func `The capability is denied in a set that lacks it`(set: String) async throws {
        let title = set == "effective" ? "" : " in \(set)"
        try await folder.expect(
            "capability: CAP_DAC_READ_SEARCH, in: \(set)",
            by: .nobody,
            1,
            """
              ✗ capability CAP_DAC_READ_SEARCH\(title)
                  is not in the \(set) set, only in bounding
            """
        )
    }
}
