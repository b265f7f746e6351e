import Capabilities
import Procedures
import Testing
import WarrantTesting

/// Lineage K: the procedures that look and ask.
@Suite struct `The verbs of a capability` {
    let queue = ProcedureQueue(width: 2)

    @Test(arguments: [false, true])
    func `look without asking, and hand on what was seen (K1 K2)`(isSlow: Bool) async throws {
        let account = Graded.Account()
        let look = GetAuthorizationStatus(Graded(account, isSlow: isSlow))
        let seen = try await queue.run(look.then("see") { $0 }).get()

        #expect(seen.availability == .available)
        #expect(seen.status == Graded.Status(grade: .unknown))
        #expect(account.calls == ["looked"])
    }

    @Test func `tell why a look makes no sense here`() async throws {
        let reason = Reason("no-accounts", "use the account", "no accounts here")
        let look = GetAuthorizationStatus(Graded(Graded.Account(.unknown, .unavailable(reason))))

        #expect(try await queue.run(look).get().availability == .unavailable(reason))
    }

    @Test(arguments: [false, true])
    func `ask for what is missing, and give the status that is enough (K4)`(
        isSlow: Bool
    ) async throws {
        let account = Graded.Account()

        let status = try await queue.run(Authorize(Graded(account, isSlow: isSlow))).get()

        #expect(status == Graded.Status(grade: .maximum))
        #expect(account.calls == ["looked", "asked", "looked"])
    }

    @Test func `do not ask where nothing is missing, or where nobody can be asked`() async {
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

    @Test func `are refused where what was asked for is not given, and say why`() async {
        let account = Graded.Account(answer: .minimum)

        let outcome = await queue.run(Authorize(Graded(account, .maximum)))

        #expect(
            outcome.description == "refused: `authorize use the account` did not run: "
                + "`use the account` is refused: `account` is unknown, where maximum is needed, "
                + "`account` is minimum, where maximum is needed"
        )
        #expect(account.calls == ["looked", "asked", "looked"])
    }

    @Test func `and their conditions have names that people understand (K13)`() {
        let capability = Graded(Graded.Account())

        #expect(GetAuthorizationStatus(capability).procedure.name == "look at use the account")
        #expect(Authorize(capability).procedure.name == "authorize use the account")
        #expect(AuthorizedFor(capability).name == "use the account")
    }
}
