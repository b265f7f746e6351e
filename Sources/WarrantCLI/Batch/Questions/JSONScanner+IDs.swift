import Kernel

extension JSONScanner {
    mutating func takeNull() -> Bool {
        var ahead = self
        guard case .null? = try? ahead.value() else { return false }
        self = ahead
        return true
    }

    /// Reads an array of a name; `element` reads each value.
    mutating func list(
        _ name: String,
        _ element: (inout JSONScanner) throws(BadLine) -> Void
    ) throws(BadLine) {
        skipSpace()
        guard bytes[position] == UInt8(ascii: "[") else {
            throw BadLine("`\(name)` is \(try value().kind), and has to be an array")
        }
        try array(element)
    }

    /// Reads the number of a user or a group. 4294967295 is none, see chown(2).
    mutating func idNumber(_ name: String) throws(BadLine) -> UInt32 {
        let id = try whole(name)
        guard id < noID else { throw BadLine("\(name) is \(id), and the last one is 4294967294") }
        return id
    }

    private mutating func whole(_ name: String) throws(BadLine) -> UInt32 {
        let value = try value()
        guard case .number(let range) = value else {
            throw BadLine("\(name) is \(value.kind), and has to be a number")
        }
        guard let number = UInt32(digits: bytes[range]) else {
            let text = String(decoding: bytes[range].prefix(24), as: UTF8.self)
            throw BadLine("\(name) is \(text); it is a whole number from 0 to 4294967294")
        }
        return number
    }

    /// Reads `[[inside, outside, count], …]` by the rules of uid_map in user_namespaces(7).
    mutating func idMap(_ name: String) throws(BadLine) -> IDMap {
        var ranges: [IDMap.Range] = []
        try list(name) { scanner throws(BadLine) in
            var numbers: [UInt32] = []
            try scanner.list("a range of \(name)") { scanner throws(BadLine) in
                numbers.append(try scanner.whole("a number of a range"))
            }
            ranges.append(try IDMap.Range(numbers))
        }
        guard ranges.count <= 340 else {
            throw BadLine(
                "`\(name)` of the userns has \(ranges.count) ranges, and the kernel takes 340"
            )
        }
        for ids in [ranges.map(\.insides), ranges.map(\.outsides)] {
            let sorted = ids.sorted { $0.lowerBound < $1.lowerBound }
            if zip(sorted, sorted.dropFirst()).contains(where: { $0.overlaps($1) }) {
                throw BadLine("`\(name)` of the userns has ranges that overlap")
            }
        }
        return IDMap(ranges)
    }
}

extension IDMap.Range {
    fileprivate init(_ numbers: [UInt32]) throws(BadLine) {
        guard numbers.count == 3 else {
            throw BadLine(
                "a range of ids has \(numbers.count) numbers; write [inside,outside,count]"
            )
        }
        let (inside, outside, count) = (numbers[0], numbers[1], numbers[2])
        guard count > 0, inside.addingReportingOverflow(count).overflow == false,
            outside.addingReportingOverflow(count).overflow == false
        else {
            throw BadLine(
                "the range [\(inside),\(outside),\(count)] is empty, or ends beyond 4294967294"
            )
        }
        self.init(inside: inside, outside: outside, count: count)
    }

    fileprivate var insides: Range<UInt32> { inside..<inside + count }
    fileprivate var outsides: Range<UInt32> { outside..<outside + count }
}

extension UInt32 {
    /// A number written in digits alone: no sign, no fraction, no exponent.
    init?(digits: some Collection<UInt8>) {
        guard !digits.isEmpty else { return nil }
        var value: UInt32 = 0
        for byte in digits {
            guard byte &- UInt8(ascii: "0") < 10 else { return nil }
            let (tens, isLarge) = value.multipliedReportingOverflow(by: 10)
            let (sum, isLarger) = tens.addingReportingOverflow(UInt32(byte - UInt8(ascii: "0")))
            guard !isLarge, !isLarger else { return nil }
            value = sum
        }
        self = value
    }
}
