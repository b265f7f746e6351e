/// A system call as a filter sees it. Arguments that are not given are not known.
///
/// - SeeAlso: `struct seccomp_data` in include/uapi/linux/seccomp.h.
package struct FilteredCall: Hashable, Sendable {
    private let number: UInt32
    private let architecture: UInt32
    private let arguments: [Int: UInt64]

    /// - Parameter architecture: An `AUDIT_ARCH_` of include/uapi/linux/audit.h.
    package init(
        _ number: UInt32,
        in architecture: UInt32 = SystemCallNumber.architecture,
        arguments: [Int: UInt64] = [:]
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
            let (argument, byte) = (Int(offset - 16) / 8, offset % 8)
            return arguments[argument].map { UInt32(truncatingIfNeeded: $0 >> (byte * 8)) }
        }
    }
}
