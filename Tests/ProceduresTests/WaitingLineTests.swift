import TestSupport
import Testing

@testable import Procedures

@Suite struct `A waiting line` {
    @Test(arguments: [1, 2, 3] as [UInt64])
    func `A line serves as a sorted list does, after any changes`(seed: UInt64) {
        typealias Line = WaitingLine<Int, Int>
        var random = SplitMix(seed: seed)
        var line = Line()
        var model: [(rank: Int, number: Int, ticket: Line.Ticket)] = []
        for number in 0..<20_000 {
            switch Int.random(in: 0...4, using: &random) {
            case 0:
                let first = model.enumerated().min {
                    ($0.element.rank, $0.element.number) < ($1.element.rank, $1.element.number)
                }
                #expect(line.firstRank == first?.element.rank, "seed \(seed)")
                let served = line.popFirst()
                #expect(served == first?.element.number, "seed \(seed)")
                guard let first else { continue }
                model.remove(at: first.offset)
                let isRemoved = line.remove(first.element.ticket)
                #expect(!isRemoved, "seed \(seed)")
            case 1:
                guard let index = model.indices.randomElement(using: &random) else { continue }
                let isRemoved = line.remove(model.remove(at: index).ticket)
                #expect(isRemoved, "seed \(seed)")
            default:
                let rank = Int.random(in: 0..<50, using: &random)
                guard model.count < 200 else { continue }
                model.append((rank, number, line.insert(number, at: rank)))
            }
            #expect(line.count == model.count, "seed \(seed)")
        }
    }

    @Test func `A line ignores old tickets after a burst`() {
        var line = WaitingLine<Int, Int>()
        let tickets = (0..<5_000).map { line.insert($0, at: $0) }
        while line.popFirst() != nil {}
        let ticket = line.insert(1, at: 1)

        let old = tickets.filter { line.remove($0) }
        let isRemoved = line.remove(ticket)

        #expect(old.isEmpty)
        #expect(isRemoved)
    }
}
