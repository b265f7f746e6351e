import Capabilities
import Procedures
import Testing
import WarrantTesting

/// Lineage K: the procedures that check and ask.
@Suite struct `Procedures of a capability` {
    let queue = ProcedureQueue(width: 2)

    @Test(arguments: [false, true])
    func `GetAuthorizationStatus looks and does not ask (K1 K2)`(isSlow: Bool) async throws {
        let account = Graded.Account()
        let look = GetAuthorizationStatus(Graded(account, isSlow: isSlow))
        let seen = try await queue.run(look.then("see") { $0 }).get()

        #expect(seen.availability == .available)
        #expect(seen.status == Graded.Status(grade: .unknown))
        #expect(account.calls == ["looked"])
    }

    @Test func `GetAuthorizationStatus gives the reason for unavailability`() async throws {
        let reason = Reason("no-accounts", "use the account", "no accounts here")
        let look = GetAuthorizationStatus(Graded(Graded.Account(.unknown, .unavailable(reason))))

        #expect(try await queue.run(look).get().availability == .unavailable(reason))
    }

    @Test(arguments: [false, true])
    func `Authorize asks for a missing capability and gives its status (K4)`(
        isSlow: Bool
    ) async throws {
        let account = Graded.Account()

        let status = try await queue.run(Authorize(Graded(account, isSlow: isSlow))).get()

        #expect(status == Graded.Status(grade: .maximum))
        #expect(account.calls == ["looked", "asked", "looked"])
    }

    @Test func `Authorize asks for no authorized or unavailable capability`() async {
        let enough = Graded.Account(.minimum)
        #expect(await queue.run(Authorize(Graded(enough))).isSuccess)
        #expect(enough.calls == ["looked"])

        let reason = Reason("no-accounts", "use the account", "no accounts here")
        let absent = Graded.Account(.unknown, .unavailable(reason))
        let outcome = await queue.run(Authorize(Graded(absent)))
        #expect(
            outcome.description == "refused: `authorize use the account` did not run: "
                + "`use the account` no accounts here"
        )
        #expect(absent.calls == [])
    }

    @Test func `Authorize is refused with reasons if the answer is not enough`() async {
        let account = Graded.Account(answer: .minimum)

        let outcome = await queue.run(Authorize(Graded(account, .maximum)))

        #expect(
            outcome.description == "refused: `authorize use the account` did not run: "
                + "`use the account` is refused: `account` is unknown, where maximum is needed, "
                + "`account` is minimum, where maximum is needed"
        )
        #expect(account.calls == ["looked", "asked", "looked"])
    }

    @Test func `Procedures and conditions of a capability have readable names (K13)`() {
        let capability = Graded(Graded.Account())

        #expect(GetAuthorizationStatus(capability).procedure.name == "look at use the account")
        #expect(Authorize(capability).procedure.name == "authorize use the account")
        #expect(AuthorizedFor(capability).name == "use the account")
    }
}
