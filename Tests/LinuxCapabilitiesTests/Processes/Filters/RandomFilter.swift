import Kernel
import TestSupport

/// A random filter that seccomp(2) loads. It permits every call except one number.
struct RandomFilter {
    /// A number that no system call has.
    static let number: UInt32 = 1_000

    let instructions: [FilterInstruction]

    init(_ random: inout SplitMix) {
        var all = [
            FilterInstruction(0x20, 0), FilterInstruction(0x15, Self.number, 1, 0),
            FilterInstruction(0x06, 0x7FFF_0000),
        ]
        // Only a slot with a value may be read.
        for slot in 0..<2 as Range<UInt32> {
            all += [FilterInstruction(0x00, Self.value(&random)), FilterInstruction(0x02, slot)]
        }
        let count = Int.random(in: 1...40, using: &random)
        for index in 0..<count { all.append(Self.instruction(count - index - 1, &random)) }
        all.append(FilterInstruction(0x06, Self.action(&random)))
        instructions = all
    }

    /// Small values meet often.
    static func value(_ random: inout SplitMix) -> UInt32 {
        switch UInt32.random(in: 0...9, using: &random) {
        case 0: UInt32.random(in: 0...UInt32.max, using: &random)
        case 1: 1 << UInt32.random(in: 0...31, using: &random)
        case 2: .max
        default: UInt32.random(in: 0...4, using: &random)
        }
    }

    private static func action(_ random: inout SplitMix) -> UInt32 {
        let actions: [UInt32] = [
            0x7FFF_0000, 0x7FFF_0000, 0x7FFC_0000, 0x7FF0_0000, 0x7FC0_0000, 0x0005_0000,
            0x0005_0000, 0x0005_0000, 0x0003_0000, 0x0000_0000, 0x8000_0000, 0x1234_0000,
        ]
        let data = UInt32.random(in: 0...9, using: &random) == 0 ? 0xFFFF : value(&random) & 0xFF
        return random.pick(actions) | data
    }

    /// - Parameter rest: The number of instructions that follow, before the last one.
    private static func instruction(_ rest: Int, _ random: inout SplitMix) -> FilterInstruction {
        func skip() -> UInt8 { UInt8(Int.random(in: 0...min(rest, 255), using: &random)) }
        let operand = value(&random)
        switch Int.random(in: 0...29, using: &random) {
        case 0...7:
            // Not the address of the instruction.
            let words: [UInt32] = [0, 4] + Array(stride(from: 16, to: 64, by: 4))
            return FilterInstruction(0x20, random.pick(words))
        case 8: return FilterInstruction(0x00, operand)
        case 9: return FilterInstruction(0x01, operand)
        case 10: return FilterInstruction(0x60, operand & 1)
        case 11: return FilterInstruction(0x61, operand & 1)
        case 12: return FilterInstruction(0x02, operand & 1)
        case 13: return FilterInstruction(0x03, operand & 1)
        case 14: return FilterInstruction(0x07, 0)
        case 15: return FilterInstruction(0x87, 0)
        case 16: return FilterInstruction(0x84, 0)
        case 17: return FilterInstruction(random.pick([0x80, 0x81]), 0)
        case 18...21:
            let codes: [UInt16] = [0x00, 0x10, 0x20, 0x30, 0x40, 0x50, 0x60, 0x70, 0xA0]
            let code = random.pick(codes) | 0x04
            // The kernel leaves it open what a shift by more than 31 does.
            let isShift = code & 0xF0 == 0x60 || code & 0xF0 == 0x70
            if !isShift, Bool.random(using: &random) { return FilterInstruction(code | 0x08, 0) }
            return FilterInstruction(code, code & 0xF0 == 0x30 ? max(operand, 1) : operand & 31)
        case 22: return FilterInstruction(0x05, UInt32(skip()))
        case 23...27:
            let code = random.pick([0x15, 0x25, 0x35, 0x45] as [UInt16])
            let takesIndex: UInt16 = Int.random(in: 0...4, using: &random) == 0 ? 0x08 : 0
            return FilterInstruction(code | takesIndex, operand, skip(), skip())
        case 28: return FilterInstruction(0x16, 0)
        default: return FilterInstruction(0x06, action(&random))
        }
    }
}
