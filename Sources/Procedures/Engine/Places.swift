/// A collection whose elements keep their places until they are removed.
///
/// To add or remove an element does not touch the others, which other processors may be using.
struct Places<Element> {
    private enum Place {
        case taken(Element)
        case free(next: Int)
    }

    private var places: [Place] = []
    /// The first free place, which leads to the next one. Equal to the number of places if none is free.
    private var firstFree = 0

    var all: [Element] { places.indices.compactMap { self[$0] } }

    subscript(place: Int) -> Element? {
        guard case .taken(let element) = places[place] else { return nil }
        return element
    }

    /// - Returns: The place of the element.
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
