/// The lines that only the old text has, and the lines of the new text in their place.
struct LineChange {
    var old: Range<Int>
    var new: Range<Int>
}

/// The changes between two texts. The time to find them grows linearly as long as the texts are similar.
///
/// A line that occurs once in each text, in the same order, is an anchor. Between two anchors, the search looks for the
/// fewest changes. If too much text lies between them, all of it counts as changed.
struct LineChanges {
    typealias Line = ArraySlice<UInt8>
    /// The largest number of line pairs to compare for the fewest changes.
    private static let most = 250_000

    private(set) var all: [LineChange] = []
    private let old: [Line]
    private let new: [Line]

    init(from old: [Line], to new: [Line]) {
        self.old = old
        self.new = new
        var start = (old: 0, new: 0)
        for anchor in anchors {
            // The lines between this anchor and the one before.
            add(between: start, and: anchor)
            start = (anchor.old + 1, anchor.new + 1)
        }
        add(between: start, and: (old.count, new.count))
    }

    private var anchors: [(old: Int, new: Int)] {
        let places = Self.placesOfUnique(old)
        var last = -1
        return Self.placesOfUnique(new).sorted { $0.value < $1.value }.compactMap { line, place in
            guard let other = places[line], other > last else { return nil }
            last = other
            return (other, place)
        }
    }

    private static func placesOfUnique(_ lines: [Line]) -> [Line: Int] {
        var places: [Line: Int?] = [:]
        for (place, line) in lines.enumerated() {
            places.updateValue(places[line] == nil ? place : nil, forKey: line)
        }
        return places.compactMapValues { $0 }
    }

    private mutating func add(between start: (old: Int, new: Int), and end: (old: Int, new: Int)) {
        let (old, new) = (old[start.old..<end.old], new[start.new..<end.new])
        guard old.count * new.count <= Self.most else {
            return add(old.indices, new.indices)
        }
        let difference = Array(new).difference(from: Array(old))
        var removed = difference.removals.map(\.place)[...]
        var inserted = difference.insertions.map(\.place)[...]
        var (a, b) = (0, 0)
        while a < old.count || b < new.count {
            let first = (a, b)
            while removed.popFirst(a) { a += 1 }
            while inserted.popFirst(b) { b += 1 }
            if (a, b) == first {
                (a, b) = (a + 1, b + 1)
            } else {
                add(start.old + first.0..<start.old + a, start.new + first.1..<start.new + b)
            }
        }
    }

    private mutating func add(_ old: Range<Int>, _ new: Range<Int>) {
        guard !old.isEmpty || !new.isEmpty else { return }
        all.append(LineChange(old: old, new: new))
    }
}

extension ArraySlice<Int> {
    /// Removes the first element if it is this one.
    fileprivate mutating func popFirst(_ number: Int) -> Bool {
        guard first == number else { return false }
        removeFirst()
        return true
    }
}

extension CollectionDifference.Change {
    fileprivate var place: Int {
        switch self {
        case .remove(let offset, _, _), .insert(let offset, _, _): offset
        }
    }
}
