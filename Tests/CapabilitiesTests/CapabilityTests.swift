import Capabilities
import Procedures
import Testing
import WarrantTesting

@Suite struct `A capability` {
    private struct Broken: Error, CustomStringConvertible {
        let description = "the disk is on fire"
    }

    @Test func `that cannot be looked at is undetermined, and says why`() async {
        let capability = ScriptedCapability("key", failing: Broken())
        let reason = Reason("look-failed", "key", "the disk is on fire")
        #expect(await capability.verdict() == .undetermined([reason]))
    }

    @Test func `that is unavailable is undetermined, and is not looked at`() async {
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
    func `keeps a procedure from starting unless authorized`(verdict: Verdict) async throws {
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

    @Test func `lets a procedure run, and is looked at once`() async throws {
        let capability = ScriptedCapability("key", .authorized())
        let guarded = Procedure("guarded") { 42 }.condition(AuthorizedFor(capability))
        #expect(try await ProcedureQueue(width: 1).run(guarded).get() == 42)
        #expect(capability.looks == 1)
    }

    @Test func `is looked at by a procedure of its own, which asks for nothing`() async throws {
        let capability = ScriptedCapability("key", .denied([]))
        let look = GetAuthorizationStatus(capability)
        let (availability, status) = try await ProcedureQueue(width: 1).run(look).get()
        #expect(availability == .available)
        #expect(status.meets(()) == .denied([]))
        #expect(capability.looks == 1)
    }

    @Test func `asked for what nobody can give is looked at again`() async throws {
        let capability = ScriptedCapability("key", .denied([]), .authorized())
        _ = try await capability.authorizationStatus()
        #expect(try await capability.requestAuthorization().meets(()) == .authorized())
    }
}
