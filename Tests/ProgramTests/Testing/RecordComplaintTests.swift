import TestSupport
import Testing

@Suite struct `Record that disagrees with the host` {
    let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    /// No text contains the target of the link.
    @Test func `A disagreement is reported with both findings`() async throws {
        try folder.policy("read: /proc/self/exe")
        let record = try await folder.warrant("record", "policy.yaml")
        #expect(record.status == 2)
        #expect(
            record.errors == """
                warrant: `the policy` cannot be recorded: the check found `holds`, and the test finds \
                `undetermined`
                warrant: `read /proc/self/exe` cannot be recorded: the check found `holds`, and the test \
                finds `undetermined not-known`

                """
        )
    }
}
