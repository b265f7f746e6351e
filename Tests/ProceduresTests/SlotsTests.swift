import Testing

@testable import Procedures

@Suite struct `The slots of a queue` {
    let slots = Slots(1)

    @Test func `are handed on in the order of the requests`() async {
        let journal = Journal()
        let first = slots.request()
        let requests = (1...3).map { _ in slots.request() }
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

    @Test func `are not handed to one who was cancelled, who is told at once`() async {
        let first = slots.request()
        let cancelled = slots.request()
        let last = slots.request()

        let waiting = Task { [slots] in await slots.wait(for: cancelled) }
        waiting.cancel()

        #expect(await !waiting.value)
        #expect(await slots.wait(for: first))
        slots.release()
        #expect(await slots.wait(for: last))
    }
}
