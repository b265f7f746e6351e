/// What execve(2) finds in a file.
package struct Program: Hashable, Sendable {
    package enum Format: Hashable, Sendable {
        /// A binary of this machine, with the interpreter that it names: the dynamic linker.
        case elf(interpreter: [UInt8]?)
        /// A script, with the interpreter of its first line.
        case script(interpreter: [UInt8])
        /// Nothing that this kernel can run.
        case unknown
        /// A handler of binfmt_misc, or the kernel for 32-bit programs, may run it.
        case undecided
    }

    package var format: Format
    /// The bytes of the attribute `security.capability`; nil where it has none.
    package var capabilities: [UInt8]?

    /// Whether it ends before the header of a binary would: `Elf64_Ehdr`, 64 bytes.
    package var isShort: Bool

    package init(_ format: Format, capabilities: [UInt8]? = nil, isShort: Bool = false) {
        self.format = format
        self.capabilities = capabilities
        self.isShort = isShort
    }
}
