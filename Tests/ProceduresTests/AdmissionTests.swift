import Procedures
import TestSupport
import Testing
import WarrantTesting

/// A condition that is defined by its use of the context.
private struct Gate: Condition {
    let name = "gate"
    let look: @Sendable (ConditionContext) -> ConditionResult

    func evaluate(in context: ConditionContext) async -> ConditionResult { look(context) }
}

@Suite struct `Admission of work` {
    let queue = ProcedureQueue(width: 1)
    let journal = Journal()

    @Test func `The work admitted last is the work that runs`() async throws {
        let work = Procedure<Int>(
            "work",
            admittedBy: { admission in
                Gate { context in
                    admission.admit(in: context) { 1 }
                    admission.admit(in: context) { 2 }
                    return .satisfied
                }
            }
        )

        #expect(try await queue.run(work).get() == 2)
        #expect(try await queue.run(work).get() == 2)
    }

    @Test func `A procedure without admitted work is refused, though its conditions hold`() async {
        let work = Procedure<Int>("work", admittedBy: { _ in TrueCondition() })
            .condition(TrueCondition())
        let outcome = await queue.run(work)

        #expect(outcome.refusal?.phase == .conditions)
        #expect(outcome.refusal?.findings == [])
    }

    @Test func `Admitted work does not run if another condition refuses`() async {
        let work = Procedure<Void>(
            "work",
            admittedBy: { [journal] admission in
                Gate { context in
                    admission.admit(in: context) { journal.note("ran") }
                    return .satisfied
                }
            }
        )

        #expect(!(await queue.run(work.condition(FalseCondition())).isSuccess))
        #expect(journal.entries == [])
    }

    @Test func `Each attempt needs its own admission of work`() async {
        let work = Procedure<Void>(
            "work",
            admittedBy: { [journal] admission in
                Gate { context in
                    guard journal.entries.isEmpty else { return .satisfied }
                    journal.note("admitted")
                    admission.admit(in: context) { throw Broken() }
                    return .satisfied
                }
            }
        )
        let outcome = await queue.run(work.retried(upTo: 2))

        #expect(outcome.refusal?.phase == .conditions)
        #expect(journal.entries == ["admitted"])
    }
}

@Suite struct `Memory of an attempt` {
    let queue = ProcedureQueue(width: 2)

    private final class Token: Sendable {}

    @Test func `A value that a condition keeps is visible within one attempt only`() async {
        let memory = AttemptMemory<Int>()
        let seen = Locked<[Int?]>([])
        let gate = Gate { context in
            memory.keep(1, in: context)
            let first = memory.value(in: context)
            memory.keep(2, in: context)
            seen.withLock { $0 += [first, memory.value(in: context)] }
            return .satisfied
        }
        let asking = Gate { context in
            seen.withLock { $0.append(memory.value(in: context)) }
            return .satisfied
        }
        let work = Procedure("work") { throw Broken() }.condition(asking).condition(gate)
        _ = await queue.run(work.retried(upTo: 2))

        #expect(seen.withLock { $0 } == [nil, 1, 2, nil, 1, 2])
    }

    @Test func `The end of an attempt releases its kept values`() async {
        let memory = AttemptMemory<Token>()
        let token = Locked<Token?>(Token())
        weak let kept = token.withLock { $0 }
        let gate = Gate { context in
            if let token = token.withLock({ $0.take() }) { memory.keep(token, in: context) }
            return memory.value(in: context) == nil ? .refused([]) : .satisfied
        }

        #expect(await queue.run(Procedure("work") {}.condition(gate)).isSuccess)
        #expect(kept == nil)
    }

    @Test func `Outside a procedure, no value is kept`() {
        let memory = AttemptMemory<Int>()
        let context = ConditionContext(procedure: "call")
        memory.keep(1, in: context)

        #expect(memory.value(in: context) == nil)
    }
}
