package import Kernel

/// A filter of system calls in classic BPF. It runs without the kernel, also if only a part of a call is known.
///
/// - SeeAlso: `seccomp_check_filter` in kernel/seccomp.c, which lists the instructions, and `bpf_convert_filter` in
///   net/core/filter.c for their meaning.
package struct FilterProgram: Hashable, Sendable {
    private let instructions: [FilterInstruction]

    package init(_ instructions: [FilterInstruction]) { self.instructions = instructions }

    /// The number of instructions that a run may execute on all its paths. The longest filter has 4096.
    private static let mostSteps = 1 << 16

    /// Returns all values that it may return. After a condition that is not known, the run follows both ways.
    ///
    /// - Returns: nil if the values are not known: one depends on an unknown argument, the run is too long, or the
    ///   kernel would not have loaded the program.
    package func values(for call: FilteredCall) -> Set<UInt32>? {
        var values: Set<UInt32> = []
        var waiting = [State()]
        var seen: Set<State> = []
        var steps = 0
        while var state = waiting.popLast() {
            path: while true {
                steps += 1
                guard steps <= Self.mostSteps, state.next < instructions.count else { return nil }
                let instruction = instructions[state.next]
                state.next += 1
                switch state.run(instruction, on: call) {
                case .invalid, .returned(nil): return nil
                case .returned(let value?):
                    values.insert(value)
                    break path
                case .continued: continue
                case .divided(let other):
                    if seen.insert(other).inserted { waiting.append(other) }
                    guard seen.insert(state).inserted else { break path }
                }
            }
        }
        return values
    }
}

/// The registers of a run. Nil is a value that is not known.
private struct State: Hashable {
    var next = 0
    private var accumulator: UInt32? = 0
    private var index: UInt32? = 0
    private var memory: [UInt32?] = Array(repeating: nil, count: 16)

    enum Step {
        case continued
        /// A condition is not known. The state has one way, and this one the other.
        case divided(State)
        case returned(UInt32?)
        case invalid
    }

    mutating func run(_ instruction: FilterInstruction, on call: FilteredCall) -> Step {
        let operand = instruction.operand
        switch instruction.code {
        case 0x20 where operand < FilteredCall.size && operand % 4 == 0:
            // BPF_LD | BPF_W | BPF_ABS
            accumulator = call.word(at: operand)
        case 0x80: accumulator = FilteredCall.size  // BPF_LD | BPF_W | BPF_LEN
        case 0x81: index = FilteredCall.size
        case 0x00: accumulator = operand  // BPF_LD | BPF_IMM
        case 0x01: index = operand
        case 0x60 where operand < 16: accumulator = memory[Int(operand)]  // BPF_LD | BPF_MEM
        case 0x61 where operand < 16: index = memory[Int(operand)]
        case 0x02 where operand < 16: memory[Int(operand)] = accumulator  // BPF_ST
        case 0x03 where operand < 16: memory[Int(operand)] = index
        case 0x07: index = accumulator  // BPF_MISC | BPF_TAX
        case 0x87: accumulator = index
        case 0x84: accumulator = accumulator.map { 0 &- $0 }  // BPF_ALU | BPF_NEG
        case 0x06: return .returned(operand)  // BPF_RET | BPF_K
        case 0x16: return .returned(accumulator)
        case 0x05: return skip(operand)  // BPF_JMP | BPF_JA
        case let code where code & 0x07 == 0x04: return calculate(code & 0xF8, operand)
        case let code where code & 0x07 == 0x05: return jump(instruction)
        default: return .invalid
        }
        return .continued
    }

    private mutating func skip(_ count: UInt32) -> Step {
        next += Int(count)
        return .continued
    }

    /// - Parameter code: A `BPF_ALU` without its class.
    private mutating func calculate(_ code: UInt16, _ operand: UInt32) -> Step {
        let isOfIndex = code & 0x08 != 0
        let right = isOfIndex ? index : operand
        let operation = code & 0xF0
        // These do not need both sides.
        if operation == 0x50, accumulator == 0 || right == 0 {
            accumulator = 0
            return .continued
        }
        if operation == 0x30, right == 0 { return isOfIndex ? .returned(0) : .invalid }
        // An unknown divisor can be 0, and then ends the program.
        if operation == 0x30, right == nil { return .returned(nil) }
        guard let left = accumulator, let right else {
            accumulator = nil
            return Self.operations.contains(operation) ? .continued : .invalid
        }
        switch operation {
        case 0x00: accumulator = left &+ right
        case 0x10: accumulator = left &- right
        case 0x20: accumulator = left &* right
        case 0x30: accumulator = left / right
        case 0x40: accumulator = left | right
        case 0x50: accumulator = left & right
        case 0x60: accumulator = left &<< right
        case 0x70: accumulator = left &>> right
        case 0xA0: accumulator = left ^ right
        default: return .invalid
        }
        return .continued
    }

    private static let operations: Set<UInt16> = [
        0x00, 0x10, 0x20, 0x30, 0x40, 0x50, 0x60, 0x70, 0xA0,
    ]

    private mutating func jump(_ instruction: FilterInstruction) -> Step {
        let right = instruction.code & 0x08 != 0 ? index : instruction.operand
        let condition: Bool?
        if let left = accumulator, let right {
            switch instruction.code & 0xF0 {
            case 0x10: condition = left == right
            case 0x20: condition = left > right
            case 0x30: condition = left >= right
            case 0x40: condition = left & right != 0
            default: return .invalid
            }
        } else {
            guard [0x10, 0x20, 0x30, 0x40].contains(instruction.code & 0xF0) else {
                return .invalid
            }
            condition = nil
        }
        guard condition == nil else {
            next += Int(condition == true ? instruction.skipIfTrue : instruction.skipIfFalse)
            return .continued
        }
        var other = self
        other.next += Int(instruction.skipIfTrue)
        next += Int(instruction.skipIfFalse)
        return .divided(other)
    }
}
