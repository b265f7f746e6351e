/// The kind of a file, see inode(7). A file of any other kind has nil.
package enum FileKind: Hashable, Sendable, CaseIterable {
    case regular, directory, symbolicLink, fifo, socket, blockDevice, characterDevice

    /// Creates the kind from a mode with its `S_IFMT` bits.
    package init?(format: UInt16) {
        switch format & 0o170000 {
        case 0o100000: self = .regular
        case 0o040000: self = .directory
        case 0o120000: self = .symbolicLink
        case 0o010000: self = .fifo
        case 0o140000: self = .socket
        case 0o060000: self = .blockDevice
        case 0o020000: self = .characterDevice
        default: return nil
        }
    }

    /// Creates the kind from the letter that starts a line of ls(1) `-l`.
    package init?(letter: UInt8) {
        guard let kind = Self.allCases.first(where: { $0.letter == letter }) else { return nil }
        self = kind
    }

    /// The letter that starts a line of ls(1) `-l`.
    package var letter: UInt8 {
        switch self {
        case .regular: UInt8(ascii: "-")
        case .directory: UInt8(ascii: "d")
        case .symbolicLink: UInt8(ascii: "l")
        case .fifo: UInt8(ascii: "p")
        case .socket: UInt8(ascii: "s")
        case .blockDevice: UInt8(ascii: "b")
        case .characterDevice: UInt8(ascii: "c")
        }
    }

    /// The noun for messages: `is a directory`.
    package var noun: String {
        switch self {
        case .regular: "a regular file"
        case .directory: "a directory"
        case .symbolicLink: "a symbolic link"
        case .fifo: "a fifo"
        case .socket: "a socket"
        case .blockDevice: "a block device"
        case .characterDevice: "a character device"
        }
    }

    /// Written out, so that other modules inline it.
    @inlinable package static func == (one: Self, other: Self) -> Bool {
        switch (one, other) {
        case (.regular, .regular), (.directory, .directory), (.symbolicLink, .symbolicLink),
            (.fifo, .fifo), (.socket, .socket), (.blockDevice, .blockDevice),
            (.characterDevice, .characterDevice):
            true
        default: false
        }
    }

    /// True if the kernel's special_file() is true: a read-only mount does not affect such files.
    @inlinable package var isSpecial: Bool {
        switch self {
        case .fifo, .socket, .blockDevice, .characterDevice: true
        case .regular, .directory, .symbolicLink: false
        }
    }
}

extension FileKind? {
    /// The noun for messages, or `of an unknown kind`.
    package var noun: String { map(\.noun) ?? "of an unknown kind" }
}
