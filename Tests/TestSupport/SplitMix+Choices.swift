extension SplitMix {
    /// Returns true with the given percentage.
    package mutating func chance(_ percent: Int) -> Bool { below(100) < percent }

    package mutating func below(_ bound: Int) -> Int { Int(next() % UInt64(max(bound, 1))) }

    /// Returns an element of a list that is not empty.
    package mutating func pick<Element>(_ list: [Element]) -> Element { list[below(list.count)] }

    /// Returns an element with a frequency proportional to its weight.
    package mutating func weigh<Element>(_ list: [(Int, Element)]) -> Element {
        var left = below(list.reduce(0) { $0 + $1.0 })
        for (weight, element) in list {
            if left < weight { return element }
            left -= weight
        }
        return list[list.count - 1].1
    }

    /// Returns some elements, in the order of the list.
    package mutating func some<Element>(of list: [Element], percent: Int) -> [Element] {
        list.filter { _ in chance(percent) }
    }
}
