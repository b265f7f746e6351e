import TestSupport
import Testing

@Suite struct `Record that disagrees with the host` {
    let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    /// No text says where the link leads.
    @Test func `A disagreement is reported with both findings`() async throws {
        try folder.policy("read: /proc/self/exe")
        let record = try await folder.warrant("record", "policy.yaml")
        #expect(record.status == 2)
        #expect(
            record.errors == """
                warrant: `the policy` cannot be told: found here was `holds`, and by the record \
                `undetermined`
                warrant: `read /proc/self/exe` cannot be told: found here was `holds`, and by the \
                record `undetermined not-known`

                """
        )
    }
}
