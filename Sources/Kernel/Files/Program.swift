/// What execve(2) finds in a file.
package struct Program: Hashable, Sendable {
    package enum Format: Hashable, Sendable {
        /// A binary of this machine, with the interpreter that it names: the dynamic linker.
        case elf(interpreter: [UInt8]?)
        /// A script, with the interpreter of its first line.
        case script(interpreter: [UInt8])
        /// Nothing that this kernel can run.
        case unknown
        /// A 32-bit program, which the kernel may run or not.
        case undecided
    }

    /// The handlers of binfmt_misc, which are asked before the format counts.
    package enum Handlers: Hashable, Sendable {
        /// - Parameters:
        ///   - takesHead: Whether one takes this program for how it begins.
        ///   - endings: Those by which others take any program, without the dot.
        case seen(takesHead: Bool, endings: [[UInt8]])
        case unseen

        package static let none = Self.seen(takesHead: false, endings: [])
    }

    /// The same as a described host has it, where nothing is said of handlers.
    package var described: Program {
        var described = self
        described.handlers = .none
        switch handlers {
        case .seen(let takesHead, _) where takesHead: described.format = .undecided
        case .unseen where format == .unknown: described.format = .undecided
        case .seen, .unseen: break
        }
        return described
    }

    package var format: Format
    /// The bytes of the attribute `security.capability`; nil where it has none.
    package var capabilities: [UInt8]?

    /// Whether it ends before the header of a binary would: `Elf64_Ehdr`, 64 bytes.
    package var isShort: Bool
    package var handlers: Handlers

    package init(
        _ format: Format,
        capabilities: [UInt8]? = nil,
        isShort: Bool = false,
        handlers: Handlers = .none
    ) {
        self.format = format
        self.capabilities = capabilities
        self.isShort = isShort
        self.handlers = handlers
    }
}
