extension SplitMix {
    /// True so many times in a hundred.
    package mutating func chance(_ percent: Int) -> Bool { below(100) < percent }

    package mutating func below(_ bound: Int) -> Int { Int(next() % UInt64(max(bound, 1))) }

    /// From a list that is not empty.
    package mutating func pick<Element>(_ list: [Element]) -> Element { list[below(list.count)] }

    /// Each as often as its weight.
    package mutating func weigh<Element>(_ list: [(Int, Element)]) -> Element {
        var left = below(list.reduce(0) { $0 + $1.0 })
        for (weight, element) in list {
            if left < weight { return element }
            left -= weight
        }
        return list[list.count - 1].1
    }

    /// Some, in the order of the list.
    package mutating func some<Element>(of list: [Element], percent: Int) -> [Element] {
        list.filter { _ in chance(percent) }
    }
}
