import TestSupport
import Testing

@testable import Procedures

@Suite struct `A single flight` {
    let flights = SingleFlight<Void>()
    let journal = Journal()

    /// Shares work that continues until it is released or cancelled.
    private func share(
        _ begun: Latch,
        until mayEnd: Latch,
        joined: Latch = Latch()
    ) -> Task<String?, Never> {
        Task { [flights, journal] in
            await flights.run("key", ledBy: ()) {
                begun.open()
                await withTaskCancellationHandler {
                    await mayEnd.wait()
                } onCancel: {
                    journal.note("cancelled")
                    mayEnd.open()
                }
                return "landed"
            } following: { _, wait in
                joined.open()
                return await wait()
            }
        }
    }

    @Test func `A flight continues for the others if its leader is cancelled`() async {
        let (begun, mayEnd, joined) = (Latch(), Latch(), Latch())
        let first = share(begun, until: mayEnd)
        await begun.wait()
        let second = share(Latch(), until: Latch(), joined: joined)
        await joined.wait()
        first.cancel()

        #expect(await first.value == nil)
        #expect(journal.entries == [])
        mayEnd.open()
        #expect(await second.value == "landed")
    }

    @Test func `A flight is cancelled with its last sharer, which waits for it`() async {
        let (begun, mayEnd, joined) = (Latch(), Latch(), Latch())
        let first = share(begun, until: mayEnd)
        await begun.wait()
        let second = share(Latch(), until: Latch(), joined: joined)
        await joined.wait()
        first.cancel()
        #expect(await first.value == nil)
        second.cancel()

        #expect(await second.value == "landed")
        #expect(journal.entries == ["cancelled"])
    }

    @Test func `A watch counts the landings of its key since its start`() async {
        let watch = flights.watch("key", of: String.self)
        let other = flights.watch("other", of: String.self)
        let ended = Latch()
        ended.open()
        _ = await share(Latch(), until: ended).value
        let late = flights.watch("key", of: String.self)
        _ = await share(Latch(), until: ended).value

        #expect([watch, late, other].map(\.landings) == [2, 1, 0])
        for watch in [watch, late, other] { watch.end() }
        #expect(flights.isEmpty)
    }
}
