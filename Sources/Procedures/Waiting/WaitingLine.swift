/// A queue that serves the lowest rank first, and equal ranks in order of arrival.
///
/// Withdrawn elements leave at once, so the line holds no obsolete entries. It is a heap: each operation costs the
/// logarithm of the length.
struct WaitingLine<Rank: Comparable, Element> {
    /// Identifies one entry. Its place may meanwhile hold another entry, which the ticket does not match.
    struct Ticket: Sendable {
        fileprivate let slot: Int
        fileprivate let number: UInt64
    }

    private struct Entry {
        let rank: Rank
        let ticket: Ticket
        let element: Element

        func precedes(_ other: Entry) -> Bool {
            rank == other.rank ? ticket.number < other.ticket.number : rank < other.rank
        }
    }

    private var entries: [Entry] = []
    /// The index in `entries` for each slot.
    private var positions: [Int] = []
    private var freeSlots: [Int] = []
    private var lastNumber: UInt64 = 0

    var count: Int { entries.count }
    var firstRank: Rank? { entries.first?.rank }
    var first: Element? { entries.first?.element }

    mutating func insert(_ element: Element, at rank: Rank) -> Ticket {
        lastNumber += 1
        let slot = freeSlots.popLast() ?? positions.count
        if slot == positions.count { positions.append(0) }
        let ticket = Ticket(slot: slot, number: lastNumber)
        entries.append(Entry(rank: rank, ticket: ticket, element: element))
        rise(from: entries.count - 1)
        return ticket
    }

    /// Withdraws an entry.
    ///
    /// - Returns: True if it was still in line.
    @discardableResult
    mutating func remove(_ ticket: Ticket) -> Bool {
        guard ticket.slot < positions.count else { return false }
        let position = positions[ticket.slot]
        guard position < entries.count, entries[position].ticket.number == ticket.number else {
            return false
        }
        take(at: position)
        return true
    }

    /// Removes and returns the first element.
    mutating func popFirst() -> Element? {
        guard let first = entries.first else { return nil }
        take(at: 0)
        return first.element
    }

    private mutating func take(at position: Int) {
        freeSlots.append(entries[position].ticket.slot)
        let last = entries.removeLast()
        if position < entries.count {
            place(last, at: position)
            rise(from: position)
            sink(from: position)
        } else if entries.isEmpty, positions.count > 1024 {
            // Releases memory after a large burst.
            (entries, positions, freeSlots) = ([], [], [])
        }
    }

    private mutating func place(_ entry: Entry, at position: Int) {
        entries[position] = entry
        positions[entry.ticket.slot] = position
    }

    private mutating func rise(from start: Int) {
        let entry = entries[start]
        var position = start
        while position > 0, entry.precedes(entries[(position - 1) / 2]) {
            place(entries[(position - 1) / 2], at: position)
            position = (position - 1) / 2
        }
        place(entry, at: position)
    }

    private mutating func sink(from start: Int) {
        let entry = entries[start]
        var position = start
        while let child = earlierChild(of: position), entries[child].precedes(entry) {
            place(entries[child], at: position)
            position = child
        }
        place(entry, at: position)
    }

    private func earlierChild(of position: Int) -> Int? {
        let left = 2 * position + 1
        guard left < entries.count else { return nil }
        let right = left + 1
        return right < entries.count && entries[right].precedes(entries[left]) ? right : left
    }
}
