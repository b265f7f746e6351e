/// A queue that serves its elements in order of arrival.
///
/// Withdrawn elements leave at once. Each operation takes constant time at any length.
struct FifoLine<Element> {
    /// Identifies one entry. Its place may meanwhile hold another entry, which the ticket does not match.
    struct Ticket: Sendable {
        fileprivate let place: Int
        fileprivate let number: UInt64
    }

    /// The `next` of a free place is the next free place.
    private struct Entry {
        var element: Element?
        var number: UInt64
        var previous: Int?
        var next: Int?
    }

    private var entries: [Entry] = []
    private var firstPlace: Int?
    private var lastPlace: Int?
    private var freePlace: Int?
    private var lastNumber: UInt64 = 0

    var isEmpty: Bool { firstPlace == nil }
    var first: Element? { firstPlace.flatMap { entries[$0].element } }

    @discardableResult
    mutating func append(_ element: Element) -> Ticket {
        lastNumber += 1
        let entry = Entry(element: element, number: lastNumber, previous: lastPlace, next: nil)
        let place = freePlace ?? entries.count
        if place == entries.count {
            entries.append(entry)
        } else {
            freePlace = entries[place].next
            entries[place] = entry
        }
        if let lastPlace { entries[lastPlace].next = place } else { firstPlace = place }
        lastPlace = place
        return Ticket(place: place, number: lastNumber)
    }

    /// Withdraws an entry, unless it has left.
    mutating func remove(_ ticket: Ticket) {
        guard ticket.place < entries.count, entries[ticket.place].number == ticket.number,
            entries[ticket.place].element != nil
        else { return }
        _ = take(at: ticket.place)
    }

    mutating func popFirst() -> Element? { firstPlace.flatMap { take(at: $0) } }

    private mutating func take(at place: Int) -> Element? {
        let element = entries[place].element.take()
        let (previous, next) = (entries[place].previous, entries[place].next)
        if let previous { entries[previous].next = next } else { firstPlace = next }
        if let next { entries[next].previous = previous } else { lastPlace = previous }
        entries[place].next = freePlace
        freePlace = place
        // Releases memory after a large burst.
        if isEmpty, entries.count > 1024 { (entries, freePlace) = ([], nil) }
        return element
    }
}
