import Capabilities
import Logging
import Procedures
import TestSupport
import Testing
import WarrantTesting

@Suite struct `Requirements of work` {
    private static let no = Verdict.denied([Reason("no", "/srv/key", "is 0600 root:root")])
    private static let what = Verdict.undetermined([Reason("late", "db", "does not answer")])

    private func serve(_ first: some Capability, _ others: any Capability...) async throws {
        switch others.count {
        case 0: try await require(first)
        case 1: try await require(first, others[0])
        default: try await require(first, others[0], others[1])
        }
    }

    @Test func `Work continues if all requirements are authorized`() async throws {
        let key = ScriptedCapability("key", .authorized())
        try await serve(key)
        try await serve(key, key, key)
        #expect(key.looks == 4)
    }

    @Test func `A refusal lists all missing requirements in the order written`() async throws {
        let key = ScriptedCapability("read /srv/key", Self.no)
        let port = ScriptedCapability("port", .authorized())
        let database = ScriptedCapability("db", Self.what)
        let error = await #expect(throws: Refusal.self) { try await serve(database, port, key) }
        #expect(error?.phase == .conditions)
        #expect(
            error?.findings == [
                .init("db", .undetermined(Self.what.reasons)), .init("port", .satisfied),
                .init("read /srv/key", .refused(Self.no.reasons)),
            ]
        )
        #expect(
            error?.description == "`serve(_:_:)` did not run: `db` does not answer, and "
                + "`read /srv/key` is refused: `/srv/key` is 0600 root:root"
        )
    }

    @Test(arguments: [Asking.never, .once])
    func `A requirement is asked for on demand, and none after a failed one`(
        asking: Asking
    ) async throws {
        let given = ScriptedCapability("given", Self.no, answers: [.authorized()])
        let refused = ScriptedCapability("refused", Self.no)
        let later = ScriptedCapability("later", Self.no, answers: [.authorized()])
        let options = GateOptions(asking: asking)
        await #expect(throws: Refusal.self) {
            try await require(given, refused, later, options: options)
        }
        #expect(given.requests == (asking == .never ? 0 : 1))
        #expect(refused.requests == (asking == .never ? 0 : 1))
        #expect(later.requests == 0)
        #expect(later.looks == 1)
    }

    @Test func `Each requirement is logged separately`() async throws {
        let log = KeptLog()
        let capabilities = [Verdict.authorized(), Self.no, Self.what].map {
            ScriptedCapability("\($0.isAuthorized)", $0)
        }
        try? await require(
            capabilities[0],
            capabilities[1],
            capabilities[2],
            options: GateOptions(logger: log.logger),
            named: "serve"
        )
        let words = log.events.map { "\($0.metadata?["verdict"] ?? "")" }
        #expect(words == ["authorized", "denied", "undetermined"])
    }

    @Test func `A cancelled task ends its check of requirements`() async throws {
        let latch = Latch()
        let task = Task {
            await latch.wait()
            try await require(ScriptedCapability("key", .authorized()))
        }
        task.cancel()
        latch.open()
        await #expect(throws: CancellationError.self) { try await task.value }
    }
}
