import Capabilities
import LinuxCapabilities
import LinuxSystem
import Procedures
import Testing
import WarrantTesting

extension `A real systemd` {
    /// Tests with an authentication agent for the process that asks.
    @Suite struct `Question of polkit to a person` {
        let scene: PolkitScene

        init() async throws { scene = try await PolkitScene() }

        private func withAgent(
            _ manner: PolkitAgent.Manner,
            _ body: (PolkitAgent) async throws -> Void
        ) async throws {
            let process = try await scene.process()
            try await PolkitAgent.with(manner, for: process, on: scene.systemd, body)
        }

        private func messages(_ status: PolkitActionStatus) -> [String] {
            status.verdict.reasons.map(\.message)
        }

        @Test func `An accepted question authorizes the action`() async throws {
            try await withAgent(.yes) { agent in
                let status = try await scene.action("ask").requestAuthorization()
                #expect(status.answer == .yes)
                #expect(messages(status) == ["is allowed by polkit"])
                try await agent.expect("begin org.example.warrant.ask")
            }
        }

        @Test func `An answer that polkit keeps authorizes later looks`() async throws {
            try await withAgent(.yes) { agent in
                let action = scene.action("keep")
                #expect(try await action.authorizationStatus().answer == .challenge)
                #expect(try await action.requestAuthorization().answer == .yes)
                let next = try await action.authorizationStatus()
                #expect(next.answer == .yes)
                #expect(messages(next) == ["is allowed by polkit, which was asked before"])
                try await agent.expect("begin org.example.warrant.keep")
            }
        }

        /// polkit grants it once only: another check would have to ask again.
        @Test func `A one-time answer admits only the procedure that asked`() async throws {
            try await withAgent(.yes) { agent in
                let action = scene.action("ask")
                let ran = Procedure("work") {}.condition(AuthorizedFor(action, asking: .once))
                #expect(await ProcedureQueue(width: 1).run(ran).isSuccess)
                try await agent.expect("begin org.example.warrant.ask")
                #expect(await action.verdict().answer == .undetermined)
            }
        }

        /// No person is asked twice: the check after the wait has the same result as before.
        @Test func `A one-time answer admits a procedure after a wait`() async throws {
            let queue = ProcedureQueue(width: 2, exclusion: ProcessExclusion())
            let alone = MutuallyExclusive("alone")
            let (stream, ending) = AsyncStream<Void>.makeStream()
            let first = Procedure("first") { for await _ in stream {} }.condition(alone)
            let holder = queue.enqueue(first)
            while queue.activity.phases[.execution] != 1 { await Task.yield() }
            try await withAgent(.yes) { agent in
                let asked = AuthorizedFor(scene.action("ask"), asking: .once)
                let work = Procedure("work") {}.condition(asked)
                let waiter = queue.enqueue(work.condition(alone))
                try await agent.expect("begin org.example.warrant.ask")
                while queue.activity.phases[.exclusion] != 1 { await Task.yield() }
                ending.finish()
                #expect(try await waiter.outcome().isSuccess)
            }
            #expect(try await holder.outcome().isSuccess)
        }

        @Test func `A dismissed question denies the action`() async throws {
            try await withAgent(.dismiss) { agent in
                let status = try await scene.action("ask").requestAuthorization()
                #expect(status.answer == .no)
                let message = "is not allowed by polkit: the question was dismissed"
                #expect(messages(status).first == message)
                #expect(status.verdict.reasons.last?.code == "not-by-itself")
                try await agent.expect("begin org.example.warrant.ask")
            }
        }

        @Test func `A question without an agent stays undetermined`() async throws {
            let status = try await scene.action("ask").requestAuthorization()
            #expect(status.answer == .challenge)
            #expect(
                messages(status) == [
                    "is not decided: polkit would have to ask, "
                        + "but no authentication agent runs; start one, such as pkttyagent"
                ]
            )
        }

        @Test func `A cancelled task withdraws its question`() async throws {
            try await withAgent(.never) { agent in
                let asking = Task { [action = scene.action("ask")] in
                    try await action.requestAuthorization()
                }
                try await agent.expect("begin org.example.warrant.ask")
                asking.cancel()
                await #expect(throws: CancellationError.self) { try await asking.value }
                try await agent.expect("cancel")
            }
        }

        @Test func `A question is withdrawn at its time limit`() async throws {
            let authority = PolkitAuthority(on: scene.bus)
            let question = PolkitQuestion(
                "org.example.warrant.ask",
                of: .process(try await scene.process())
            )
            try await withAgent(.never) { agent in
                _ = try await authority.answer(to: question)
                await #expect(throws: BusFailure.self) {
                    try await authority.answerOfPerson(to: question, within: .seconds(5))
                }
                try await agent.expect("begin org.example.warrant.ask")
                try await agent.expect("cancel")
            }
        }
    }
}
