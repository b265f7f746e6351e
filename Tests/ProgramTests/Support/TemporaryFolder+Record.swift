import TestSupport
import Testing

extension TemporaryFolder {
    /// Records a policy, and tests the record beside the policy, without any environment.
    func recorded(
        _ policy: String,
        _ options: [String] = [],
        environment: [String: String] = [:]
    ) async throws -> String {
        let record = try await run(
            [Self.program, "record"] + options + [policy],
            environment: environment
        )
        #expect(record.status == 0, "\(record.errors)")
        let isHeld = record.output.contains("\n    expect: holds\n")
        #expect(isHeld == record.errors.isEmpty, "\(record.errors)")
        if !isHeld { #expect(record.errors.contains("here, and the test expects that")) }
        try await expectPassing(record.output)
        return record.output
    }

    func expectPassing(_ record: String) async throws {
        try file("record.test.yaml", record)
        #expect(
            try await warrant("test", "record.test.yaml")
                == Ended(0, output: "1 case in 1 test, all as expected\n")
        )
    }
}
