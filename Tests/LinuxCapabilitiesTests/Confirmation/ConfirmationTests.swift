import Capabilities
import Kernel
import LinuxCapabilities
import LinuxSystem
import Procedures
import TestSupport
import Testing
import WarrantTesting

/// Tests with a described terminal and with handlers. ConfirmationTerminalTests asks on a real terminal.
@Suite struct `Confirmation by a person` {
    private static func asked(_ answers: TerminalAnswer...) async throws -> ConfirmationStatus {
        try await Confirmation("Delete all?", on: .whole { $0.terminal = answers })
            .requestAuthorization()
    }

    @Test func `A confirmation is undetermined until the question is asked`() async throws {
        let asked = DescribedHost(.whole { $0.terminal = [.yes] })
        let confirmation = Confirmation("Delete all?", on: asked.host)
        let status = try await confirmation.authorizationStatus()
        #expect(status.answer == nil)
        #expect(status.verdict.answer == .undetermined)
        #expect(
            status.verdict.reasons.map { "\($0.code.rawValue): \($0.object) \($0.message)" } == [
                "confirmation-not-asked: Delete all? is not answered: no person was asked"
            ]
        )
        #expect(asked.questions.terminal == [])
    }

    @Test(
        arguments: [
            (.yes, .authorized, "is answered yes"), (.no, .denied, "is answered no"),
            (
                .background, .undetermined,
                "cannot be asked: this process is in the background of its terminal; "
                    + "bring it to the foreground"
            ),
            (.hangUp, .undetermined, "is not answered: the terminal hung up"),
            (.end, .undetermined, "is not answered: the input of the terminal ended"),
            (
                .unclear, .undetermined,
                "is not answered: neither `yes` nor `no` was typed, three times"
            ),
            (
                .noTerminal(SystemError("open(2)", "/dev/tty", code: .ENXIO)), .undetermined,
                "cannot be asked: no terminal controls this process; run it on one"
            ),
            (
                .noTerminal(SystemError("open(2)", "/dev/tty", code: .ENOENT)), .undetermined,
                "cannot be asked: open(2) failed for `/dev/tty`: No such file or directory (ENOENT)"
            ),
        ] as [(TerminalAnswer, Verdict.Answer, String)]
    )
    func `A confirmation has the answer of the terminal`(
        answer: TerminalAnswer,
        meaning: Verdict.Answer,
        message: String
    ) async throws {
        let status = try await Self.asked(answer)
        #expect(status.verdict.answer == meaning)
        #expect(status.verdict.reasons.map(\.message) == [message])
        #expect(status.verdict.reasons.map(\.object) == ["Delete all?"])
        #expect(status.isForThisOnce == (meaning != .undetermined))
    }

    @Test(arguments: ["", " \n\t "])
    func `A confirmation without a question is undetermined`(question: String) async throws {
        let asked = DescribedHost(.whole { $0.terminal = [.yes] })
        let confirmation = Confirmation(question, on: asked.host)
        let verdict = try await confirmation.requestAuthorization().verdict
        #expect(verdict.answer == .undetermined)
        #expect(verdict.reasons.map(\.message) == ["is empty; write what is to be confirmed"])
        #expect(asked.questions.terminal == [])
    }

    @Test func `The name of a confirmation is its question on one line`() {
        let confirmation = Confirmation("  Delete\n all \u{1B}[2J?\n")
        #expect(confirmation.name == "confirm Delete\\n all \\u{1b}[2J?")
        #expect(confirmation.question == "Delete\n all \u{1B}[2J?")
    }

    @Test func `A yes to a confirmation starts a procedure once`() async throws {
        let asked = DescribedHost(.whole { $0.terminal = [.yes, .no] })
        let confirmation = Confirmation("Delete all?", on: asked.host)
        let queue = ProcedureQueue(width: 1)
        let work = Procedure("work") {}.condition(AuthorizedFor(confirmation, asking: .once))
        #expect(await queue.run(work).isSuccess)
        #expect(
            await queue.run(work).description
                == "refused: `work` did not run: `confirm Delete all?` is refused: "
                + "`Delete all?` is answered no"
        )
        #expect(asked.questions.terminal == ["Delete all?", "Delete all?"])
    }

    @Test func `A retry asks for a confirmation again`() async throws {
        let asked = DescribedHost(.whole { $0.terminal = [.unclear, .yes] })
        let confirmation = Confirmation("Delete all?", on: asked.host)
        let isLetIn = try await withPermit(
            for: confirmation,
            options: GateOptions(asking: .times(2))
        ) { _ in true }
        #expect(isLetIn)
        #expect(asked.questions.terminal.count == 2)
    }

    @Test func `A confirmation keeps the contract of capabilities`() async {
        for answer in [TerminalAnswer.yes, .no, .unclear] {
            let asked = DescribedHost(.whole { $0.terminal = [answer] })
            let host = asked.host
            let handler = ConfirmationHandler { _ in true }
            let contract = CapabilityContract(within: patience) {
                Confirmation("Delete all?", on: host)
            }
            .unlike(
                Confirmation("Delete some?", on: host),
                Confirmation("Delete all?"),
                Confirmation("Delete all?", by: handler, on: host)
            )
            .undetermined {}
            .keeping("the questions") { asked.questions.terminal }
            #expect(await contract.violations() == [])
        }
        let handler = ConfirmationHandler { _ in throw CancellationError() }
        let failing = CapabilityContract(Confirmation("Delete all?", by: handler), within: patience)
        #expect(
            await failing.unlike(Confirmation("Delete all?", by: .init { _ in true })).violations()
                == []
        )
        #expect(
            await CapabilityContract(Confirmation(""), within: patience).undetermined {}
                .violations() == []
        )
    }
}
