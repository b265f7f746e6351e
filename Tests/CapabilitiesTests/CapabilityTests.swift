import Capabilities
import Procedures
import Testing
import WarrantTesting

@Suite struct `A capability` {
    private struct Broken: Error, CustomStringConvertible {
        let description = "the disk is on fire"
    }

    @Test func `A capability whose look fails is undetermined, with the cause`() async {
        let capability = ScriptedCapability("key", failing: Broken())
        let reason = Reason("look-failed", "key", "the disk is on fire")
        #expect(await capability.verdict() == .undetermined([reason]))
    }

    @Test func `An unavailable capability is undetermined without a look`() async {
        let reason = Reason("no-systemd", "key", "no systemd here")
        let capability = ScriptedCapability(
            "key",
            .authorized(),
            availability: .unavailable(reason)
        )
        #expect(await capability.verdict() == .undetermined([reason]))
        #expect(capability.looks == 0)
    }

    @Test(arguments: [Verdict.denied([Reason("no", "a", "no")]), .undetermined([])])
    func `A procedure starts only if its capability is authorized`(verdict: Verdict) async throws {
        let guarded = Procedure("guarded") { Issue.record("ran") }
            .condition(AuthorizedFor(ScriptedCapability("key", verdict)))
        let outcome = await ProcedureQueue(width: 1).run(guarded)
        guard case .refused(let refusal) = outcome else {
            Issue.record("expected a refusal, got \(outcome)")
            return
        }
        #expect(refusal.phase == .conditions)
        #expect(refusal.findings.map(\.condition) == ["key"])
    }

    @Test func `An authorized procedure runs after one look`() async throws {
        let capability = ScriptedCapability("key", .authorized())
        let guarded = Procedure("guarded") { 42 }.condition(AuthorizedFor(capability))
        #expect(try await ProcedureQueue(width: 1).run(guarded).get() == 42)
        #expect(capability.looks == 1)
    }

    @Test func `GetAuthorizationStatus looks once and does not ask`() async throws {
        let capability = ScriptedCapability("key", .denied([]))
        let look = GetAuthorizationStatus(capability)
        let (availability, status) = try await ProcedureQueue(width: 1).run(look).get()
        #expect(availability == .available)
        #expect(status.meets(()) == .denied([]))
        #expect(capability.looks == 1)
    }

    @Test func `A capability without a request of its own looks again`() async throws {
        let capability = ScriptedCapability("key", .denied([]), .authorized())
        _ = try await capability.authorizationStatus()
        #expect(try await capability.requestAuthorization().meets(()) == .authorized())
    }
}
