import Capabilities
import Procedures
import TestSupport
import Testing
import WarrantTesting

@Suite struct `A permitted procedure` {
    let queue = ProcedureQueue(width: 1)

    @Test func `A permitted procedure keeps its hold until it ends`() async throws {
        let key = HoldingScript(.authorized())
        let work = Procedure("work", permitted: key) { permit in
            await Task.yield()
            #expect(permit.held != nil)
            return (permit.capability.name, key.open.held)
        }

        let (name, held) = try await queue.run(work).get()

        #expect(name == "key")
        #expect(held == 1)
        #expect(key.open.count == 1)
        #expect(!key.open.isHeld)
    }

    @Test func `A permitted procedure receives an input, and is refused without it`() async throws {
        let key = HoldingScript(.authorized())
        let store = { @Sendable (input: Procedure<Int>) in
            Procedure("store", input: input, permitted: key) { number, permit in
                #expect(permit.held != nil)
                return number + 1
            }
        }
        let six = Procedure("six") { 6 }
        #expect(try await queue.run(store(six)).get() == 7)
        let failing = Procedure<Int>("failing") { throw Broken() }
        guard case .refused(let refusal) = await queue.run(store(failing)) else {
            Issue.record("was let in")
            return
        }
        #expect(refusal.phase == .dependencies)
        // No check is made for work whose input is missing.
        #expect(key.open.count == 1)
        #expect(!key.open.isHeld)
    }

    @Test func `A permitted procedure has the hold of the look after its request`() async throws {
        let key = HoldingScript(.denied([]), answers: [.authorized()])
        let work = Procedure("work", permitted: key, asking: .once) { _ in key.open.held }

        #expect(try await queue.run(work).get() == 1)
        #expect(key.script.looks == 2)
        #expect(!key.open.isHeld)
    }

    @Test func `Each attempt of a permitted procedure looks again`() async {
        let key = HoldingScript(.authorized())
        let work = Procedure("work", permitted: key) { permit in
            #expect(permit.held != nil)
            throw Broken()
        }

        #expect(!(await queue.run(work.retried(upTo: 3)).isSuccess))
        #expect(key.open.count == 3)
        #expect(!key.open.isHeld)
    }

    private struct Broken: Error {}

    @Test func `A permitted procedure that does not run holds nothing`() async throws {
        let key = HoldingScript(.authorized())
        let work = Procedure("work", permitted: key) { _ in Issue.record("ran") }

        #expect(!(await queue.run(work.condition(FalseCondition())).isSuccess))
        #expect(key.open.count == 1)
        #expect(!key.open.isHeld)

        let refused = HoldingScript(.denied([]))
        _ = await queue.run(Procedure("work", permitted: refused) { _ in Issue.record("ran") })
        #expect(!refused.open.isHeld)
    }

    /// Runs `work` while it must wait for another procedure to leave.
    private func outcome<Output>(afterWaiting work: Procedure<Output>) async throws -> Outcome<
        Output
    > {
        let scope = ProcessExclusion()
        let (isInside, mayLeave) = (Latch(), Latch())
        let holder = Procedure("holder") {
            isInside.open()
            await mayLeave.wait()
        }
        let other = ProcedureQueue(width: 1)
        let holding = other.enqueue(holder.condition(MutuallyExclusive("key", in: scope)))
        await isInside.wait()
        let waiting = queue.enqueue(work.condition(MutuallyExclusive("key", in: scope)))
        // This procedure gets the slot of the waiting one, which is in line by then.
        _ = await queue.run(Procedure("next") {})
        mayLeave.open()
        _ = try await holding.outcome()
        return try await waiting.outcome()
    }

    @Test func `A permitted procedure looks again after a wait, and has that hold`() async throws {
        let key = HoldingScript(.authorized())
        let work = Procedure("work", permitted: key) { _ in key.open.held }

        #expect(try await outcome(afterWaiting: work).get() == 1)
        #expect(key.open.count == 2)
        #expect(!key.open.isHeld)
    }

    @Test func `A permitted procedure is refused if authorization ends in a wait`() async throws {
        let key = HoldingScript(.authorized(), .denied([]), answers: [.authorized()])
        let work = Procedure("work", permitted: key, asking: .once) { _ in Issue.record("ran") }
        let outcome = try await outcome(afterWaiting: work)

        #expect(outcome.description == "refused: `work` did not run: `key` is refused")
        #expect(outcome.findings?.map(\.condition) == ["key", "alone in key"])
        #expect(key.script.looks == 2)
        #expect(key.script.requests == 0)
        #expect(!key.open.isHeld)
    }
}

/// Checks and asks by a script, and holds an object for each check with the answer `authorized`.
private struct HoldingScript: Capability {
    typealias Held = Grip

    let script: ScriptedCapability
    let open = OpenCount()

    init(_ first: Verdict, _ then: Verdict? = nil, answers: [Verdict] = []) {
        script =
            then.map { ScriptedCapability("key", first, $0, answers: answers) }
            ?? ScriptedCapability("key", first, answers: answers)
    }

    var name: String { script.name }
    var requirement: Void { () }

    func authorizationStatus() async throws -> ScriptedCapability.Status {
        try await script.authorizationStatus()
    }

    func requestAuthorization() async throws -> ScriptedCapability.Status {
        try await script.requestAuthorization()
    }

    func look() async throws -> Look<Self> {
        Look(try await authorizationStatus(), holding: Grip(open))
    }

    static func == (one: Self, other: Self) -> Bool { one.open === other.open }

    func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(open)) }
}
