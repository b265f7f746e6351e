import TestSupport
import Testing

@Suite struct `A record of a policy that others could write` {
    let folder: TemporaryFolder
    private let problem = """
        warrant: policy.yaml:1:1: others could write the policy: `policy.yaml` has mode 0666; run \
        `chmod go-w policy.yaml`, or pass --allow-writable-policy [writable-policy]

        """

    init() throws {
        folder = try TemporaryFolder()
        try folder.policy("read: /etc/passwd")
        try folder.change("policy.yaml", mode: 0o666)
    }

    @Test func `A record of a writable policy is refused, as a check is`() async throws {
        #expect(try await folder.warrant("record", "policy.yaml") == Ended(65, errors: problem))
    }

    @Test func `A record of a writable include is refused`() async throws {
        try folder.file(
            "all.yaml",
            "warrant: 1\nname: all\ninclude: { part: { policy: policy.yaml } }\n"
        )
        #expect(try await folder.warrant("record", "all.yaml") == Ended(65, errors: problem))
    }

    @Test func `An allowed record of a writable policy has a warning`() async throws {
        let record = try await folder.warrant("record", "--allow-writable-policy", "policy.yaml")
        #expect(record.status == 0)
        #expect(record.errors == problem.replacing(", or pass --allow-writable-policy", with: ""))
        try await folder.expectPassing(record.output)
    }

    @Test func `A user other than root may record a writable policy`() async throws {
        let record = try await folder.warrant("record", "policy.yaml", by: .nobody)
        #expect(record.status == 0)
        #expect(record.errors == "")
    }
}
