/// Things of which each keeps its place until it is removed.
///
/// To add or to remove one touches nothing of the others, which other processors are at.
struct Places<Element> {
    private enum Place {
        case taken(Element)
        case free(next: Int)
    }

    private var places: [Place] = []
    /// The first of the free ones, which lead to one another; after all where none is.
    private var firstFree = 0

    var all: [Element] { places.indices.compactMap { self[$0] } }

    subscript(place: Int) -> Element? {
        guard case .taken(let element) = places[place] else { return nil }
        return element
    }

    /// - Returns: Its place.
    mutating func add(_ element: Element) -> Int {
        let place = firstFree
        guard place < places.count, case .free(let next) = places[place] else {
            places.append(.taken(element))
            firstFree = places.count
            return places.count - 1
        }
        places[place] = .taken(element)
        firstFree = next
        return place
    }

    mutating func remove(at place: Int) {
        places[place] = .free(next: firstFree)
        firstFree = place
    }
}
