/// An instruction of a classic BPF program, which seccomp(2) loads as a filter.
///
/// - SeeAlso: `struct sock_filter` in include/uapi/linux/filter.h.
package struct FilterInstruction: Hashable, Sendable {
    package var code: UInt16
    /// The number of instructions to skip if a condition holds, and if it does not.
    package var skipIfTrue: UInt8
    package var skipIfFalse: UInt8
    package var operand: UInt32

    package init(_ code: UInt16, _ operand: UInt32, _ ifTrue: UInt8 = 0, _ ifFalse: UInt8 = 0) {
        (self.code, self.operand) = (code, operand)
        (skipIfTrue, skipIfFalse) = (ifTrue, ifFalse)
    }
}
