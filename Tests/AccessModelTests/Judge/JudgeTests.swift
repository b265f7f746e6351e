import Testing

/// Every run judges new cases; scripts/judge-executions judges any number of them.
@Suite struct `Agreement of model and kernel` {
    @Test func `The model and the kernel agree on executed programs`() async throws {
        let seen = try await Judge.judge(JudgedExecution.self)
        for step in ["refused", "setUser", "setGroup", "grantedToRoot", "cut", "ambientCleared"] {
            #expect(seen[step, default: 0] > Judge.cases / 100, "too few: \(step)")
        }
    }

    @Test func `The model and the kernel agree on changed credentials`() async throws {
        let seen = try await Judge.judge(JudgedTransition.self)
        #expect(seen["refused", default: 0] > Judge.cases / 4)
        #expect(seen["changed", default: 0] > Judge.cases / 10)
    }
}
