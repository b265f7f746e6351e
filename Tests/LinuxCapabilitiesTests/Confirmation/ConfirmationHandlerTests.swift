import Capabilities
import LinuxCapabilities
import Procedures
import TestSupport
import Testing
import WarrantTesting

@Suite struct `Confirmation by a handler` {
    private struct Failure: Error, CustomStringConvertible { let description = "no window" }

    @Test(arguments: [true, false])
    func `A confirmation has the answer of its handler`(isYes: Bool) async throws {
        let asked = Locked("")
        let handler = ConfirmationHandler { question in
            asked.withLock { $0 = question }
            return isYes
        }
        let status = try await Confirmation("Delete all?", by: handler).requestAuthorization()
        #expect(status.answer == (isYes ? .yes : .no))
        #expect(asked.withLock { $0 } == "Delete all?")
    }

    @Test func `A confirmation is undetermined if its handler throws`() async {
        let handler = ConfirmationHandler { _ in throw Failure() }
        let refusal = await #expect(throws: Refusal.self) {
            let asked = Confirmation("Delete all?", by: handler)
            try await withPermit(for: asked, options: GateOptions(asking: .once), named: "work") {
                _ in
            }
        }
        #expect(
            refusal?.description
                == "`work` did not run: `confirm Delete all?` is undetermined: `Delete all?` is not "
                + "answered: no person was asked, `confirm Delete all?` could not be asked for: no window"
        )
    }

    @Test func `A confirmation cancels its handler after the time limit`() async throws {
        let clock = ManualClock()
        let isCancelled = Latch()
        let handler = ConfirmationHandler { _ in
            await untilCancelled()
            isCancelled.open()
            return true
        }
        let host = DescribedHost(.whole(), timer: DeadlineTimer(clock: clock)).host
        let asking = Task {
            try await Confirmation("Delete all?", by: handler, waitingUpTo: .seconds(30), on: host)
                .requestAuthorization()
        }
        await clock.sleepers(1)
        clock.advance(by: .seconds(30))
        let verdict = try await asking.value.verdict
        #expect(verdict.answer == .undetermined)
        #expect(
            verdict.reasons.map(\.message) == ["has no answer after 30 s"]
        )
        await isCancelled.wait()
    }

    @Test(arguments: [.zero, .seconds(-1)] as [Duration])
    func `A confirmation without time asks no question`(limit: Duration) async throws {
        let handler = ConfirmationHandler { _ in
            Issue.record("it was asked")
            return true
        }
        let byHandler = Confirmation("Delete all?", by: handler, waitingUpTo: limit)
        #expect(try await byHandler.requestAuthorization().answer == nil)
        let asked = DescribedHost(.whole { $0.terminal = [.yes] })
        let onTerminal = Confirmation(
            "Delete all?",
            waitingUpTo: limit,
            on: asked.host
        )
        #expect(try await onTerminal.requestAuthorization().answer == nil)
        #expect(asked.questions.terminal == [])
    }

    @Test func `Cancelling a confirmation cancels its handler`() async throws {
        let isAsked = Latch()
        let handler = ConfirmationHandler { _ in
            isAsked.open()
            await untilCancelled()
            return true
        }
        let asking = Task {
            try await Confirmation("Delete all?", by: handler).requestAuthorization()
        }
        await isAsked.wait()
        asking.cancel()
        await #expect(throws: CancellationError.self) { try await asking.value }
    }

    @Test func `Confirmations are equal only if they share a handler`() {
        let (one, other) = (ConfirmationHandler { _ in true }, ConfirmationHandler { _ in true })
        #expect(Confirmation("A?", by: one) == Confirmation(" A? ", by: one))
        #expect(Confirmation("A?", by: one) != Confirmation("A?", by: other))
        #expect(Confirmation("A?", by: one) != Confirmation("A?"))
    }
}
