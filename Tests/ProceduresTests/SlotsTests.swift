import Testing

@testable import Procedures

@Suite struct `The slots of a queue` {
    let slots = Slots(1)
    let user = Slots.User()

    @Test func `Slots are handed on in the order of the requests`() async {
        let journal = Journal()
        let first = slots.request(.starts, for: user)
        let requests = (1...3).map { _ in slots.request(.starts, for: user) }
        await withTaskGroup { group in
            for (number, request) in requests.enumerated().reversed() {
                group.addTask { [slots] in
                    #expect(await slots.wait(for: request))
                    journal.note("\(number)")
                    slots.release()
                }
            }
            #expect(await slots.wait(for: first))
            slots.release()
        }

        #expect(journal.entries == ["0", "1", "2"])
    }

    @Test func `A withdrawn request gets no slot, and ends at once`() async {
        let first = slots.request(.starts, for: user)
        let cancelled = slots.request(.starts, for: user)
        let last = slots.request(.starts, for: user)

        slots.withdraw(cancelled)

        #expect(await !slots.wait(for: cancelled))
        #expect(await slots.wait(for: first))
        slots.release()
        #expect(await slots.wait(for: last))
    }

    @Test func `Slots return to procedures that have started before others start`() async {
        let first = slots.request(.starts, for: user)
        let starting = slots.request(.starts, for: user)
        let goingOn = slots.request(.goesOn, for: user)
        #expect(await slots.wait(for: first))
        #expect(!slots.isAwaited(besides: user))
        #expect(slots.isAwaited(besides: Slots.User()))

        slots.release()
        #expect(await slots.wait(for: goingOn))
        slots.release()
        #expect(await slots.wait(for: starting))
        #expect(!slots.isAwaited(besides: Slots.User()))
    }

    @Test func `A suspended queue gives no slot to a procedure that starts`() async {
        slots.suspend()
        let starting = slots.request(.starts, for: user)
        let goingOn = slots.request(.goesOn, for: user)
        #expect(await slots.wait(for: goingOn))
        slots.release()
        #expect(slots.isAwaited(besides: user))
        slots.resume()

        #expect(await slots.wait(for: starting))
    }
}
