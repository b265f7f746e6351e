/// A system call as a filter sees it. Arguments that are not given are not known.
///
/// - SeeAlso: `struct seccomp_data` in include/uapi/linux/seccomp.h.
package struct FilteredCall: Hashable, Sendable {
    private let number: UInt32
    private let architecture: UInt32
    private let arguments: [Int: Argument]

    /// The two halves of an argument; nil for one that is not known.
    package struct Argument: Hashable, Sendable {
        let low, high: UInt32?

        package init(low: UInt32?, high: UInt32?) { (self.low, self.high) = (low, high) }
    }

    /// - Parameter architecture: An `AUDIT_ARCH_` of include/uapi/linux/audit.h.
    package init(
        _ number: UInt32,
        in architecture: UInt32 = SystemCallNumber.architecture,
        arguments: [Int: Argument] = [:]
    ) {
        (self.number, self.architecture, self.arguments) = (number, architecture, arguments)
    }

    static let size: UInt32 = 64

    /// Returns the word at an offset; nil if it is not known, such as the address of the instruction.
    func word(at offset: UInt32) -> UInt32? {
        switch offset {
        case 0: return number
        case 4: return architecture
        case 8, 12: return nil
        default:
            // Both architectures are little-endian.
            let argument = arguments[Int(offset - 16) / 8]
            return offset % 8 == 0 ? argument?.low : argument?.high
        }
    }
}
