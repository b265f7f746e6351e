/// The properties of a file that execve(2) reads.
package struct Program: Hashable, Sendable {
    package enum Format: Hashable, Sendable {
        /// A binary of this machine, with the interpreter that it names: the dynamic linker.
        case elf(interpreter: [UInt8]?)
        /// A script, with the interpreter of its first line.
        case script(interpreter: [UInt8])
        /// A file that this kernel cannot run.
        case unknown
        /// A binary that names an interpreter, and the kernel cannot read the name: the file ends before it (`EIO`), or
        /// no file has such an offset (`EINVAL`).
        case unreadable(Errno)
        /// A 32-bit program. Not every kernel runs it.
        case undecided
    }

    /// The handlers of binfmt_misc, which the kernel tries before the format.
    package enum Handlers: Hashable, Sendable {
        /// - Parameters:
        ///   - takesHead: True if a handler matches the first bytes of this program.
        ///   - endings: The file name extensions of other handlers, without the dot.
        case seen(takesHead: Bool, endings: [[UInt8]])
        case unseen

        package static let none = Self.seen(takesHead: false, endings: [])
    }

    /// The same program on a described host that has no facts about handlers.
    package var described: Program {
        var described = self
        described.handlers = .none
        described.isInterpreterAlone = false
        described.mayHaveOtherHandlers = false
        let isOpen = mayHaveOtherHandlers || isInterpreterAlone != false
        if case .unreadable = format { described.format = .unknown }
        if described.format == .unknown, isOpen { described.format = .undecided }
        switch handlers {
        case .seen(let takesHead, _) where takesHead: described.format = .undecided
        case .unseen where format == .unknown: described.format = .undecided
        case .seen, .unseen: break
        }
        return described
    }

    /// Whether the kernel takes the file as the interpreter of a binary; nil if that is not known.
    package var servesBinaries: Bool? {
        switch format {
        case .elf: true
        case .script: false
        case .unknown, .unreadable: isInterpreterAlone
        case .undecided: nil
        }
    }

    package var format: Format
    /// Whether the kernel takes a file of unknown format as the interpreter of a binary; nil if that is not known. The
    /// kernel reads less of an interpreter than of a program.
    package var isInterpreterAlone: Bool? = false
    /// The bytes of the attribute `security.capability`; nil if the file does not have it.
    package var capabilities: [UInt8]?

    /// True if the file is shorter than the header of a binary: `Elf64_Ehdr`, 64 bytes.
    package var isShort: Bool
    package var handlers: Handlers
    /// True if there may be other handlers in place of those seen.
    package var mayHaveOtherHandlers = false

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
