import TestSupport
import Testing

@testable import Procedures

@Suite struct `First-in first-out line` {
    @Test(arguments: [1, 2, 3] as [UInt64])
    func `A line serves in order after any appends and removals`(seed: UInt64) {
        typealias Line = FifoLine<Int>
        var random = SplitMix(seed: seed)
        var line = Line()
        var model: [(number: Int, ticket: Line.Ticket)] = []
        var left: [Line.Ticket] = []
        for number in 0..<20_000 {
            switch Int.random(in: 0...5, using: &random) {
            case 0:
                #expect(line.first == model.first?.number, "seed \(seed)")
                #expect(line.popFirst() == model.first?.number, "seed \(seed)")
                if !model.isEmpty { left.append(model.removeFirst().ticket) }
            case 1:
                guard let index = model.indices.randomElement(using: &random) else { continue }
                let ticket = model.remove(at: index).ticket
                line.remove(ticket)
                left.append(ticket)
            case 2:
                if let ticket = left.randomElement(using: &random) { line.remove(ticket) }
            default:
                guard model.count < 200 else { continue }
                model.append((number, line.append(number)))
            }
            #expect(line.isEmpty == model.isEmpty, "seed \(seed)")
        }
        while let served = line.popFirst() { #expect(served == model.removeFirst().number) }
        #expect(model.isEmpty, "seed \(seed)")
    }

    @Test func `A ticket from before a burst removes no later entry`() {
        var line = FifoLine<Int>()
        let old = (0..<5_000).map { line.append($0) }
        for number in 0..<5_000 { #expect(line.popFirst() == number) }
        line.append(7)
        for ticket in old { line.remove(ticket) }

        #expect(line.popFirst() == 7)
        #expect(line.popFirst() == nil)
    }
}
