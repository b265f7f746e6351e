import Testing

/// Every run judges fresh cases; scripts/judge-executions judges as many as it is told.
@Suite struct `The model and the kernel agree` {
    @Test func `on what a program makes of a process`() async throws {
        let seen = try await Judge.judge(JudgedExecution.self)
        for step in ["refused", "setUser", "setGroup", "grantedToRoot", "cut", "ambientCleared"] {
            #expect(seen[step, default: 0] > Judge.cases / 100, "too few: \(step)")
        }
    }

    @Test func `on what a process makes of itself`() async throws {
        let seen = try await Judge.judge(JudgedTransition.self)
        #expect(seen["refused", default: 0] > Judge.cases / 4)
        #expect(seen["changed", default: 0] > Judge.cases / 10)
    }
}
